import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments/payments.ts'
import { addDays } from '#server/database/clock.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildParticipant, type Club, type Person, type Season, signedIn } from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubWithNextSeason,
  clubLedger,
  goTo,
  liveThrough,
  membershipOf,
  payOrder,
  runRecurring,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { chargeRenewal } from './charge-renewal.ts'

let app: TestApp
let club: Club
let next: Season
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
})
afterEach(async () => {
  // One club after the other: what is left of this one is not charged in the next test.
  await app.database.sql('update organisations set enabled = false')
})

const before = (days: number) => addDays(club.season.endDate, -days)
const own = (season: Season) => [{ memberId: anna.memberId, season }]
const mine = () => membershipOf(app, anna, anna.memberId, club)
const unpaid = async () =>
  (await app.call(orders.unpaid, {}, { as: anna.token })).filter(({ orgId }) => orgId === club.id)
const subjects = async () =>
  (await mailsTo(app, 'anna@example.com'))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(club.key) && !/Thank|Receipt|paid/i.test(subject))
/** The gateway serves other tests too: only this club's next charge loses its answer. */
const loseOneAnswer = () =>
  fetch(`${inject('simulators').url}/simulators/card-gateway/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      endpoint: 'recurring-authorize',
      key: club.gatewayKey,
      phase: 'after',
      drop: true,
      times: 1,
    }),
  })

test('a declined card is tried three times over ten days, with a notification each time; then the term ends normally', async () => {
  await buyWithConsent(app, anna, own(club.season), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  expect((await mine()).renewal).toMatchObject({ state: 'failing', tries: 1, nextTry: before(9) })
  const [waiting] = await unpaid()
  expect(waiting).toMatchObject({ isRenewal: true, total: { minor: next.total }, can: { pay: true } })
  expect((await mine()).renewal!.orderToken).toBe(waiting!.token)

  for (const days of [13, 9, 7]) await liveThrough(app, before(days))
  expect((await mine()).renewal).toMatchObject({ state: 'failing', tries: 2, nextTry: before(4) })
  expect(await unpaid()).toHaveLength(1)
  await liveThrough(app, before(4))
  const over = await mine()
  expect(over).toMatchObject({ autoRenewal: false, renewal: null, renewalEnded: { because: 'declined' } })
  expect(await unpaid()).toEqual([])
  await liveThrough(app, before(3))

  await liveThrough(app, before(0))
  expect(await mine()).toMatchObject({ status: 'active', statusUntil: club.season.endDate })
  await liveThrough(app, before(-1))
  expect(await mine()).toMatchObject({ status: 'grace' })
  for (const days of [-26, -31]) await liveThrough(app, before(days))
  expect(await mine()).toMatchObject({ status: 'grace' })
  await liveThrough(app, before(-32))
  expect(await mine()).toMatchObject({ status: 'expired' })

  const { authorizations, captures } = await clubLedger(club)
  expect([authorizations.length, captures.length]).toEqual([1, 1])
  expect((await subjects()).toReversed().map((subject) => subject.replace(/Club \w+/, 'C'))).toEqual([
    expect.stringMatching(/^The membership of C renews on/),
    "The card was declined: the membership of C hasn't been renewed yet",
    "The card was declined: the membership of C hasn't been renewed yet",
    "The membership of C hasn't been renewed",
    // In the week before the end, because nothing is under way any more, and on the last day.
    expect.stringMatching(/^Keep the membership of C: renew by/),
  ])
  const last = (await mailsTo(app, 'anna@example.com')).find(({ subject }) => subject.endsWith("hasn't been renewed"))
  // Consent to automatic renewal is asked for again.
  expect(last!.text).toMatch(new RegExp(`/membership/new\\?lines=${anna.memberId}\\.${next.id}&renews=true$`, 'm'))
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a charge given up before its last try still notifies the payer', async () => {
  await buyWithConsent(app, anna, own(club.season), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  // Nobody charges anything until a month after the days of grace.
  await goTo(app, before(-63))
  await runRecurring(app, 'renewals.charge-due')
  await app.runJobs({ all: true })
  expect(await mine()).toMatchObject({ autoRenewal: false, renewal: null, renewalEnded: { because: 'declined' } })
  const [last] = await subjects()
  expect(last!.replace(/Club \w+/, 'C')).toBe("The membership of C hasn't been renewed")
  const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  expect(bell.filter(({ data }) => data['orgId'] === club.id && data['chargeId'])).toHaveLength(2)
})

test('a card that was never tried was not declined', async () => {
  await buyWithConsent(app, anna, own(club.season))
  await liveThrough(app, before(28))
  await goTo(app, before(-63))
  await runRecurring(app, 'renewals.charge-due')
  await app.runJobs({ all: true })
  expect(await mine()).toMatchObject({ autoRenewal: false, renewalEnded: { because: 'not_renewed' } })
  const [last] = await subjects()
  expect(last!.replace(/Club \w+/, 'C')).toBe("Automatic renewal at C has ended: you haven't been charged")
})

test('another card can pay a failing renewal in the window, and replaces the old card', async () => {
  await buyWithConsent(app, anna, own(club.season), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const [waiting] = await unpaid()
  await payOrder(app, anna, next, waiting!.token, next.total, '0000')
  await app.runJobs({ all: true })
  expect((await mine()).renewal).toMatchObject({ card: { label: '4100 00XX XXXX 0000' }, state: 'paid' })
  for (const days of [9, 4]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).captures).toHaveLength(2)

  await runRecurring(app, 'renewals.delete-unused-cards')
  await app.moveClock('25 hours')
  await runRecurring(app, 'renewals.delete-unused-cards')
  await app.runJobs({ all: true })
  const { savedCards } = await clubLedger(club)
  expect(savedCards.map(({ maskedPan, deletedAt }) => [maskedPan.slice(-4), deletedAt !== null])).toEqual([
    ['0000', false],
    ['0018', true],
  ])
  const cards = await app.call(memberships.savedCards, {}, { as: anna.token })
  expect(cards.filter(({ orgId }) => orgId === club.id)).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a charge with a lost answer is not repeated: its authorisation is never captured, and the next attempt is charged once', async () => {
  await buyWithConsent(app, anna, own(club.season))
  await liveThrough(app, before(28))
  await loseOneAnswer()
  await liveThrough(app, before(14))
  await liveThrough(app, before(13))
  expect(await clubLedger(club)).toMatchObject({ authorizations: [{}, {}], captures: [{}] })
  const office = await signedIn(app, 'all-clubs@example.com')
  const listed = await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })
  expect(listed.payments).toMatchObject([{ kind: 'charge_unanswered', can: { resume: true, close: true } }])

  await liveThrough(app, before(9))
  expect((await clubLedger(club)).captures).toHaveLength(2)
  expect((await mine()).overallEndDate).toBe(next.endDate)
  const again = await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })
  expect(again.payments).toEqual([])
  for (const days of [4, 0]) await liveThrough(app, before(days))
  const { authorizations, captures } = await clubLedger(club)
  expect([authorizations.length, captures.length]).toEqual([3, 2])
  expect(await brokenInvariants(app, club, { unfinished: true })).toEqual([])
})

test('nobody joins a charge whose answer was lost: it may yet be paid', async () => {
  const alma = await buildParticipant(app, anna, 'Alma')
  const turn = (autoRenewal: boolean) =>
    app.call(memberships.updateItem, { memberId: alma, orgId: club.id, autoRenewal }, { as: anna.token })
  await buyWithConsent(app, anna, [...own(club.season), { memberId: alma, season: club.season }])
  await turn(false)
  await liveThrough(app, before(28))
  await loseOneAnswer()
  await liveThrough(app, before(14))
  await turn(true)
  await liveThrough(app, before(13))
  expect((await mine()).renewal).toMatchObject({ state: 'announced', tries: 1, nextTry: before(9) })
  const hers = (await membershipOf(app, anna, alma, club)).renewal
  expect(hers).toMatchObject({ state: 'announced', tries: 0, nextTry: before(6) })
  for (const days of [9, 6]) await liveThrough(app, before(days))
  const { captures } = await clubLedger(club)
  expect(captures.map(({ amount }) => amount)).toEqual([next.total, next.total, 2 * club.season.total])
  expect(await brokenInvariants(app, club, { unfinished: true })).toEqual([])
})

test("a worker that dies after the gateway's answer repeats nothing, and the next attempt is days later", async () => {
  await buyWithConsent(app, anna, own(club.season))
  await liveThrough(app, before(28))
  await goTo(app, before(14))
  const [charge] = await app.database.sql<{ id: string }>('select id from renewal_charges where org_id = $1', [club.id])
  const { gateway } = app.context
  const dying: typeof gateway = {
    ...gateway,
    authorizeCard: async (...call) => {
      await gateway.authorizeCard(...call)
      throw new Error('killed')
    },
  }
  await expect(chargeRenewal({ ...app.context, gateway: dying }, charge!.id)).rejects.toThrow('killed')
  for (let again = 0; again < 3; again++) await chargeRenewal(app.context, charge!.id)
  await liveThrough(app, before(13))
  expect(await clubLedger(club)).toMatchObject({ authorizations: [{}, {}], captures: [{}] })
  for (const days of [9, 4]) await liveThrough(app, before(days))
  const { authorizations, captures } = await clubLedger(club)
  expect([authorizations.length, captures.length]).toEqual([3, 2])
  expect(await brokenInvariants(app, club, { unfinished: true })).toEqual([])
})

test('the office enters the identifier of a lost answer, and it pays the order', async () => {
  await buyWithConsent(app, anna, own(club.season))
  await liveThrough(app, before(28))
  await loseOneAnswer()
  await liveThrough(app, before(14))
  const office = await signedIn(app, 'all-clubs@example.com')
  await app.moveClock('16 minutes')
  const [listed] = (await app.call(payments.unresolved, { orgId: club.id }, { as: office.token })).payments
  const [found] = (await clubLedger(club)).authorizations
  const { authorizationIdentifier } = found!
  const resumed = await app.call(
    payments.resume,
    { orgId: club.id, paymentId: listed!.paymentId, authorizationIdentifier },
    { as: office.token },
  )
  expect(resumed).toEqual({ outcome: 'paid', orderStatus: 'paid' })
  for (const days of [9, 4]) await liveThrough(app, before(days))
  const { authorizations, captures } = await clubLedger(club)
  expect([authorizations.length, captures.length]).toEqual([2, 2])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a club in test mode renews without a capture', async () => {
  await app.database.sql('update payment_configurations set test_mode = true where org_id = $1', [club.id])
  await buyWithConsent(app, anna, own(club.season))
  for (const days of [28, 14]) await liveThrough(app, before(days))
  expect((await mine()).overallEndDate).toBe(next.endDate)
  const { authorizations, captures } = await clubLedger(club)
  expect([authorizations.length, captures.length]).toEqual([2, 0])
  expect(authorizations.every(({ testMode }) => testMode)).toBe(true)
  expect(await brokenInvariants(app, club)).toEqual([])
})
