import { kindOf } from '#contract/notifications/messages.ts'
import { newId } from '#server/database/new-id.ts'
import { finishMail, type MailDraft } from '#server/domains/notifications/index.ts'
import { messagesOf } from '#server/messages.ts'
import { buildClub, buildParticipant, buildSeason, linkedTo, signedIn, type Club, type Person } from '../builders.ts'
import { buildEvent, buildQuestions, questionOf } from '../builders/event-builders.ts'
import { grantOffice } from '../builders/office-builders.ts'
import { openWindow, payInWindow, prepare, stateOf, visit } from '../purchase.ts'
import { followingSeason, insertPaidTerm } from '../purchases/renewing.ts'
import type { TestApp } from '../test-app.ts'

export type MailTemplate = keyof typeof kindOf

type About = Record<string, unknown>

/** Something for every mail to be about: Anna bought for herself and Alma, and has family. */
export interface WrittenMails {
  readonly anna: Person
  readonly club: Club
  readonly about: Readonly<Record<MailTemplate, About>>
  /** Refunds of each kind. */
  readonly refunds: Readonly<Record<'credit' | 'void', string>>
  /** An invitation to an address without an account. */
  readonly toStranger: string
  /** @param memberId who gets it, Anna when left out; null: nobody who has an account */
  write(template: MailTemplate, data?: About, memberId?: string | null): Promise<{ draft: MailDraft; mail: Written }>
}

type Written = Awaited<ReturnType<typeof finishMail>>

