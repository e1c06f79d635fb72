import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { oneRow } from './one-row.ts'

interface Sold extends Record<string, unknown> {
  readonly eventId: string
  readonly orgId: string
  readonly orderId: string
  readonly buyer: string
}

/** The mails of a cancelled event to guests, the treasurer and whoever cancelled it; and one that is moved. */
export async function eventMails(db: Db) {
  const run = await oneRow<{ runId: string; orderId: string; buyer: string; startedBy: string; approvedBy: string }>(
    db,
    sql`select runs.id as "runId", order_id as "orderId", buyer_id as buyer, started_by as "startedBy", approved_by as "approvedBy"
      from event_runs runs join event_run_items items on items.run_id = runs.id join orders on orders.id = order_id
      where runs.state = 'done' order by order_id limit 1`,
  )
  const [waiting, moved] = (
    await db.execute<Sold>(sql`
      select distinct on (events.id) events.id as "eventId", events.org_id as "orgId", orders.id as "orderId", buyer_id as buyer
      from event_entries entries join events on events.id = event_id join orders on orders.id = order_id
      where events.status = 'published' and events.starts_at > portal_now() and entries.status = 'paid' and not orders.test_mode
      order by events.id limit 2`)
  ).rows as [Sold, Sold]
  const [waitingId, declinedId, changeId, wishId, offerId] = [newId(), newId(), newId(), newId(), newId()]
  const was = { startsAt: '2026-05-01T09:00', endsAt: '2026-05-01T11:00', timeZone: 'Europe/Copenhagen' }
  await inTransaction(db, async (tx) => {
    for (const [id, { eventId, orgId }, state] of [
      [waitingId, waiting, 'waiting'],
      [declinedId, moved, 'declined'],
    ] as const)
      await tx.execute(sql`
        insert into event_runs (id, org_id, event_id, kind, state, refunds, started_by)
        values (${id}, ${orgId}, ${eventId}, 'cancel', ${state}, 'all', ${run.startedBy})`)
    await tx.execute(sql`
      update event_runs set declined_by = ${run.approvedBy}, declined_at = portal_now(), decline_reason = ${'Sponsoren har betalt halvdelen.\nLad os tale om det på torsdag.'}
      where id = ${declinedId}`)
    await tx.execute(sql`
      insert into event_changes (id, event_id, before, after, at, told_by)
      select ${changeId}, id, ${JSON.stringify({ ...was, place: { da: 'Klubhuset', en: 'The clubhouse' }, address: '' })}::jsonb,
        jsonb_build_object('startsAt', '2026-05-08T10:00', 'endsAt', '2026-05-08T12:00', 'timeZone', 'Europe/Copenhagen', 'place', place_texts, 'address', address),
        portal_now(), ${changeId}
      from events where id = ${moved.eventId}`)
    await tx.execute(sql`
      insert into waiting_wishes (id, org_id, event_id, buyer_id, mode, status)
      values (${wishId}, ${moved.orgId}, ${moved.eventId}, ${moved.buyer}, 'any', 'offered')`)
    await tx.execute(sql`
      insert into waiting_people (wish_id, member_id, category_id, position)
      select ${wishId}, member_id, category_id, row_number() over () from event_entries where order_id = ${moved.orderId}`)
    await tx.execute(sql`
      insert into orders (id, org_id, buyer_id, number, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
        test_mode, billing, language, kinds, event_id, origin, reserved_until)
      select ${offerId}::uuid, org_id, buyer_id, number, ${offerId}::text, '', ${offerId}::text, '', total, currency, test_mode, billing,
        language, kinds, event_id, 'waiting_list', portal_now() + interval '1 day' from orders where id = ${moved.orderId}`)
    await tx.execute(sql`
      with copies as (select id, gen_random_uuid() as copy from event_entries where order_id = ${moved.orderId}),
      entries as (
        insert into event_entries select (jsonb_populate_record(entries,
          jsonb_build_object('id', copy, 'order_id', ${offerId}::uuid, 'status', 'released'))).*
        from event_entries entries join copies using (id))
      insert into order_lines select (jsonb_populate_record(lines,
        jsonb_build_object('id', gen_random_uuid(), 'order_id', ${offerId}::uuid, 'entry_id', copy))).*
      from order_lines lines join copies on copies.id = lines.entry_id`)
    await tx.execute(sql`
      insert into waiting_offers (order_id, wish_id, until) values (${offerId}, ${wishId}, portal_now() + interval '1 day')`)
  })
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into event_moves (id, org_id, event_id, texts, keep_until)
      values (${changeId}, ${moved.orgId}, ${moved.eventId}, ${JSON.stringify({ da: 'Lokalet er dobbeltbooket.', en: 'The room is booked twice.' })}::jsonb, portal_now() + interval '5 days')`),
  )
  const messageId = newId()
  const toMembersId = newId()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into club_messages (id, org_id, event_id, subject, body, token_hash, created_by)
      values (${messageId}, ${moved.orgId}, ${moved.eventId}, ${JSON.stringify({ da: 'Husk regntøj', en: 'Bring rain clothes' })}::jsonb,
        ${JSON.stringify({ da: 'Det bliver vådt i morgen.\n\nVi mødes under halvtaget.', en: 'It will be wet tomorrow.\n\nWe meet under the roof.' })}::jsonb,
        ${messageId}, ${run.startedBy})`)
    await tx.execute(sql`
      insert into club_message_readers (message_id, reader_id, about)
      select ${messageId}, ${moved.buyer}, array_agg(member_id) from event_entries where order_id = ${moved.orderId}`)
    await tx.execute(sql`
      insert into club_messages (id, org_id, audience, subject, body, token_hash, created_by)
      select ${toMembersId}, org_id, 'members', subject, body, ${toMembersId}, created_by from club_messages where id = ${messageId}`)
    await tx.execute(sql`
      insert into club_message_readers (message_id, reader_id, about)
      select ${toMembersId}, reader_id, about from club_message_readers where message_id = ${messageId}`)
  })
  const entryIds = await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into event_questions (id, event_id, position, scope, kind, label_texts, help_texts, required, asked_when, until, purpose_texts, delete_days)
      values (${newId()}, ${moved.eventId}, 100, 'person', 'text',
        ${JSON.stringify({ da: 'Hvem sover du i telt med?', en: 'Who do you share a tent with?' })}::jsonb, '{"da":""}', true, 'later', '2049-06-01', '{"da":""}', 30)`)
    const { rows } = await tx.execute<{ id: string }>(sql`
      update event_entries set answers_missing = 1 where order_id = ${moved.orderId} and event_id = ${moved.eventId} returning id`)
    return rows.map(({ id }) => id)
  })
  const ofOffice = (name: string, runId: string, memberId = run.startedBy) => [
    { name, memberId, data: { runId, memberId } },
  ]
  return {
    'event-cancelled': [
      {
        name: 'event-cancelled',
        memberId: run.buyer,
        data: { runId: run.runId, orderId: run.orderId, outcome: 'pending' },
      },
    ],
    'event-cancel-waiting': ofOffice('event-cancel-waiting', waitingId, run.approvedBy),
    'event-cancel-declined': ofOffice('event-cancel-declined', declinedId),
    'event-cancel-report': ofOffice('event-cancel-report', run.runId),
    'club-message': [
      {
        name: 'club-message',
        memberId: moved.buyer,
        data: { memberId: moved.buyer, orgId: moved.orgId, clubMessageId: messageId },
      },
    ],
    'member-message': [
      {
        name: 'member-message',
        memberId: moved.buyer,
        data: { memberId: moved.buyer, orgId: moved.orgId, clubMessageId: toMembersId },
      },
    ],
    'event-moved': [
      {
        name: 'event-moved',
        memberId: moved.buyer,
        data: { memberId: moved.buyer, orderId: moved.orderId, changeId },
      },
    ],
    'answers-due': [
      {
        name: 'answers-due',
        memberId: moved.buyer,
        data: { memberId: moved.buyer, orgId: moved.orgId, entryIds, until: '2049-06-01' },
      },
    ],
    'waiting-offer': [{ name: 'waiting-offer', memberId: moved.buyer, data: { offerId } }],
    'waiting-ended': [{ name: 'waiting-ended', memberId: moved.buyer, data: { wishId, by: 'ran_out' } }],
  }
}
