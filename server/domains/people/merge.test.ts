import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { officeMembers } from '#contract/memberships/club-members.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { personDuplicates, type TakenField } from '#contract/people/duplicates.ts'
import { personNotes } from '#contract/people/notes.ts'
import { register } from '#contract/people/register.ts'
import { teams } from '#contract/people/teams.ts'
import { inTransaction } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql as drizzleSql } from '#server/database/sql.ts'
import { insertManagedPerson, joinClub } from '#server/domains/members/index.ts'
import { recordStatuses } from '#server/domains/memberships/index.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { refreshDerived } from './merge-people.ts'
import { keptColumns, movedColumns } from './person-columns.ts'

let app: TestApp
let club: Club
let chair: Person
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'erik@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
})

const asChair = () => ({ as: chair.token })
const add = (firstName: string, more: Record<string, string> = {}, lastName = 'Holm'): Promise<string> =>
  inTransaction(app.context.db, async (tx) => {
    const { id } = await insertManagedPerson(tx, { firstName, lastName, ...more })
    await joinClub(tx, { orgId: club.id, memberIds: [id], source: 'added', managed: true })
    return id
  })
const merge = (keptId: string, goneId: string, take: TakenField[] = []) =>
  app.call(personDuplicates.merge, { orgId: club.id, keptId, goneId, take }, asChair())
const undo = (mergeId: string) => app.call(personDuplicates.undo, { orgId: club.id, mergeId }, asChair())
const list = () => app.call(personDuplicates.list, { orgId: club.id }, asChair())
const compare = (keptId: string, goneId: string) =>
  app.call(personDuplicates.compare, { orgId: club.id, keptId, goneId }, asChair())
const sql = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.database.sql<T>(text, values)

/** An order that somebody paid. */
async function paid(buyerId: string): Promise<string> {
  const id = newId()
  await sql(
    `insert into orders (id, org_id, buyer_id, number, status, total, currency, language, billing, token_hash, token_encrypted, client_token_hash, lines_hash, selection_hash, kinds, reserved_until, paid_at, test_mode)
     values ($1, $2, $3, 'N-' || right($4, 12), 'paid', 100, 'DKK', 'da', '{}', $4, '', $4, '', '', '{membership}', portal_now(), portal_now(), false)`,
    [id, club.id, buyerId, id],
  )
  return id
}

/** The payment of an order: by card, or taken by the club itself. */
async function taken(orderId: string, by: 'card' | 'hand'): Promise<string> {
  const id = newId()
  await sql(
    `insert into payments (id, order_id, org_id, provider, status, amount, currency, order_number, test_mode, authorization_identifier, method, received_on, recorded_by, captured_at)
     select $1::uuid, id, org_id, case when $3::boolean then 'manual' else 'freepay' end, 'captured', total, currency, number, false, case when $3 then null else $1::uuid end,
       case when $3 then 'cash' end, case when $3 then date '2026-01-02' end, case when $3 then $4::uuid end, portal_now() from orders where id = $2`,
    [id, orderId, by === 'hand', chair.memberId],
  )
  return id
}

/** The whole of an order went back; money that the club took itself was returned by it. */
async function refunded(orderId: string, by: 'card' | 'hand'): Promise<void> {
  const [id, paymentId] = [newId(), await taken(orderId, by)]
  await sql(
    `insert into refunds (id, order_id, org_id, payment_id, amount, currency, test_mode, cause, method, status, done_at, returned_at, returned_by)
     select $1::uuid, id, org_id, $3::uuid, total, currency, false, 'office', 'credit', 'done', portal_now(), case when $4::boolean then portal_now() end,
       case when $4 then $5::uuid end from orders where id = $2`,
    [id, orderId, paymentId, by === 'hand', chair.memberId],
  )
  await sql(`update order_lines set refunded = total where order_id = $1`, [orderId])
  await sql(
    `insert into refund_lines (line_id, refund_id, amount) select id, $2::uuid, total from order_lines where order_id = $1`,
    [orderId, id],
  )
  await sql(`update membership_terms set status = 'cancelled' where order_id = $1`, [orderId])
  await sql(`update orders set status = 'refunded' where id = $1`, [orderId])
}

