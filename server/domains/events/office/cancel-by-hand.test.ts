import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventCancel } from '#contract/events/cancel.ts'
import { eventFigures } from '#contract/events/figures.ts'
import { officeEvents } from '#contract/events/office.ts'
import { officeRegistrations } from '#contract/events/registrations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { orders } from '#contract/orders/orders.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { addByHand, daysFrom, registered, today } from '#server/testing/purchases/by-hand.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { ledgerOf, mailsTo } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** One event with a place paid by card, one in cash, and one by an invoice at the bank. */
let app: TestApp
let club: Club
let [chair, manager, anna, bo, erik]: Person[] = []
let feast: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  erik = await signedIn(app, 'erik@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  feast = await buildEvent(app, club, { title: 'Summer party' })
  await registered(app, club, [anna!.memberId, bo!.memberId, erik!.memberId])
  await grantOffice(app, club, manager!, ['event_manager'])
  await buyPlaces(app, anna!, feast, [{ memberId: anna!.memberId, event: feast }])
  const lines = [{ eventId: feast.id, category: 'adult' }]
  const cash = { how: 'taken', method: 'cash', receivedOn: today(), reference: '' } as const
  await addByHand(app, chair!, club, { memberId: bo!.memberId, lines, pay: cash })
  const invoice = { how: 'invoice', dueOn: daysFrom(today(), 14) } as const
  const { id: orderId } = await addByHand(app, chair!, club, { memberId: erik!.memberId, lines, pay: invoice })
  const bank = { method: 'bank_transfer', receivedOn: today(), reference: 'Bank 7', amount: 20_000 } as const
  await app.call(byHand.record, { orgId: club.id, orderId, ...bank }, as())
  await app.runJobs({ all: true })
})

const as = (person = chair!) => ({ as: person.token })
const which = () => ({ orgId: club.id, eventId: feast.id })
const preview = () => app.call(eventCancel.preview, which(), as())
const start = (person = chair!) =>
  app.call(
    eventCancel.start,
    { ...which(), texts: { da: 'Banen er oversvømmet.' }, refunds: 'all', name: 'Summer party' },
    as(person),
  )
async function carriedOut() {
  for (let round = 0; round < 3; round++) {
    await workOf(app.context)
      .recurring.find(({ name }) => name === 'events.resume-runs')!
      .run()
    await app.runJobs({ all: true })
  }
  return app.call(eventCancel.run, which(), as())
}
const registrations = (query: object = {}) => app.call(officeRegistrations.list, { ...which(), ...query }, as())
const figures = () => app.call(eventFigures.ofEvent, which(), as())
const toReturn = () => app.call(byHand.refunds, { orgId: club.id }, as())
const payments = () => app.call(orders.ofClub, { orgId: club.id }, as())
const moneyOf = async (person: Person) =>
  (await app.call(tickets.list, { eventId: feast.id }, as(person)))[0]!.cancellation!.money!
const newsOf = async (person: Person) => {
  const { newest } = await app.call(notifications.bell, {}, as(person))
  return newest.map(({ title, message }) => `${title} ${message}`).join('\n')
}
const mailedTo = async (email: string) =>
  (await mailsTo(app, email))
    .filter(({ subject, text }) => /Summer party/.test(subject + text))
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n')
const money = (minor: number) => ({ minor, currency: 'DKK' })
const paidBackBy = { field: 'toPayBack', op: 'any_of', values: ['yes'] } as const