export async function buildWrittenMails(app: TestApp): Promise<WrittenMails> {
  const anna = await signedIn(app, 'anna@example.com')
  const child = await buildParticipant(app, anna, 'Alma')
  const club = await buildClub(app)
  await app.database.sql(`update organisations set name = 'Roskilde Roklub' where id = $1`, [club.id])
  const token = await prepare(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: child, season: club.season },
  ])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token, 2 * club.season.total), '0000'))!)
  const [order] = await app.database.sql<{ id: string }>(`select id from orders where status = 'paid'`)
  const orderId = order!.id
  // Nobody is reminded who has just paid.
  await app.database.sql(`update membership_terms set status_change_date = status_change_date - interval '30 days'`)
  const refunds = { credit: await insertRefund(app, orderId, 'credit'), void: await insertRefund(app, orderId, 'void') }
  const year = Number(club.season.startDate.slice(0, 4)) + 1
  await buildSeason(app, club, {
    name: `Adult ${year}`,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  const [bo, carla] = [await signedIn(app, 'bo@example.com'), await signedIn(app, 'carla@example.com')]
  const unclaimedId = await unclaimed(app)
  const about = {
    'order-paid': { orderId },
    'tickets-paid': { orderId },
    'given-back': { refundId: refunds.credit },
    invoice: { orderId: await openInvoice(app, orderId), reminder: true },
    welcome: { memberId: anna.memberId },
    claim: { memberId: unclaimedId },
    invited: { memberId: unclaimedId, importId: await imported(app, club, anna) },
    'family-invited': { invitationId: await linkedTo(app, bo, anna, 'pending') },
    'family-linked': { invitationId: await linkedTo(app, anna, carla) },
    'family-ended': { memberId: anna.memberId, endedBy: bo.memberId },
    'bought-for': { memberId: anna.memberId, orderId: await boughtBy(app, carla, anna) },
    'membership-renew': { memberId: anna.memberId, orgId: club.id, endDate: club.season.endDate },
    ...(await renewalsOf(app, club, anna.memberId)),
    'renewal-card-expires': await cardExpires(app, anna.memberId),
    'renewal-outgrown': await outgrown(app, anna.memberId, child),
    ...(await conversationsOf(app, club, anna.memberId)),
    'office-invited': { invitationId: await invitedToOffice(app, club, anna) },
    'office-access': { orgId: club.id, memberId: anna.memberId, change: 'given', roles: ['treasurer', 'secretary'] },
    'go-live-asked': { orgId: club.id, memberId: anna.memberId, askedBy: bo.memberId },
    ...(await aboutPeople(app, anna, bo)),
    'membership-offered': await offered(app, anna, child),
    'went-live': { orgId: club.id, memberId: anna.memberId },
    'season-grown': {
      memberId: anna.memberId,
      orgId: club.id,
      configurationId: club.season.id,
      endDate: club.season.endDate,
    },
    'season-missing': { orgId: await endingSoon(app), memberId: anna.memberId },
    ...(await cancelledEvent(app, club, anna, orderId)),
    'event-moved': { memberId: anna.memberId, orderId, changeId: await movedEvent(app, club) },
    'club-message': { memberId: anna.memberId, clubMessageId: await messageToMany(app, club, anna, child, 'guests') },
    'member-message': {
      memberId: anna.memberId,
      clubMessageId: await messageToMany(app, club, anna, child, 'members'),
    },
    'answers-due': await unanswered(app, club, anna, child),
    ...(await waited(app, club, anna, orderId)),
    'merchant-changed': { orgId: club.id, memberId: anna.memberId, before: '1000001', merchant: '1000002' },
  }
  const toStranger = await linkedTo(app, anna, bo, 'pending')
  await app.database.sql(
    `update family_invitations set invitee_id = null, invitee_email = 'nobody@nowhere.example' where id = $1`,
    [toStranger],
  )
  return {
    anna,
    club,
    about,
    refunds,
    toStranger,
    async write(template, data = about[template], memberId = anna.memberId) {
      const draft = (await messagesOf(app.context).mails[template](data as never)) as MailDraft
      return { draft, mail: await finishMail(app.context, draft, { memberId, kind: kindOf[template] }) }
    },
  }
}

/** A list of people that a club imported. @returns the import */
async function imported(app: TestApp, club: Club, { memberId }: Person): Promise<string> {
  const id = newId()
  await app.database.sql(
    `insert into imports (id, org_id, created_by, file_name, columns, choices, cut_numbers) values ($1, $2, $3, 'members.csv', '{}', '{}', 0)`,
    [id, club.id, memberId],
  )
  return id
}

/** An invoice that is not paid, to the buyer of an order. */
async function openInvoice(app: TestApp, orderId: string): Promise<string> {
  const id = newId()
  await app.database.sql(
    `update organisations set bank_registration = '1234', bank_account = '0012345678', mobilepay = '54321'
     where id = (select org_id from orders where id = $1)`,
    [orderId],
  )
  await app.database.sql(
    `insert into orders (id, org_id, buyer_id, number, token_hash, token_encrypted, client_token_hash, selection_hash, total, currency,
       test_mode, billing, language, origin, due_on, reserved_until)
     select $2::uuid, org_id, buyer_id, number, $2::text, '', $2::text, '', total, currency, test_mode, billing, language, 'office',
       current_date - 7, now() + interval '21 days' from orders where id = $1`,
    [orderId, id],
  )
  return id
}

/** A message to the guests of an event or to members that somebody reads for a child. @returns its id */
async function messageToMany(
  app: TestApp,
  club: Club,
  { memberId }: Person,
  childId: string,
  audience: 'guests' | 'members',
): Promise<string> {
  const eventId = audience === 'guests' ? (await buildEvent(app, club, { title: 'Night rowing' })).id : null
  const id = newId()
  await app.database.sql(
    `insert into club_messages (id, org_id, audience, event_id, subject, body, token_hash, created_by) values ($1::uuid, $2, $7, $3, $4, $5, $1::text, $6)`,
    [
      id,
      club.id,
      eventId,
      { da: 'Husk lygte', en: 'Bring a torch' },
      { da: 'Vi mødes kl. 21.\n\nDet bliver mørkt.', en: 'We meet at 9 pm.\n\nIt will be dark.' },
      memberId,
      audience,
    ],
  )
  await app.database.sql(`insert into club_message_readers (message_id, reader_id, about) values ($1, $2, $3)`, [
    id,
    memberId,
    [memberId, childId],
  ])
  return id
}

/** An event that has another day and place. @returns the change */
async function movedEvent(app: TestApp, club: Club): Promise<string> {
  const { id: eventId } = await buildEvent(app, club, { title: 'Harbour race' })
  const id = newId()
  const place = (da: string) => ({ place: { da }, address: '', timeZone: 'Europe/Copenhagen' })
  await app.database.sql(
    `insert into event_changes (id, event_id, before, after, at, told_by) values ($1, $2, $3, $4, portal_now(), $1)`,
    [
      id,
      eventId,
      JSON.stringify({ startsAt: '2030-06-01T10:00', endsAt: '2030-06-01T14:00', ...place('Klubhuset') }),
      JSON.stringify({ startsAt: '2030-06-08T12:00', endsAt: '2030-06-08T16:00', ...place('Havnen') }),
    ],
  )
  await app.database.sql(`update events set place_texts = '{"da": "Havnen"}' where id = $1`, [eventId])
  await app.database.sql(`insert into event_moves (id, org_id, event_id, texts) values ($1, $2, $3, $4)`, [
    id,
    club.id,
    eventId,
    { da: 'Der kom storm.\n\nVi ses ugen efter.', en: 'A storm came.\n\nSee you the week after.' },
  ])
  return id
}

/** A child's ticket to an event that asks something until a day. */
async function unanswered(app: TestApp, club: Club, buyer: Person, childId: string) {
  const event = await buildEvent(app, club, { title: 'Summer camp', categories: [{ category: 'adult', price: 0 }] })
  const until = '2049-05-01'
  await buildQuestions(app, event, [questionOf({ label: { da: 'Telt?' }, required: true, when: 'later', until })])
  await prepare(app, buyer, [{ memberId: childId, event }])
  const [entry] = await app.database.sql<{ id: string }>('select id from event_entries where event_id = $1', [event.id])
  return { memberId: buyer.memberId, orgId: club.id, entryIds: [entry!.id], until }
}

/** Somebody who waits and has an offer. */
async function waited(app: TestApp, club: Club, { memberId }: Person, paidId: string) {
  const event = await buildEvent(app, club, { title: 'Night race', capacity: 2 })
  const wishId = newId()
  await app.database.sql(
    `insert into waiting_wishes (id, org_id, event_id, buyer_id, mode, status) values ($1, $2, $3, $4, 'any', 'offered')`,
    [wishId, club.id, event.id, memberId],
  )
  await app.database.sql(
    `insert into waiting_people (wish_id, member_id, category_id, position) values ($1, $2, $3, 0)`,
    [wishId, memberId, event.categories['adult']!.id],
  )
  const orderId = await openInvoice(app, paidId)
  await app.database.sql(
    `insert into waiting_offers (order_id, wish_id, until) values ($1, $2, portal_now() + interval '1 day')`,
    [orderId, wishId],
  )
  return { 'waiting-offer': { offerId: orderId }, 'waiting-ended': { wishId, by: 'ran_out' } }
}

/** The mails of a cancelled event whose run has an order. */
async function cancelledEvent(app: TestApp, club: Club, { memberId }: Person, orderId: string) {
  const { id } = await buildEvent(app, club, {
    status: 'cancelled',
    cancelTexts: { da: 'Banen er oversvømmet.', en: 'The course is flooded.' },
  })
  const runOf = async (state: string) => {
    const runId = newId()
    await app.database.sql(
      `insert into event_runs (id, org_id, event_id, kind, state, refunds, reason, started_by)
       values ($1, $2, $3, 'cancel', $4, 'none', 'The price was for the boats.', $5)`,
      [
        runId,
        club.id,
        state === 'done' ? id : (await buildEvent(app, club, { status: 'cancelled' })).id,
        state,
        memberId,
      ],
    )
    return runId
  }
  const runId = await runOf('done')
  await app.database.sql(`insert into event_run_items (run_id, order_id, state) values ($1, $2, 'failed')`, [
    runId,
    orderId,
  ])
  const declinedId = await runOf('declined')
  await app.database.sql(
    `update event_runs set declined_by = $2, declined_at = portal_now(), decline_reason = 'The boats are paid.' where id = $1`,
    [declinedId, memberId],
  )
  return {
    'event-cancelled': { runId, orderId, outcome: 'kept' as const },
    'event-cancel-waiting': { runId: await runOf('waiting'), memberId },
    'event-cancel-declined': { runId: declinedId, memberId },
    'event-cancel-report': { runId, memberId },
  }
}

/** A club whose season ends in a month, without a next one. */
async function endingSoon(app: TestApp): Promise<string> {
  const club = await buildClub(app)
  await app.database.sql(
    `update membership_configurations set end_date = (portal_now() + interval '30 days')::date, start_date = (portal_now() - interval '300 days')::date
     where id = $1`,
    [club.season.id],
  )
  await app.database.sql(`update organisations set name = 'Roskilde Roklub' where id = $1`, [club.id])
  return club.id
}

/** An invitation to the club's office. */
async function invitedToOffice(app: TestApp, club: Club, inviter: Person): Promise<string> {
  await grantOffice(app, club, inviter, ['treasurer'])
  const id = newId()
  await app.database.sql(
    `insert into office_invitations (id, org_id, email, roles, language, invited_by, expires_at)
     values ($1, $2, 'helper@example.com', '{treasurer}', 'da', $3, portal_now() + interval '14 days')`,
    [id, club.id, inviter.memberId],
  )
  return id
}

/** A membership that costs nothing, at a club of its own. @returns the order */
async function boughtBy(app: TestApp, buyer: Person, whom: Person): Promise<string> {
  const season = await buildSeason(app, await buildClub(app), { name: 'Voksen', price: 0, surcharge: 0 })
  const token = await prepare(app, buyer, [{ memberId: whom.memberId, season }])
  return (await stateOf(app, buyer, token)).own!.id
}

/** A charge for two memberships; of another day than theirs, so that they are still reminded. */
async function renewalsOf(app: TestApp, { id: orgId, season }: Club, payerId: string) {
  const chargeId = newId()
  const endDate = `${season.endDate.slice(0, 4)}-11-30`
  await app.database.sql(
    `insert into renewal_charges (id, org_id, payer_id, end_date, next_try, tries, status) values ($1, $2, $3, $4, $4::date - 14, 1, 'failing')`,
    [chargeId, orgId, payerId, endDate],
  )
  await app.database.sql(
    `insert into renewals (id, charge_id, org_id, member_id, membership_id, configuration_id, year, amount)
     select gen_random_uuid(), $1, m.org_id, m.member_id, m.id, c.id, 2000, 88500 from memberships m, membership_configurations c
     where m.org_id = $2 and c.org_id = $2 and c.id <> $3`,
    [chargeId, orgId, season.id],
  )
  return {
    'renewal-announced': { memberId: payerId, orgId, endDate },
    'renewal-failed': { chargeId, tries: 1 },
    'renewal-ended': { memberId: payerId, orgId, endDate, membershipIds: await membershipsAt(app, orgId) },
  }
}

async function membershipsAt(app: TestApp, orgId: string): Promise<string[]> {
  const rows = await app.database.sql<{ id: string }>('select id from memberships where org_id = $1', [orgId])
  return rows.map(({ id }) => id)
}

/** A child whose card-renewed membership is for younger people from the next season on. */
async function outgrown(app: TestApp, payerId: string, childId: string): Promise<About> {
  const club = await buildClub(app)
  const year = Number(club.season.startDate.slice(0, 4))
  await app.database.sql(`update organisations set name = 'Roskilde Roklub' where id = $1`, [club.id])
  const season = (of: number) =>
    buildSeason(app, club, {
      name: `Junior ${of}`,
      maxAge: 17,
      startDate: `${of}-01-01`,
      endDate: `${of}-12-31`,
      offerStartDate: '2020-01-01',
    })
  const [now] = [await season(year), await season(year + 1)]
  await buildSeason(app, club, {
    name: `Voksen ${year + 1}`,
    startDate: `${year + 1}-01-01`,
    endDate: `${year + 1}-12-31`,
    offerStartDate: '2020-01-01',
  })
  await app.database.sql('update members set date_of_birth = $2 where id = $1', [childId, `${year - 18}-06-01`])
  await app.database.sql(
    `insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
     values (portal_new_id(), $1, $2, 'outgrown', '4100 00XX XXXX 0000', '2049-12')`,
    [club.id, payerId],
  )
  await app.database.sql(
    `with made as (
       insert into memberships (id, org_id, member_id, auto_renewal, saved_card_identifier)
       values (portal_new_id(), $1, $2, true, 'outgrown') returning id)
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     select portal_new_id(), id, $1, $2, $3, $4, $5, $6, 'active' from made`,
    [club.id, childId, now.id, year, now.startDate, now.endDate],
  )
  return { memberId: payerId, orgId: club.id, endDate: now.endDate }
}

/** A membership whose saved card has run out before its renewal. */
async function cardExpires(app: TestApp, payerId: string): Promise<About> {
  const club = await buildClub(app)
  await app.database.sql(`update organisations set name = 'Roskilde Roklub' where id = $1`, [club.id])
  await followingSeason(app, club, 1, { offerStartDate: '2020-01-01' })
  await insertPaidTerm(app, payerId, club.season)
  await app.database.sql(
    `with card as (
       insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
       values (portal_new_id(), $1, $2, 'expires', '4100 00XX XXXX 0000', '2026-01'))
     update memberships set auto_renewal = true, saved_card_identifier = 'expires' where org_id = $1 and member_id = $2`,
    [club.id, payerId],
  )
  return { memberId: payerId, orgId: club.id, endDate: club.season.endDate }
}

/** Anna asks the club and is answered; so is somebody without an account. */
async function conversationsOf(app: TestApp, { id: orgId }: Club, memberId: string) {
  const [own, visitors] = [newId(), newId()]
  await app.database.sql(
    `insert into threads (id, org_id, member_id, subject, preview) values ($1, $2, $3, 'A boat place', 'Is there a boat place?')`,
    [own, orgId, memberId],
  )
  await app.database.sql(
    `insert into threads (id, org_id, visitor_name, visitor_email, visitor_language, subject, preview)
     values ($1, $2, 'Vera Visitor', 'vera@nowhere.example', 'da', 'Swimming', 'Must one swim?')`,
    [visitors, orgId],
  )
  const write = async (threadId: string, sender: 'asker' | 'club', author: string, text: string) => {
    const id = newId()
    await app.database.sql(
      'insert into thread_messages (id, thread_id, sender, author, text, token_hash) values ($1, $2, $3, $4, $5, gen_random_uuid())',
      [id, threadId, sender, author, text],
    )
    return id
  }
  const asked = await write(own, 'asker', 'Anna Holm', 'Is there a boat place?\n\nBest, Anna')
  await app.database.sql(
    `insert into thread_attachments (id, message_id, position, member_id, name, content_type, size, bytes)
     values ($1, $2, 1, $3, 'boat.pdf', 'application/pdf', 12400, '')`,
    [newId(), asked, memberId],
  )
  const refused = newId()
  await app.database.sql(
    `insert into delayed_actions (id, org_id, actor_id, kind, thing_id, label, payload, state, refusal, due_at)
     values ($1, $2, $3, 'answer', $4, 'Vera Visitor', '{"text":"Yes, 200 metres."}', 'refused', 'answered_meanwhile', now())`,
    [refused, orgId, memberId, visitors],
  )
  return {
    'answer-not-sent': { actionId: refused },
    'contact-asked': { messageId: asked },
    'contact-many': { orgId },
    'contact-answered': { messageId: await write(own, 'club', 'Rikke', 'Yes, place 12.\nWelcome!') },
    'contact-answered-visitor': { messageId: await write(visitors, 'club', 'Rikke', 'Yes, 200 metres.') },
  }
}

/** A member whom a club has written down, and nobody signs in as. */
async function unclaimed(app: TestApp): Promise<string> {
  const id = newId()
  await app.database.sql(
    `insert into members (id, first_name, last_name, email) values ($1, 'Ulla', 'Vest', 'u@mail.example')`,
    [id],
  )
  return id
}

async function insertRefund(app: TestApp, orderId: string, method: string): Promise<string> {
  const id = newId()
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
     select $1, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'authorised_twice', $3, 'done', now()
     from payments where order_id = $2`,
    [id, orderId, method],
  )
  if (method === 'credit')
    await app.database.sql(
      'insert into credit_notes (refund_id, org_id, year, test_mode, number) select id, org_id, 2026, false, 3 from refunds where id = $1',
      [id],
    )
  return id
}

/** A club offers a season to Anna and her child. */
async function offered(app: TestApp, { memberId }: Person, child: string) {
  const { id: orgId, season } = await buildClub(app)
  const memberIds = [memberId, child]
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source) select $1, id, '2020-01-01', 'added' from unnest($2::uuid[]) people (id)`,
    [orgId, memberIds],
  )
  return { orgId, memberId, membershipConfId: season.id, memberIds }
}

/** Anna left a club, and it suggests a change to her and asks whether she is somebody else. */
async function aboutPeople(app: TestApp, { memberId }: Person, by: Person) {
  const { id: orgId } = await buildClub(app)
  const suggestionId = newId()
  await app.database.sql(
    `insert into club_people (org_id, member_id, since, source, left_on, left_reason)
     values ($1, $2, '2020-01-01', 'joined', '2026-12-31', 'moved')`,
    [orgId, memberId],
  )
  await app.database.sql(
    `insert into change_suggestions (id, org_id, member_id, suggested_by, fields) values ($1, $2, $3, $4, '{"city": "Ry"}')`,
    [suggestionId, orgId, memberId, by.memberId],
  )
  const requestId = newId()
  await app.database.sql(
    `insert into merge_requests (id, org_id, kept_id, gone_id, asked_by, until) values ($1, $2, $3, $4, $4, portal_now() + interval '14 days')`,
    [requestId, orgId, memberId, by.memberId],
  )
  return {
    'merge-asked': { requestId, orgId, receiverId: memberId },
    'club-left': { orgId, memberId },
    'change-suggested': { suggestionId, orgId, memberId, receiverId: memberId },
  }
}
