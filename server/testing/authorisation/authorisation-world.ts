import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newId } from '#server/database/new-id.ts'
import { unsubscribeToken } from '#server/domains/notifications/preferences/unsubscribe.ts'
import {
  buildFace,
  buildClub,
  buildParticipant,
  buildSeason,
  type Club,
  linkedTo,
  type Person,
  type Season,
  signedIn,
} from '../builders.ts'
import { buildConversations, type BuiltConversations } from '../builders/conversation-builders.ts'
import { buildCoupon } from '../builders/coupon-builders.ts'
import { buildEvent, buildPicture } from '../builders/event-builders.ts'
import { buy, handleOf, openWindow, payInWindow, prepare, stateOf, visit } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'
import { buildTickets } from '../builders/ticket-builders.ts'

/**
 * The actors, who all call about Anna's things in the club ROKLUB. Anna is the owner and manages the participant; the relatives are four
 * people whom she invited.
 */
export const actors = [
  'anonymous',
  'stranger to the portal',
  'owner',
  'other member',
  'invited, not answered',
  'relative',
  'rejected',
  'relative until lately',
  'admin of the club',
  'admin of another',
  'super admin',
  'impersonator',
] as const
export type Who = (typeof actors)[number]

/** Anna's things. */
export interface World extends BuiltConversations {
  club: Club
  anna: Person
  /** A participant of Anna's with a season of the club. */
  alma: string
  dan: Person
  carla: Person
  invitations: Record<'pending' | 'approved' | 'rejected' | 'ended', string>
  termId: string
  /** The order line that bought the term. */
  lineId: string
  /** A season on sale that nobody has. */
  nextSeason: Season
  /** Her draft of the next season. */
  draftId: string
  membershipId: string
  almasMembershipId: string
  paymentId: string
  authorizationIdentifier: string
  /** A refund that is done. */
  refundId: string
  notificationId: string
  /** The notification to somebody she invited. */
  requestId: string
  /** Anna's ticket and its event. */
  entryId: string
  eventId: string
  /** An event that is not public until tomorrow. */
  earlyEventId: string
  /** A private code of the club. */
  coupon: string
  couponId: string
  /** A subscription of her calendar. */
  feedId: string
  feedToken: string
  /** A note of hers. */
  noteId: string
  unsubscribe: string
  failedMessageId: string
  orderToken: string
  paidToken: string
  handle: string
}

/** Creates the actors and things of the authorisation matrix. */
export async function buildAuthorisationWorld(
  app: TestApp,
): Promise<{ world: World; tokens: Record<Who, string | undefined> }> {
  const person = (name: string) => signedIn(app, name)
  const [anna, bo, carla] = [
    await person('anna@example.com'),
    await person('bo@example.com'),
    await person('carla@example.com'),
  ]
  const [dan, erik, ulla] = [
    await person('dan@example.com'),
    await person('erik@example.com'),
    await person('unverified@example.com'),
  ]
  const superAdmin = await person('super@example.com')
  const tokens = {
    anonymous: undefined,
    'stranger to the portal': await app.signIn('newcomer@example.com'),
    owner: anna.token,
    'other member': dan.token,
    'invited, not answered': carla.token,
    relative: bo.token,
    rejected: erik.token,
    'relative until lately': ulla.token,
    'admin of the club': (await person('admin@roklub.example')).token,
    'admin of another': (await person('admin@tennis.example')).token,
    'super admin': superAdmin.token,
    impersonator: superAdmin.token,
  }
  const invitations = {
    pending: await linkedTo(app, anna, carla, 'pending'),
    approved: await linkedTo(app, anna, bo, 'approved'),
    rejected: await linkedTo(app, anna, erik, 'rejected'),
    ended: await linkedTo(app, anna, ulla, 'ended'),
  }
  const club = await buildClub(app, { key: 'ROKLUB' })
  const alma = await buildParticipant(app, anna, 'Alma')
  const bought = await buyAll(app, anna, alma, club)
  const request = { receiverId: carla.memberId, type: 'FAMILY_LINK_REQUEST' } as const
  const world = {
    club,
    anna,
    alma,
    dan,
    carla,
    invitations,
    ...bought,
    requestId: (await app.call(notifications.create, request, { as: anna.token })).id,
    ...(await writeAftermath(app, anna, club)),
    ...(await buyTicket(app, anna, club)),
    unsubscribe: unsubscribeToken(app.context.secrets, { memberId: anna.memberId, kind: 'memberships' }),
    handle: await handleOf(app, anna, club.id),
    ...(await buildConversations(app, anna, club)),
  }
  return { world, tokens }
}