/** A season that somebody bought for themselves. */
async function hold(memberId: string, seasonId = club.season.id): Promise<string> {
  const [termId, orderId] = [newId(), await paid(memberId)]
  const [membership] = await sql<{ id: string }>(
    `insert into memberships (id, org_id, member_id, enabled) values ($1, $2, $3, true)
     on conflict (org_id, member_id) do update set enabled = true returning id`,
    [newId(), club.id, memberId],
  )
  await sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, order_id, membership_for, start_date, end_date, status)
     select $1, $2, org_id, $3, id, $4, 2026, start_date, end_date, 'active' from membership_configurations where id = $5`,
    [termId, membership!.id, memberId, orderId, seasonId],
  )
  await sql(
    `insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id, price, vat_rate, vat, surcharge, discount, total)
     values ($1, $2, 0, 'membership', $3, 'Name', 'Season', $4, $5, $6, 100, 0, 0, 0, 0, 100)`,
    [newId(), orderId, memberId, seasonId, membership!.id, termId],
  )
  return orderId
}

/** Statuses and searched texts, as purchases leave them. */
const derived = (keptId: string, goneId: string) =>
  inTransaction(app.context.db, async (tx) => {
    await refreshDerived(tx, { keptId, goneId })
    await recordStatuses(tx, { memberIds: [keptId, goneId] }, tx.now)
  })

/** History and what the merge itself writes. */
const grows = [
  'office_history',
  'status_changes',
  'person_merges',
  'notifications',
  'messages',
  'rate_windows',
  'member_identities',
  'organisation_admins',
]
async function everyRow(): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^portal_' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables)
    if (!grows.includes(name))
      all[name] = (await sql<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)).map(
        ({ row }) => row,
      )
  return all
}

test('every column that names a person moves or says why it stays', async () => {
  const ours = await sql<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'uuid'::regtype and a.attname ~ '(_by|member_id|actor_id|subject_id|_seen_by|owner_id|person_id|receiver_id|sender_id|buyer_id|payer_id|inviter_id|invitee_id|author_id|parent_id)$'
    union select conrelid::regclass::text || '.' || a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'members'::regclass`)
  const named = [...movedColumns.map(({ table, column }) => `${table}.${column}`), ...Object.keys(keptColumns)]
  expect(ours.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

describe('duplicates', () => {
  test('are people of the same name with a birth date, phone or post code in common, until they are not the same', async () => {
    const one = await add('Anna-Marie', { dateOfBirth: '1990-05-01', phone: '+45 12 34 56 78' })
    const other = await add('Holm', { dateOfBirth: '1990-05-01', phone: '12345678' }, 'Anna Marie')
    const third = await add('Anna Marie', { dateOfBirth: '1991-05-01', phone: '12345678' })
    await add('Bo', { postCode: '4000' })
    await add('Carl', { postCode: '4000' })
    const { pairs, total } = await list()
    expect(total).toBe(1)
    expect(pairs[0]!.people.map(({ memberId }) => memberId).toSorted()).toEqual([one, other].toSorted())
    expect(pairs[0]!.because).toEqual(['birth_date', 'phone'])
    expect(pairs.flatMap(({ people }) => people.map(({ memberId }) => memberId))).not.toContain(third)

    const decide = (notSame: boolean) =>
      app.call(personDuplicates.decide, { orgId: club.id, memberId: other, otherId: one, notSame }, asChair())
    await decide(true)
    await decide(true)
    expect((await list()).total).toBe(0)
    await decide(false)
    expect((await list()).total).toBe(1)
  })
})

describe('a merge', () => {
  test('of two who both hold the season keeps the second as also held, and the old id leads on', async () => {
    const [kept, gone] = [
      await add('Anna', { phone: '1' }),
      await add('Anna', { phone: '2', email: `${newId()}@example.com` }),
    ]
    await hold(kept)
    const orderId = await hold(gone)
    await app.call(
      personNotes.add,
      { orgId: club.id, memberId: gone, kind: 'note', text: 'Rows', followUpOn: null },
      asChair(),
    )
    const before = await compare(kept, gone)
    expect(before).toMatchObject({ refusals: [], gone: { seasons: 1, notes: 1, purchases: 1 } })
    expect(before.both).toHaveLength(1)

    await merge(kept, gone, ['phone', 'email'])
    const terms = await sql('select member_id from membership_terms where order_id = $1', [orderId])
    expect(terms).toEqual([{ member_id: gone }])
    expect(await sql('select buyer_id from orders where id = $1', [orderId])).toEqual([{ buyer_id: kept }])
    const [row] = await sql<{ phone: string; email: string }>('select phone, email from members where id = $1', [kept])
    expect(row).toMatchObject({ phone: '2', email: before.gone.fields.email })
    const shown = await app.call(officeMembers.show, { orgId: club.id, memberId: gone }, asChair())
    expect(shown.id).toBe(kept)
    const { notes } = await app.call(personNotes.list, { orgId: club.id, memberId: kept }, asChair())
    expect(notes.map(({ text }) => text)).toEqual(['Rows'])
    const { merges } = await list()
    expect(merges[0]).toMatchObject({ kept: { memberId: kept }, gone: { memberId: gone } })
    expect(merges[0]!.alsoHeld).toBeGreaterThan(0)
  })

  test('leaves the one who is gone in no list, tag or team', async () => {
    const org = { orgId: club.id }
    const [kept, gone] = [await add('Lone', { phone: '11223344' }), await add('Lone', { phone: '11223344' })]
    await app.call(register.tag, { ...org, ids: [kept, gone], add: ['Board'], remove: [] }, asChair())
    const { id: teamId } = await app.call(teams.add, { ...org, name: 'U12', season: '' }, asChair())
    await app.call(teams.addPeople, { ...org, teamId, role: 'player', ids: [kept, gone] }, asChair())
    const { id: otherId } = await app.call(teams.add, { ...org, name: 'U14', season: '' }, asChair())
    await app.call(teams.addPeople, { ...org, teamId: otherId, role: 'player', ids: [gone] }, asChair())
    const { mergeId } = await merge(kept, gone)

    const shown = async () => ({
      tags: await app.call(register.tags, org, asChair()),
      teams: (await app.call(teams.list, org, asChair())).map(({ people }) => people),
      team: (await app.call(teams.show, { ...org, teamId }, asChair())).members.map(({ memberId }) => memberId),
      listed: (await app.call(officeMembers.list, org, asChair())).people.map(({ id }) => id),
      chosen: (await app.call(register.tag, { ...org, ids: [gone], add: ['Late'], remove: [] }, asChair())).changed,
      byHand: (await app.call(byHand.people, { ...org, search: 'Lone' }, asChair())).map(({ id }) => id),
    })
    expect(await shown()).toEqual({
      tags: [{ tag: 'Board', people: 1 }],
      teams: [1, 1],
      team: [kept],
      listed: [kept],
      chosen: 0,
      byHand: [kept],
    })
    await undo(mergeId)
    expect((await app.call(teams.list, org, asChair())).map(({ people }) => people)).toEqual([2, 1])
  })

  test('has as many tags as somebody can have, their own first', async () => {
    const [kept, gone] = [await add('Ane'), await add('Ane')]
    const many = Array.from({ length: 19 }, (_, at) => `Tag ${10 + at}`)
    await sql('update club_people set tags = $2 where member_id = $1', [kept, many])
    await sql(`update club_people set tags = '{A,B}' where member_id = $1`, [gone])
    await merge(kept, gone)
    expect(await sql('select tags from club_people where member_id = $1', [kept])).toEqual([{ tags: ['A', ...many] }])
  })

  test('belongs to the club where one of the two does, and has died where one has', async () => {
    const left = (memberId: string, day: string | null, reason: string | null) =>
      sql('update club_people set left_on = $2, left_reason = $3 where member_id = $1', [memberId, day, reason])
    const shown = (memberId: string) =>
      sql('select left_on::text as day, left_reason as reason from club_people where member_id = $1', [memberId])
    const gave = async (kept: [string | null, string | null], gone: [string | null, string | null]) => {
      const [keptId, goneId] = [await add('Ane'), await add('Ane')]
      await left(keptId, ...kept)
      await left(goneId, ...gone)
      const { mergeId } = await merge(keptId, goneId)
      const [row] = await shown(keptId)
      await undo(mergeId)
      expect(await shown(keptId)).toEqual([{ day: kept[0], reason: kept[1] }])
      const [undone] = await sql('select moved, also_held from person_merges where id = $1', [mergeId])
      expect(undone).toEqual({ moved: [], also_held: [] })
      return [row!['day'], row!['reason']]
    }
    const [moved, late, died] = [
      ['2025-01-01', 'moved'],
      ['2025-06-01', 'other'],
      ['2024-01-01', 'deceased'],
    ] as const
    expect(await gave([...moved], [null, null])).toEqual([null, null])
    expect(await gave([null, null], [...moved])).toEqual([null, null])
    expect(await gave([...moved], [...late])).toEqual(late)
    expect(await gave([...late], [...moved])).toEqual(late)
    expect(await gave([...moved], [...died])).toEqual(died)
    expect(await gave([null, null], [...died])).toEqual(died)
  })

  test('leaves a person with a sign-in their own words, notifies them, and goes no other way', async () => {
    const [kept, gone, third] = [await add('Kaj', { phone: '1' }), await add('Kaj', { phone: '2' }), await add('Kaj')]
    const signIn = (memberId: string) =>
      sql(`insert into member_identities (issuer, subject, member_id) values ('test', $1, $2)`, [newId(), memberId])
    await signIn(kept)
    await signIn(third)
    expect((await compare(gone, kept)).refusals).toEqual(['gone_signs_in'])
    expect(await codeOf(merge(gone, kept))).toBe('merge_not_possible')
    expect((await compare(kept, third)).refusals).toEqual(['both_sign_in'])
    expect(await codeOf(merge(kept, third))).toBe('merge_not_possible')
    expect(await compare(kept, gone)).toMatchObject({ refusals: [], kept: { hasOwner: true } })
    await merge(kept, gone, ['phone'])
    expect(await sql('select phone from members where id = $1', [kept])).toEqual([{ phone: '1' }])
    const bell = await sql('select type from notifications where receiver_id = $1', [kept])
    expect(bell).toHaveLength(1)
    await sql('delete from member_identities where member_id = any($1)', [[kept, third]])
  })

  test('gives nobody who signs in a guardian', async () => {
    const [guardian, own, managed] = [await add('Attack'), await add('Ida'), await add('Ida')]
    const child = async () => {
      const id = await add('Ida')
      await sql('update members set parent_id = $1 where id = $2', [guardian, id])
      return id
    }
    await sql(`insert into member_identities (issuer, subject, member_id) values ('test', $1, $2)`, [newId(), own])
    const [first, second] = [await child(), await child()]
    const [toOwn, toManaged] = [await compare(own, first), await compare(managed, second)]
    await merge(own, first)
    await merge(managed, second)
    expect(await sql('select member_id from people_in_reach where actor_id = $1', [guardian])).toEqual([
      { member_id: managed },
    ])
    expect(toOwn).toMatchObject({ endsGuardian: true, gone: { family: 0 } })
    expect(toManaged).toMatchObject({ endsGuardian: false, gone: { family: 1 } })
    await sql('delete from member_identities where member_id = $1', [own])
  })

  test('never reaches into another club', async () => {
    const [kept, gone] = [await add('Dora'), await add('Dora')]
    const other = await buildClub(app)
    await inTransaction(app.context.db, (tx) => joinClub(tx, { orgId: other.id, memberIds: [gone], source: 'bought' }))
    expect((await compare(kept, gone)).refusals).toEqual(['other_club'])
    expect(await codeOf(merge(kept, gone))).toBe('merge_not_possible')
    const stranger = await add('Dora')
    await sql('delete from club_people where member_id = $1', [stranger])
    expect(await codeOf(merge(kept, stranger))).toBe('not_found')
  })

  test('waits an hour for the answer to a charge, and no longer', async () => {
    const [kept, gone] = [await add('Aia'), await add('Aia')]
    const paymentId = await taken(await paid(gone), 'card')
    await sql(`update payments set status = 'authorising', authorization_identifier = null where id = $1`, [paymentId])
    expect((await compare(kept, gone)).refusals).toEqual(['under_way'])
    await sql(`update payments set created_at = portal_now() - interval '61 minutes' where id = $1`, [paymentId])
    expect((await compare(kept, gone)).refusals).toEqual([])
  })

  test('waits for the minute of an action about one of them, also of a second club', async () => {
    const [kept, gone] = [await add('Eva'), await add('Eva')]
    const actionId = newId()
    await sql(
      `insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, due_at)
       values ($1, $2, $3, 'offer', portal_new_id(), '', jsonb_build_object('thing', $4::text), 'waiting', now())`,
      [actionId, club.id, chair.memberId, gone],
    )
    expect((await compare(kept, gone)).refusals).toEqual(['under_way'])
    await sql(`update delayed_actions set state = 'stopped' where id = $1`, [actionId])
    expect((await compare(kept, gone)).refusals).toEqual([])
  })

  test('waits for whoever is writing something of the two', async () => {
    const [kept, gone] = [await add('Jon'), await add('Jon')]
    const { promise, resolve } = Promise.withResolvers<void>()
    const buying = inTransaction(app.context.db, async (tx) => {
      await tx.execute(drizzleSql`select from members where id = ${gone} for key share`)
      await promise
      await tx.execute(drizzleSql`insert into notes (id, member_id, text) values (${newId()}, ${gone}, 'Bought')`)
    })
    const merging = merge(kept, gone)
    await new Promise((done) => void setImmediate(done))
    resolve()
    await Promise.all([buying, merging])
    expect(await sql('select text from notes where member_id = $1', [kept])).toEqual([{ text: 'Bought' }])
  })

  test('asked for twice at once happens once', async () => {
    const [one, other] = [await add('Emil'), await add('Emil')]
    const answers = await Promise.allSettled([merge(one, other), merge(other, one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sql('select id from person_merges where org_id = $1', [club.id])).toHaveLength(1)
  })
})

describe('undoing', () => {
  test('goes backwards along a chain, and not while something new is there', async () => {
    const [a, b, c] = [await add('Fie'), await add('Fie'), await add('Fie')]
    await hold(a)
    await derived(a, b)
    const before = await everyRow()
    const first = await merge(b, a)
    const second = await merge(c, b)
    const show = async (memberId: string) =>
      (await app.call(officeMembers.show, { orgId: club.id, memberId }, asChair())).id
    expect([await show(a), await show(b)]).toEqual([c, c])
    expect(await codeOf(undo(first.mergeId))).toBe('merge_not_undoable')
    const note = { orgId: club.id, memberId: c, kind: 'note', text: 'New', followUpOn: null } as const
    const { id } = await app.call(personNotes.add, note, asChair())
    await expect(undo(second.mergeId)).rejects.toMatchObject({ body: { data: { because: ['new_note'] } } })
    await app.call(personNotes.remove, { orgId: club.id, memberId: c, clubNoteId: id }, asChair())
    await undo(second.mergeId)
    await undo(second.mergeId)
    await undo(first.mergeId)
    expect(await everyRow()).toEqual(before)
    const stranger = await buildClub(app)
    await grantOffice(app, stranger, chair, ['chair'])
    expect(
      await codeOf(app.call(personDuplicates.undo, { orgId: stranger.id, mergeId: first.mergeId }, asChair())),
    ).toBe('not_found')
  })

  test('restores every row, whatever the two have', async () => {
    const things = [
      'season',
      'second season',
      'note',
      'comment',
      'child',
      'thread',
      'link',
      'same link',
      'dismissal',
      'tags',
      'own note',
      'place',
      'same place',
      'left',
      'team',
      'mark',
      'refund',
      'refund by hand',
      'coupon',
      'coupon begun',
      'by hand',
      'invoice',
    ] as const
    const side = fc.uniqueArray(fc.constantFrom(...things), { maxLength: 8 })
    const [second, third] = await sql<{ id: string }>(
      `insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
       select another, org_id, 'Another', price, vat_rate, surcharge, start_date, end_date, offer_start_date
       from membership_configurations, unnest($1::uuid[]) another where id = $2 returning id`,
      [[newId(), newId()], club.season.id],
    )
    const couponId = newId()
    await sql(
      `insert into coupons (id, org_id, code, name_texts, percent) values ($1, $2, 'MERGE', '{"da": "Rabat"}', 10)`,
      [couponId, club.id],
    )
    const friend = await add('Friend')
    const teamId = newId()
    await sql(`insert into teams (id, org_id, name) values ($1, $2, 'U12')`, [teamId, club.id])
    const event = await buildEvent(app, club, { onePerPerson: true })
    const give = async (id: string, thing: (typeof things)[number]) => {
      if (thing === 'season') await hold(id)
      if (thing === 'second season') await hold(id, second!.id)
      if (thing === 'note' || thing === 'comment')
        await sql(`insert into club_notes (id, org_id, member_id, text, is_comment) values ($1, $2, $3, 'x', $4)`, [
          newId(),
          club.id,
          id,
          thing === 'comment',
        ])
      if (thing === 'child')
        await sql(`insert into members (id, parent_id, first_name, last_name) values ($1, $2, 'Kid', 'Holm')`, [
          newId(),
          id,
        ])
      if (thing === 'thread')
        await sql(`insert into threads (id, org_id, member_id, subject) values ($1, $2, $3, 'Boat')`, [
          newId(),
          club.id,
          id,
        ])
      if (thing === 'link' || thing === 'same link') {
        const other = thing === 'same link' ? friend : await add('Other')
        await sql(
          `insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at) values ($1, $2, $3, 'x@example.com', $4, 'approved', portal_now())`,
          [newId(), id, other, newId()],
        )
      }
      if (thing === 'dismissal') await sql(`insert into dismissals (member_id, about) values ($1, 'joining')`, [id])
      if (thing === 'tags')
        await sql(`update club_people set tags = array[$2], since = '2020-01-01' where member_id = $1`, [
          id,
          id.slice(-4),
        ])
      if (thing === 'own note')
        await sql(`insert into notes (id, member_id, text) values ($1, $2, 'Own')`, [newId(), id])
      if (thing === 'place' || thing === 'same place')
        await sql(
          `insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, price_kind) values ($1, $2, $3, $4, $5, $6, 'paid', $7, 'standard')`,
          [newId(), event.id, event.categories['adult']!.id, club.id, id, await paid(id), thing === 'same place'],
        )
      if (thing === 'team')
        await sql(
          `insert into team_people (id, org_id, team_id, member_id, role, from_on) values ($1, $2, $3, $4, 'player', '2026-01-01')`,
          [newId(), club.id, teamId, id],
        )
      if (thing === 'mark')
        await sql(
          `insert into attendance (org_id, team_id, member_id, day, state, by_id) values ($1, $2, $3, '2026-01-02', 'came', $4)`,
          [club.id, teamId, id, chair.memberId],
        )
      if (thing === 'refund') await refunded(await hold(id, third!.id), 'card')
      if (thing === 'refund by hand') await refunded(await hold(id, third!.id), 'hand')
      if (thing === 'coupon' || thing === 'coupon begun')
        await sql(
          `insert into coupon_redemptions (id, coupon_id, org_id, order_id, member_id, status, off) values ($1, $2, $3, $4, $5, $6, 10)`,
          [
            newId(),
            couponId,
            club.id,
            thing === 'coupon' ? await paid(id) : null,
            id,
            thing === 'coupon' ? 'used' : 'held',
          ],
        )
      if (thing === 'by hand') {
        const orderId = await paid(id)
        await taken(orderId, 'hand')
        await sql(`update orders set origin = 'office' where id = $1`, [orderId])
        await sql(
          `insert into event_entries (id, event_id, category_id, org_id, member_id, order_id, status, one_per_person, price_kind, added_by, added_reason) values ($1, $2, $3, $4, $5, $6, 'paid', false, 'standard', $7, 'Form')`,
          [newId(), event.id, event.categories['adult']!.id, club.id, id, orderId, chair.memberId],
        )
      }
      if (thing === 'invoice')
        await sql(
          `update orders set status = 'open', paid_at = null, origin = 'office', due_on = '2099-01-01', reserved_until = '2099-02-01' where id = $1`,
          [await paid(id)],
        )
      if (thing === 'left') await sql(`update club_people set left_on = '2026-01-01' where member_id = $1`, [id])
    }
    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        fc.subarray(['name', 'phone', 'email', 'address', 'gender', 'dateOfBirth'] as TakenField[]),
        async (ofKept, ofGone, take) => {
          await sql('delete from rate_windows')
          const kept = await add('Gry', { phone: '11', postCode: '4000' })
          const gone = await add('Grý', { phone: '22', email: `${newId()}@example.com`, city: 'Roskilde' })
          for (const thing of ofKept) await give(kept, thing)
          for (const thing of ofGone) await give(gone, thing)
          await derived(kept, gone)
          const before = await everyRow()
          const { mergeId } = await merge(kept, gone, take)
          expect(await sql('select from members where merged_into = $1', [kept])).toHaveLength(1)
          await undo(mergeId)
          expect(await everyRow()).toEqual(before)
        },
      ),
      {
        numRuns: inject('nightly') ? 60 : 6,
        endOnFailure: true,
        // Everything at least once, alone and beside the like.
        examples: [
          [[], [...things], []],
          [[...things], [...things], []],
        ],
      },
    )
  })
})
