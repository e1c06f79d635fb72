import { newId } from '#server/database/new-id.ts'
import { unsubscribeToken } from '#server/domains/notifications/unsubscribe-token.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from './builders.ts'
import { buy, handleOf, prepare, stateOf } from './purchase.ts'
import type { TestApp } from './test-app.ts'

/** Who calls about things that are Anna's, in the club ROKLUB. */
export const actors = [
  'anonymous',
  'stranger to the portal',
  'owner',
  'other member',
  'admin of the club',
  'admin of another',
  'super admin',
] as const
export type Who = (typeof actors)[number]

export interface World {
  club: Club
  anna: Person
  termId: string
  membershipId: string
  paymentId: string
  authorizationIdentifier: string
  /** Of money that was paid back. */
  refundId: string
  notificationId: string
  unsubscribe: string
  failedMessageId: string
  bo: Person
  orderToken: string
  paidToken: string
  handle: string
}

/** Everything that the calls of the authorisation matrix are about, and everybody who makes them. */
export async function buildAuthorisationWorld(
  app: TestApp,
): Promise<{ world: World; tokens: Record<Who, string | undefined> }> {
  const sign = async (name: string) => (await signedIn(app, name)).token
  const anna = await signedIn(app, 'anna@example.com')
  const bo = await signedIn(app, 'bo@example.com')
  const tokens = {
    anonymous: undefined,
    'stranger to the portal': await app.signIn('newcomer@example.com'),
    owner: anna.token,
    'other member': bo.token,
    'admin of the club': await sign('admin@roklub.example'),
    'admin of another': await sign('admin@tennis.example'),
    'super admin': await sign('super@example.com'),
  }
  const club = await buildClub(app, { key: 'ROKLUB' })
  const paidToken = await buy(app, anna, club)
  const paid = await stateOf(app, anna, paidToken)
  const extra = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  const { termId, membershipId } = paid.own!.lines[0]!
  const [payment] = await app.database.sql<{ id: string; authorization_identifier: string }>('select * from payments')
  const refundId = newId()
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
     select $1, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'authorised_twice', 'credit', 'done', now() from payments`,
    [refundId],
  )
  await app.database.sql(
    'insert into credit_notes (refund_id, org_id, year, test_mode, number) values ($1, $2, 2026, false, 7)',
    [refundId, club.id],
  )
  await app.database.sql(
    'insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id) values ($1, $2, $3, $4, $5)',
    [newId(), anna.memberId, bo.memberId, 'bo@example.com', newId()],
  )
  const [notification] = await app.database.sql<{ id: string }>('select id from notifications where receiver_id = $1', [
    anna.memberId,
  ])
  const failedMessageId = newId()
  await app.database.sql(
    `insert into messages (id, once_key, template, data, status) values ($1, 'failed', 'order-paid', '{}', 'failed')`,
    [failedMessageId],
  )
  const world = {
    club,
    anna,
    bo,
    notificationId: notification!.id,
    unsubscribe: unsubscribeToken(app.context.secrets, { memberId: anna.memberId, kind: 'memberships' }),
    failedMessageId,
    termId: termId!,
    membershipId: membershipId!,
    paymentId: payment!.id,
    authorizationIdentifier: payment!.authorization_identifier,
    refundId,
    paidToken,
    orderToken: await prepare(app, anna, [{ memberId: anna.memberId, season: extra }]),
    handle: await handleOf(app, anna, club.id),
  }
  return { world, tokens }
}
