import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeToday } from '#contract/office/today.ts'
import { tickets } from '#contract/events/tickets.ts'
import { orders } from '#contract/orders/orders.ts'
import { operator } from '#contract/operator.ts'
import { payments } from '#contract/payments/payments.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, ledgerOf, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { newestOrder, refundLines } from '#server/testing/purchases/line-refunds.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let office: Person
let club: Club
let token: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
})

const unresolved = (after?: string) =>
  app.call(payments.unresolved, { orgId: club.id, ...(after ? { after } : {}) }, { as: office.token })

/** Paid at the gateway; neither the callback nor the browser reaches the portal. */
async function paidUnheard(): Promise<string> {
  const back = await payInWindow(await openWindow(app, anna, club.season, token), '0011')
  return new URL(back!).searchParams.get('authorizationIdentifier')!
}

const declined = () => app.call(payments.unresolved, { orgId: club.id, declined: 'true' }, { as: office.token })

const resume = (paymentId: string, authorizationIdentifier: string) =>
  app.call(payments.resume, { orgId: club.id, paymentId, authorizationIdentifier }, { as: office.token })

test('a payment that nobody reported is listed after 15 minutes, and settled by its identifier', async () => {
  const authorizationIdentifier = await paidUnheard()
  expect((await unresolved()).payments).toEqual([])
  await app.moveClock('16 minutes')
  const { payments: listed, next } = await unresolved()
  expect(next).toBeNull()
  expect(listed).toMatchObject([
    {
      kind: 'window_left',
      buyer: { name: 'Anna Holm', email: 'anna@example.com' },
      amount: { minor: club.season.total, currency: 'DKK' },
      orderStatus: 'open',
      authorizationIdentifier: null,
      can: { resume: true, close: true, retryRefund: false },
    },
  ])
  const { paymentId } = listed[0]!
  expect(await resume(paymentId, authorizationIdentifier)).toEqual({ outcome: 'paid', orderStatus: 'paid' })
  // A second click changes nothing.
  expect(await resume(paymentId, authorizationIdentifier)).toEqual({ outcome: 'paid', orderStatus: 'paid' })
  expect((await unresolved()).payments).toEqual([])
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a window that is left needs a look for as long as it is open, and stays in the list', async () => {
  await paidUnheard()
  const found = async () => [
    (await app.call(officeToday.show, { orgId: club.id }, { as: office.token })).unresolved,
    (await unresolved()).payments.map(({ kind }) => kind),
  ]
  expect(await found()).toEqual([0, []])
  await app.moveClock('16 minutes')
  expect(await found()).toEqual([1, ['window_left']])
  await app.moveClock('45 minutes')
  expect(await found()).toEqual([0, ['window_closed']])
})

