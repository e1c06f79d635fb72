import { beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { expireOrders } from '../domains/orders/cancel-order.ts'
import { buildClub, buildParticipant, buildSeason, type Club, type Person, signedIn } from '../testing/builders.ts'
import {
  handleOf,
  ledgerOf,
  openWindow,
  payInWindow,
  paymentRequest,
  prepare,
  stateOf,
  visit,
} from '../testing/purchase.ts'
import { by, none, paymentOf, proceed, writeSteps } from '../testing/purchases/step-by-step.ts'
import { sharedApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

test('repeated steps are one draft; after an order they are a new one', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => writeSteps(app, anna, anna.memberId, club.season)))
  expect(
    new Set(many.map(({ membershipId, historyId, paymentId }) => `${membershipId} ${historyId} ${paymentId}`)).size,
  ).toBe(1)
  const first = await proceed(app, anna, [anna.memberId], club)
  const again = await writeSteps(app, anna, anna.memberId, club.season)
  expect(again.membershipId).toBe(many[0]!.membershipId)
  expect(again.historyId).not.toBe(many[0]!.historyId)
  // Asked by its history, the payment of the order before is still the one of its line.
  const { id } = await app.call(memberships.createPayment, { historyId: many[0]!.historyId }, by(anna))
  expect(id).toBe(many[0]!.paymentId)

  const second = await proceed(app, anna, [anna.memberId], club)
  expect((await stateOf(app, anna, first.token)).status).toBe('cancelled')
  expect((await stateOf(app, anna, second.token)).own!.lines[0]).toMatchObject({ id: again.paymentId })
  expect(await paymentOf(app, anna, many[0]!)).toMatchObject({ paymentStatus: 'init_mem', totalPaid: 0 })
})

test('two orders at once do not both take over the same drafts', async () => {
  for (let round = 0; round < 5; round++) {
    const { season } = await buildClub(app)
    const steps = await writeSteps(app, anna, anna.memberId, season)
    const prepared = await Promise.allSettled(
      [0, 1].map(() => prepare(app, anna, [{ memberId: anna.memberId, season }])),
    )
    const lines = await app.database.sql<{ id: string }>(
      'select l.id from order_lines l join orders o on o.id = l.order_id where o.org_id = $1',
      [season.orgId],
    )
    expect(lines.filter(({ id }) => id === steps.paymentId)).toHaveLength(1)
    expect(lines).toHaveLength(prepared.filter(({ status }) => status === 'fulfilled').length)
    const [live] = await app.database.sql<{ count: string }>(
      `select count(*) from membership_terms where org_id = $1 and status = 'held'`,
      [season.orgId],
    )
    expect(live!.count).toBe('1')
    await app.database.sql('delete from rate_windows')
  }
})

test('a decline reported by the browser is recorded, and the order can be retried and paid', async () => {
  const steps = await writeSteps(app, anna, anna.memberId, club.season)
  const { token, link } = await proceed(app, anna, [anna.memberId], club)
  const words = Object.fromEntries(new URL((await payInWindow(link, '0002'))!).searchParams)
  const decline = async (authorizationIdentifier: string) =>
    app.call(
      orders.decline,
      {
        ...words,
        authorizationIdentifier,
        membershipHistoryPaymentId: steps.paymentId,
        freepayauthtoken: await handleOf(app, anna, club.id),
      },
      by(anna),
    )
  expect(await decline(none)).toEqual({ status: 'declined' })
  expect(await paymentOf(app, anna, steps)).toMatchObject({
    paymentStatus: 'declined',
    totalPaid: 0,
    gatewayreason: words['gatewayreason'],
    acquirer: words['acquirer'],
  })
  const again = await openWindow(app, anna, club.season, token)
  const back = new URL((await payInWindow(again, '0011'))!)
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  // The gateway's word counts: an authorised payment is settled, whatever the browser says, and stays paid.
  expect(await decline(authorizationIdentifier)).toEqual({ status: 'paid' })
  expect(await decline(authorizationIdentifier)).toEqual({ status: 'paid' })
  expect(await decline(none)).toEqual({ status: 'paid' })
  expect(await paymentOf(app, anna, steps)).toMatchObject({ paymentStatus: 'paid', authorizationIdentifier })
})

test('a club in test mode: paid without a capture by the same steps; a free season is paid with the order', async () => {
  const choir = await buildClub(app, { testMode: true })
  const steps = await writeSteps(app, anna, anna.memberId, choir.season)
  const { token, link } = await proceed(app, anna, [anna.memberId], choir)
  await visit((await payInWindow(link, '0000'))!)
  const { own, status } = await stateOf(app, anna, token)
  expect([status, own!.testMode]).toEqual(['paid', true])
  expect((await ledgerOf(own!.number)).captures).toEqual([])
  expect(await paymentOf(app, anna, steps)).toMatchObject({ paymentStatus: 'paid' })

  const free = await buildSeason(app, club, { name: 'Guest', price: 0, surcharge: 0 })
  const given = await writeSteps(app, anna, anna.memberId, free)
  await prepare(app, anna, [{ memberId: anna.memberId, season: free }])
  expect(await paymentOf(app, anna, given)).toMatchObject({
    paymentStatus: 'paid',
    paymentType: 'free',
    paymentMethod: '',
    totalMembershipFee: '0 DKK',
    totalPaid: 0,
  })
})

test('an order settled by the callback names the browser that last opened its window', async () => {
  const steps = await writeSteps(app, anna, anna.memberId, club.season)
  const { token, link } = await proceed(app, anna, [anna.memberId], club)
  const input = {
    ...paymentRequest(app, token, club.season.total),
    freepayauthtoken: await handleOf(app, anna, club.id),
  }
  const computer = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const again = await app.call(orders.openPaymentWindow, input, { as: anna.token, headers: computer })
  expect(again.paymentWindowLink).toBe(link)
  expect(await payInWindow(link, '0010')).toBeNull()
  await expect.poll(async () => (await paymentOf(app, anna, steps)).paymentStatus).toBe('paid')
  expect(await paymentOf(app, anna, steps)).toMatchObject({
    payInitDevice: 'Chrome, mobile, Android',
    payCompDevice: 'Firefox, desktop, Linux',
  })
})

test('refunded lines and an expired order have the specified states', async () => {
  const ida = await buildParticipant(app, anna, 'Ida')
  const mine = await writeSteps(app, anna, anna.memberId, club.season)
  const hers = await writeSteps(app, anna, ida, club.season)
  const { token, link } = await proceed(app, anna, [anna.memberId, ida], club)
  await visit((await payInWindow(link, '0000'))!)
  const { id: orderId } = (await stateOf(app, anna, token)).own!
  const office = await signedIn(app, 'all-clubs@example.com')
  const refund = { orgId: club.id, orderId, lineIds: [hers.paymentId] }
  await app.call(orders.refund, refund, { as: office.token })
  await app.runJobs({ all: true })
  expect(await paymentOf(app, anna, hers)).toMatchObject({ paymentStatus: 'refunded', totalPaid: 0 })
  expect(await paymentOf(app, anna, mine)).toMatchObject({
    paymentStatus: 'paid',
    totalPaid: club.season.total / 100,
    totalMembers: 2,
  })

  const other = await buildClub(app)
  const late = await writeSteps(app, anna, ida, other.season)
  await prepare(app, anna, [{ memberId: ida, season: other.season }])
  await app.moveClock('31 minutes')
  await expireOrders(app.context)
  await app.moveClock('-31 minutes')
  expect(await paymentOf(app, anna, late)).toMatchObject({ paymentStatus: 'init_mem', totalPaid: 0 })
})