async function buyAll(app: TestApp, anna: Person, alma: string, club: Club) {
  const paidToken = await buy(app, anna, club)
  const { id: lineId, termId, membershipId } = (await stateOf(app, anna, paidToken)).own!.lines[0]!
  const [payment] = await app.database.sql<{ id: string; authorization_identifier: string }>('select * from payments')
  const almasToken = await buyFor(app, anna, alma, club.season)
  const almas = (await stateOf(app, anna, almasToken)).own!.lines[0]!
  const nextYear = `${Number(club.season.endDate.slice(0, 4)) + 1}`
  const nextSeason = await buildSeason(app, club, {
    name: `Adult ${nextYear}`,
    startDate: `${nextYear}-01-01`,
    endDate: `${nextYear}-12-31`,
  })
  const draft = { membershipId: membershipId!, membershipConfId: nextSeason.id }
  const { id: draftId } = await app.call(memberships.createTerm, draft, { as: anna.token })
  await app.call(memberships.createPayment, { historyId: draftId }, { as: anna.token })
  const extra = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  return {
    paidToken,
    lineId,
    nextSeason,
    draftId,
    termId: termId!,
    membershipId: membershipId!,
    almasMembershipId: almas.membershipId!,
    paymentId: payment!.id,
    authorizationIdentifier: payment!.authorization_identifier,
    orderToken: await prepare(app, anna, [{ memberId: anna.memberId, season: extra }]),
  }
}

async function buyFor(app: TestApp, buyer: Person, memberId: string, season: Season): Promise<string> {
  const token = await prepare(app, buyer, [{ memberId, season }])
  await visit((await payInWindow(await openWindow(app, buyer, season, token), '0000'))!)
  return token
}

/** A refund with its credit note, a failed message, a note. */
async function writeAftermath(app: TestApp, anna: Person, club: Club) {
  const refundId = newId()
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
     select $1, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'authorised_twice', 'credit', 'done', now() from payments limit 1`,
    [refundId],
  )
  await app.database.sql(
    'insert into credit_notes (refund_id, org_id, year, test_mode, number) values ($1, $2, 2026, false, 7)',
    [refundId, club.id],
  )
  const failedMessageId = newId()
  await app.database.sql(
    `insert into messages (id, once_key, template, data, status) values ($1, 'failed', 'order-paid', '{}', 'failed')`,
    [failedMessageId],
  )
  const [notification] = await app.database.sql<{ id: string }>('select id from notifications where receiver_id = $1', [
    anna.memberId,
  ])
  const noteId = newId()
  await app.database.sql(`insert into notes (id, member_id, text) values ($1, $2, 'Buy an oar')`, [
    noteId,
    anna.memberId,
  ])
  return { refundId, failedMessageId, notificationId: notification!.id, noteId }
}

async function buyTicket(app: TestApp, anna: Person, club: Club) {
  const event = await buildEvent(app, club)
  const { entryIds } = await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
  const coupon = await buildCoupon(app, club)
  const early = await buildEvent(app, club, { publicFrom: new Date(Date.now() + 86_400_000) })
  await buildPicture(app, event)
  await buildFace(app, club)
  const { feed, url } = await app.call(calendarFeeds.create, { kind: 'person' }, { as: anna.token })
  return {
    feedId: feed.id,
    feedToken: /feed\/(\w+)\.ics$/.exec(url)![1]!,
    eventId: event.id,
    earlyEventId: early.id,
    entryId: entryIds[0]!,
    coupon: coupon.code,
    couponId: coupon.id,
  }
}

/** The headers besides the token: Acting-For for impersonators, and an `orgkey` of ALL, which must grant nothing. */
export async function headersOf(app: TestApp, who: Who, { anna }: World): Promise<Record<string, string>> {
  if (who !== 'impersonator') return { orgkey: 'ALL' }
  await app.database.sql('update impersonations set ended_at = portal_now() where ended_at is null')
  await app.database.sql(
    `insert into impersonations (id, actor_id, member_id)
     select gen_random_uuid(), id, $1 from members where email = 'super@example.com'`,
    [anna.memberId],
  )
  return { orgkey: 'ALL', 'acting-for': anna.memberId }
}