test('when the season was sold meanwhile, money found by the office is refunded', async () => {
  const authorizationIdentifier = await paidUnheard()
  await app.moveClock('40 minutes')
  await buy(app, anna, club)
  const [left] = (await unresolved()).payments
  expect(await resume(left!.paymentId, authorizationIdentifier)).toMatchObject({ outcome: 'returned' })
  expect((await stateOf(app, anna, token)).own!.givenBack).toMatchObject([{ status: 'done', cause: 'places_taken' }])
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('the refunds of a week are those of its payments: no money that never came in', async () => {
  const authorizationIdentifier = await paidUnheard()
  await app.moveClock('40 minutes')
  await buy(app, anna, club)
  const [left] = (await unresolved()).payments
  await resume(left!.paymentId, authorizationIdentifier)
  const refunds = async () => {
    const { money } = await app.call(officeToday.show, { orgId: club.id }, { as: office.token })
    const { sums } = await app.call(orders.ofClub, { orgId: club.id }, { as: office.token })
    return [money!.refunded.minor, sums[0]!.refunded.minor]
  }
  expect(await refunds()).toEqual([0, 0])

  await refundLines(app, office, { orgId: club.id, order: await newestOrder(app, office, club) }, [0])
  const event = await buildEvent(app, club, { refundUntilHours: 24 })
  await buyPlaces(app, anna, event, [{ memberId: anna.memberId, event }])
  const [ticket] = await app.call(tickets.list, { eventId: event.id }, { as: anna.token })
  await app.call(tickets.refund, { entryId: ticket!.id }, { as: anna.token })
  await app.runJobs({ all: true })
  const sum = club.season.total + 20_000
  expect(await refunds()).toEqual([sum, sum])
})

test("a mistyped identifier, or another payment's, is refused and changes nothing", async () => {
  await paidUnheard()
  const other = await buildClub(app)
  await buy(app, anna, other)
  await app.moveClock('16 minutes')
  const { paymentId } = (await unresolved()).payments[0]!
  await expect(resume(paymentId, randomUUID())).rejects.toMatchObject({ code: 'authorization_unknown', status: 404 })

  // Of the same club, but of another order.
  const bo = await signedIn(app, 'bo@example.com')
  const theirs = await prepare(app, bo, [{ memberId: bo.memberId, season: club.season }])
  const back = (await payInWindow(await openWindow(app, bo, club.season, theirs), '0011'))!
  const foreign = new URL(back).searchParams.get('authorizationIdentifier')!
  await expect(resume(paymentId, foreign)).rejects.toMatchObject({ code: 'authorization_foreign', status: 409 })
  expect((await stateOf(app, anna, token)).status).toBe('open')
  await visit(back)
  expect((await stateOf(app, bo, theirs)).status).toBe('paid')
})

test('an unpaid window is closed; money that arrives later still counts', async () => {
  const authorizationIdentifier = await paidUnheard()
  await app.moveClock('16 minutes')
  const [left] = (await unresolved()).payments
  const which = { orgId: club.id, paymentId: left!.paymentId }
  expect(await app.call(payments.close, which, { as: office.token })).toEqual({ orderStatus: 'declined' })
  expect((await unresolved()).payments).toEqual([])
  const [change] = await app.database.sql(
    `select actor_id, subject_id from status_changes where thing = 'payments' and cause = 'closed by the office' and thing_id = $1`,
    [left!.paymentId],
  )
  expect(change).toEqual({ actor_id: office.memberId, subject_id: anna.memberId })
  expect(await resume(left!.paymentId, authorizationIdentifier)).toMatchObject({ outcome: 'paid' })
  // A paid one is not closed.
  expect(await app.call(payments.close, which, { as: office.token })).toEqual({ orderStatus: 'paid' })
})

test('a declined window that was then paid unnoticed is found by the office', async () => {
  const link = await openWindow(app, anna, club.season, token)
  await payInWindow(link, '0001')
  await visit(`${app.url}/ui/membership/decline?izytoken=${token}&gatewayreason=6`)
  const back = await payInWindow(link, '0011')
  await app.moveClock('16 minutes')
  expect((await unresolved()).payments).toEqual([])
  const [found] = (await declined()).payments
  expect(found).toMatchObject({ kind: 'window_left', orderStatus: 'declined', can: { resume: true, close: false } })
  const identifier = new URL(back!).searchParams.get('authorizationIdentifier')!
  expect(await resume(found!.paymentId, identifier)).toMatchObject({ outcome: 'paid' })
})

test('a payment of another amount is listed with the difference until somebody closes it', async () => {
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0016'))!)
  const listed = (await unresolved()).payments
  expect(listed).toMatchObject([
    {
      kind: 'differs',
      differs: 'amount',
      asked: { minor: club.season.total, currency: 'DKK' },
      orderStatus: 'declined',
      refund: { cause: 'differs', status: 'done', problem: null },
      can: { resume: false, close: true, retryRefund: false, confirmRefund: false },
    },
  ])
  const [authorization] = (await ledgerOf(listed[0]!.orderNumber)).authorizations
  expect(listed[0]!.amount.minor).toBe(authorization!.amount)
  expect(authorization!.amount).not.toBe(club.season.total)
  const seen = { orgId: club.id, paymentId: listed[0]!.paymentId }
  expect(await app.call(payments.close, seen, { as: office.token })).toEqual({ orderStatus: 'declined' })
  expect((await unresolved()).payments).toEqual([])
})

test('a stuck authorised payment is counted for the operator', async () => {
  await paidUnheard()
  const hanging = async () =>
    /portal_unresolved_payments\{kind="not_settled"\} (\d+)/.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]
  const before = Number(await hanging())
  await app.database.sql(`update payments set status = 'authorised' where org_id = $1`, [club.id])
  await app.moveClock('16 minutes')
  expect(Number(await hanging())).toBe(before + 1)
})

/** Every way in which a payment can need a look, and one that needs none. */
const stuck = {
  'a window that nobody came back from': `status = 'linked'`,
  'a charge without an answer': `status = 'authorising', authorization_identifier = gen_random_uuid()`,
  'an authorised payment': `status = 'authorised', authorization_identifier = gen_random_uuid()`,
  'a capture that does not end': `status = 'capturing', authorization_identifier = gen_random_uuid(), capturing_since = portal_now()`,
  'a refund that is refused': `status = 'voided', authorization_identifier = gen_random_uuid()`,
  'an amount that differs': `status = 'voided', authorization_identifier = gen_random_uuid()`,
  'a declined window': `status = 'declined'`,
}

test.each(Object.entries(stuck))(
  'the office, the console and the front page count the same: %s',
  async (what, change) => {
    await openWindow(app, anna, club.season, token)
    await app.database.sql(`update payments set ${change} where org_id = $1`, [club.id])
    const refund = async (more: string, values: string) =>
      app.database.sql(
        `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, ${more})
       select portal_new_id(), order_id, org_id, id, authorization_identifier, amount, currency, test_mode, ${values} from payments where org_id = $1`,
        [club.id],
      )
    if (what.startsWith('a refund')) await refund('status', `'places_taken', 'failed'`)
    if (what.startsWith('an amount'))
      await refund('differs, status, method, done_at', `'differs', 'amount', 'done', 'void', portal_now()`)
    await app.moveClock('16 minutes')
    const as = { as: office.token }
    const today = await app.call(officeToday.show, { orgId: club.id }, as)
    const operating = { as: (await signedIn(app, 'super@example.com')).token }
    const health = await app.call(operator.health, {}, operating)
    const { clubs } = await app.call(operator.clubs, { search: club.key }, operating)
    const listed = (await unresolved()).payments.length
    expect(listed).toBe(what === 'a declined window' ? 0 : 1)
    expect({
      today: today.unresolved,
      health: health.unresolved.find(({ orgId }) => orgId === club.id)?.count ?? 0,
      clubs: clubs.find(({ id }) => id === club.id)!.unresolved,
    }).toEqual({ today: listed, health: listed, clubs: listed })
  },
)

test('windows of orders that were paid otherwise are not listed', async () => {
  await openWindow(app, anna, club.season, token)
  await app.database.sql(`update payments set created_at = created_at - interval '55 minutes' where org_id = $1`, [
    club.id,
  ])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  await app.moveClock('16 minutes')
  expect((await unresolved()).payments).toEqual([])
})

test("a club's list is for its admins only, without other clubs' payments, and is paged", async () => {
  await paidUnheard()
  await app.moveClock('16 minutes')
  await expect(app.call(payments.unresolved, { orgId: club.id }, { as: anna.token })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const [left] = (await unresolved()).payments
  const other = await buildClub(app)
  await expect(
    app.call(payments.close, { orgId: other.id, paymentId: left!.paymentId }, { as: office.token }),
  ).rejects.toMatchObject({ code: 'payment_not_found' })

  await app.database.sql(
    `insert into payments (id, order_id, org_id, status, payment_identifier, amount, currency, order_number, test_mode, created_at, updated_at)
     select gen_random_uuid(), order_id, org_id, 'linked', gen_random_uuid(), amount, currency, order_number, test_mode, created_at, updated_at
     from payments, generate_series(1, 119) where org_id = $1`,
    [club.id],
  )
  const first = await unresolved()
  const second = await unresolved(first.next!)
  expect([first.payments.length, second.payments.length, second.next]).toEqual([100, 20, null])
  expect(new Set([...first.payments, ...second.payments].map(({ paymentId }) => paymentId)).size).toBe(120)
})