test('what was paid by hand is counted by hand before and after, and nobody is promised it on a card', async () => {
  expect((await preview()).numbers).toMatchObject({ tickets: 3, toCards: money(20_000), byHand: money(40_000) })
  expect(await figures()).toMatchObject({ paid: money(20_000), elsewhere: money(40_000), sold: 3 })
  expect((await registrations()).counts).toMatchObject({
    income: money(20_000),
    elsewhere: money(40_000),
    toPayBack: 0,
  })

  await start()
  const run = await carriedOut()
  expect(run).toMatchObject({ state: 'done', total: 3, done: 1, byHand: 2, failed: 0, refunded: money(20_000) })
  expect(run.byHandOrders.map(({ buyer, amount }) => [buyer, amount])).toEqual([
    ['Bo Holm', money(20_000)],
    ['Erik Lund', money(20_000)],
  ])
  expect((await preview()).numbers).toMatchObject({ tickets: 0, toCards: money(0), byHand: money(0) })

  expect(await figures()).toMatchObject({
    paid: money(20_000),
    refunded: money(20_000),
    underWay: money(0),
    elsewhere: money(40_000),
    cancelled: 3,
  })
  const { events: listed } = await app.call(officeEvents.list, { orgId: club.id, tab: 'cancelled' }, as())
  expect(listed).toMatchObject([{ income: money(0) }])
  expect(await app.call(eventFigures.ofClub, { orgId: club.id }, as())).toMatchObject({ income: money(0) })
  expect((await payments()).sums).toMatchObject([{ paid: money(20_000), refunded: money(20_000), byHand: money(0) }])

  expect(await moneyOf(anna!)).toMatchObject({ state: 'refunded' })
  for (const person of [bo!, erik!]) {
    expect(await moneyOf(person)).toMatchObject({ state: 'by_hand', amount: money(20_000) })
    expect(await newsOf(person)).toMatch(/club refunds the money itself/)
    expect(await newsOf(person)).not.toMatch(/card|has been refunded/)
  }
  expect(await newsOf(anna!)).toMatch(/goes back to the card/)
  for (const email of ['bo@example.com', 'erik@example.com']) {
    const text = await mailedTo(email)
    expect(text).toMatch(/returns the amount to you itself/)
    expect(text).not.toMatch(/card|was refunded/)
  }
  expect(await mailedTo('anna@example.com')).toMatch(/refunded to your card/)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('the treasurer lists what the club has to return and ticks it off, here or under Payments', async () => {
  await start()
  await carriedOut()
  expect((await registrations()).counts).toMatchObject({ toPayBack: 2 })
  const { people } = await registrations({ filter: JSON.stringify(paidBackBy) })
  expect(people).toMatchObject([
    { name: 'Bo Holm', byHand: { method: 'cash', amount: money(20_000), toPayBack: true } },
    { name: 'Erik Lund', byHand: { method: 'bank_transfer', amount: money(20_000), toPayBack: true } },
  ])
  expect(await toReturn()).toHaveLength(2)

  const all = { ...which(), ids: (await registrations()).people.map(({ id }) => id) }
  const [first] = await toReturn()
  await app.call(byHand.refunded, { orgId: club.id, refundId: first!.refundId }, as())
  expect((await registrations()).counts).toMatchObject({ toPayBack: 1 })
  expect(await figures()).toMatchObject({ elsewhere: money(20_000) })
  expect(await app.call(officeRegistrations.paidBack, all, as())).toEqual({ changed: 1, unchanged: 2 })
  expect(await app.call(officeRegistrations.paidBack, all, as())).toEqual({ changed: 0, unchanged: 3 })
  expect(await toReturn()).toEqual([])
  expect(await figures()).toMatchObject({ elsewhere: money(0) })
  expect(await moneyOf(bo!)).toMatchObject({ state: 'by_hand_returned', at: expect.any(String) })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('while the refunds wait for approval, those who paid by hand read of the club, and the others of a mail', async () => {
  await start(manager)
  const run = await carriedOut()
  expect(run).toMatchObject({ state: 'waiting', byHandOrders: [{ buyer: 'Bo Holm' }, { buyer: 'Erik Lund' }] })
  expect(run.byHandOrders.map(({ amount }) => amount)).toEqual([money(20_000), money(20_000)])
  expect(await newsOf(bo!)).toMatch(/club refunds the money itself/)
  expect(await newsOf(anna!)).toMatch(/will be refunded/)
  await app.call(eventCancel.approve, which(), as())
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, byHand: 2, refunded: money(20_000) })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('the refund of one place in cash: its ticket, bell, mail, order and document name no card', async () => {
  const cash = (await payments()).orders.find(({ buyer }) => buyer.name === 'Bo Holm')!
  const lineIds = cash.lines.map(({ id }) => id)
  await app.call(orders.refund, { orgId: club.id, orderId: cash.id, lineIds }, as())
  await carryOut(app)
  await app.runJobs({ all: true })
  expect(await moneyOf(bo!)).toMatchObject({ state: 'by_hand', amount: money(20_000) })
  expect(await newsOf(bo!)).toMatch(/club refunds the money itself/)
  expect(await newsOf(bo!)).not.toMatch(/card/)
  expect(await mailedTo('bo@example.com')).not.toMatch(/to your card|was refunded/)
  const [refunded] = (await payments()).orders.filter(({ id }) => id === cash.id)
  expect(refunded).toMatchObject({ givenBack: [{ status: 'done', byHand: { returnedAt: null } }] })
  expect(await figures()).toMatchObject({ paid: money(20_000), refunded: money(0), elsewhere: money(40_000) })
  expect(await ledgerOf(cash.number)).toMatchObject({ captures: [], credits: [] })
  expect(await brokenInvariants(app, club)).toEqual([])
})
