import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventCancel } from '#contract/events/cancel.ts'
import { events } from '#contract/events/events.ts'
import { officeHistory } from '#contract/audit/history.ts'
import { officeToday } from '#contract/office/today.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { publicEvents } from '#contract/events/public.ts'
import { tickets } from '#contract/events/tickets.ts'
import { workOf } from '#server/schedule.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { ledgerOf, mailsTo, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let [chair, manager, treasurer, anna, bo]: Person[] = []
let alma: string
let feast: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  manager = await signedIn(app, 'dan@example.com')
  treasurer = await signedIn(app, 'carla@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  feast = await buildEvent(app, club, {
    title: 'Summer party',
    onePerPerson: false,
    categories: [{ category: 'adult' }, { category: 'free', price: 0 }],
  })
})

const which = () => ({ orgId: club.id, eventId: feast.id })
const as = (person = chair!) => ({ as: person.token })
const preview = () => app.call(eventCancel.preview, which(), as())
const start = (changes: object = {}, person = chair!) =>
  app.call(
    eventCancel.start,
    {
      ...which(),
      texts: { da: 'Banen er oversvømmet.', en: 'The course is flooded.' },
      refunds: 'all',
      name: ' summer  Party ',
      ...changes,
    },
    as(person),
  )
const run = (person = chair!) => app.call(eventCancel.run, which(), as(person))
const paid = (person: Person, memberIds = [person.memberId]) =>
  buyPlaces(
    app,
    person,
    feast,
    memberIds.map((memberId) => ({ memberId, event: feast })),
  )
const free = (person: Person, memberId = person.memberId) =>
  prepare(app, person, [{ memberId, event: feast, category: 'free' }])
/** The jobs of each minute. */
const eachMinute = () =>
  workOf(app.context)
    .recurring.find(({ name }) => name === 'events.resume-runs')!
    .run()
/** One step of a run, and nothing else. */
const stepOf = (runId: string) =>
  workOf(app.context)
    .handlers.find(({ name }) => name === 'events.cancel-run')!
    .run({ runId }, { attempt: 1, maxAttempts: 1 })
/** Runs everything until the run has ended. */
async function carriedOut() {
  for (let round = 0; round < 4; round++) {
    await eachMinute()
    await app.runJobs({ all: true, mayFail: true })
  }
  return run()
}
const orderOf = async (person: Person) => {
  const bought = await app.database.sql<{ id: string }>(
    'select id from orders where org_id = $1 and buyer_id = $2 and total > 0 and paid_at is not null',
    [club.id, person.memberId],
  )
  const all = (await app.call(orders.ofClub, { orgId: club.id }, as())).orders
  return all.find(({ id }) => bought.some((one) => one.id === id))!
}
const credited = async (order: { number: string }) =>
  (await ledgerOf(order.number)).credits.filter(({ isSuccess }) => isSuccess).map(({ amount }) => amount)
const healthy = async () => expect(await brokenInvariants(app, club)).toEqual([])

test('those who wait are counted before an event is cancelled', async () => {
  await app.database.sql('update events set waiting = 2 where id = $1', [feast.id])
  expect((await preview()).numbers).toMatchObject({ tickets: 0, waiting: 2 })
})

test('every order loses its places, gets its money and a mail in its language, and the run reports', async () => {
  await paid(anna!, [anna!.memberId, alma])
  await paid(bo!)
  await free(anna!, alma)
  await prepare(app, bo!, [{ memberId: bo!.memberId, event: feast }])
  const numbers = {
    tickets: 4,
    orders: 3,
    toCards: { minor: 60_000, currency: 'DKK' },
    byHand: { minor: 0, currency: 'DKK' },
    freeTickets: 1,
    unpaidOrders: 1,
    couponsUsed: 0,
    waiting: 0,
    testTickets: 0,
    testOrders: 0,
  }
  expect(await preview()).toEqual({ numbers, later: null, mayRefund: true })
  expect(await start()).toMatchObject({ state: 'running', total: 3, done: 0, can: { stop: true } })
  expect(await codeOf(prepare(app, bo!, [{ memberId: bo!.memberId, event: feast }]))).toBe('event_not_found')
  const done = await carriedOut()
  expect(done).toMatchObject({
    state: 'done',
    total: 3,
    done: 3,
    failed: 0,
    refunded: { minor: 60_000 },
    can: { approve: false, retry: false, stop: false },
  })
  expect(await credited(await orderOf(anna!))).toEqual([40_000])
  expect(await credited(await orderOf(bo!))).toEqual([20_000])
  const places = await app.database.sql(
    `select status, count(*)::int as places from event_entries where event_id = $1 group by 1 order by 1`,
    [feast.id],
  )
  expect(places).toEqual([
    { status: 'cancelled', places: 4 },
    { status: 'released', places: 1 },
  ])
  const mailed = await app.database.sql(
    `select template, count(*)::int as count from messages join members on members.id = member_id
     where template = any('{given-back,event-cancelled,event-cancel-report}') and created_at > portal_now() - interval '1 minute'
       and (data ->> 'runId' = $1 or data ->> 'refundId' in (select id::text from refunds where org_id = $2)) group by 1 order by 1`,
    [done.id, club.id],
  )
  // The unpaid order, the free one, and those who started it or may refund.
  expect(mailed).toEqual([
    { template: 'event-cancel-report', count: 1 },
    { template: 'event-cancelled', count: 2 },
    { template: 'given-back', count: 2 },
  ])
  const mails = (await mailsTo(app, 'anna@example.com')).map(({ text }) => text)
  expect(mails.filter((text) => text.includes('The course is flooded.') && /400[.,]00/.test(text)).length).toBe(1)
  const { entries } = await app.call(officeHistory.list, { orgId: club.id, thing: 'event' }, as())
  expect(entries.map(({ name }) => name)).toEqual(['event_cancel_finished', 'event_cancelled'])
  await healthy()
})

test("its page and tickets say that it is cancelled, with the club's message and what becomes of the money", async () => {
  await paid(anna!, [anna!.memberId, alma])
  await free(bo!)
  await start({}, chair)
  const eventId = feast.id
  const refusal = {
    code: 'event_called_off',
    body: { data: { orgId: club.id, title: 'Summer party', text: 'The course is flooded.' } },
  }
  const inEnglish = { ...as(anna), headers: { 'accept-language': 'en' } }
  await expect(app.call(events.item, { eventId }, inEnglish)).rejects.toMatchObject(refusal)
  expect(await codeOf(app.call(publicEvents.item, { eventId }, {}))).toBe('event_called_off')
  const moneyOf = async (person: Person) =>
    (await app.call(tickets.list, { eventId }, as(person))).map(({ cancellation: mails }) => [
      mails?.by,
      mails?.name === `Club ${club.key}`,
      mails?.money?.state,
    ])
  expect(await moneyOf(anna!)).toEqual([
    ['club', true, 'on_its_way'],
    ['club', true, 'on_its_way'],
  ])
  expect(await moneyOf(bo!)).toEqual([['club', true, 'free']])
  await carriedOut()
  expect(await moneyOf(anna!)).toEqual([
    ['club', true, 'refunded'],
    ['club', true, 'refunded'],
  ])
  await app.database.sql(`update events set for_members = true, guests_invited = false where id = $1`, [eventId])
  expect(await codeOf(app.call(publicEvents.item, { eventId }, {}))).toBe('event_not_found')
  expect(
    (await mailsTo(app, 'bo@example.com')).some(({ text }) => text.includes(`/${club.key}/events/${eventId}`)),
  ).toBe(true)
})

test('the refunds of an event are what its lines cost, and the rest of a basket stays', async () => {
  const { season } = club
  const token = await prepare(app, anna!, [
    { memberId: anna!.memberId, season },
    { memberId: anna!.memberId, event: feast },
  ])
  await visit((await payInWindow(await openTicketWindow(app, anna!, feast, token, season.total + 20_000), '0000'))!)
  await start()
  await carriedOut()
  const order = await orderOf(anna!)
  expect(order).toMatchObject({ status: 'paid', givenBack: [{ status: 'done', amount: { minor: 20_000 } }] })
  expect(await credited(order)).toEqual([20_000])
  await healthy()
})

test('who may not refund prepares it: the sale ends at once, and the treasurer is asked and approves', async () => {
  await grantOffice(app, club, manager!, ['event_manager'])
  await grantOffice(app, club, treasurer!, ['treasurer'])
  await paid(anna!)
  const link = await openTicketWindow(
    app,
    bo!,
    feast,
    await prepare(app, bo!, [{ memberId: bo!.memberId, event: feast }]),
    20_000,
  )
  expect(await start({}, manager)).toMatchObject({ state: 'waiting', can: { approve: false, stop: true } })
  await app.runJobs()
  expect((await run()).done).toBe(0)
  // The unpaid order has ended; its money goes back.
  await visit((await payInWindow(link, '0000'))!)
  await app.runJobs({ all: true })
  expect((await ledgerOf((await ordersIn('cancelled'))[0]!.number)).voids.length).toBe(1)
  expect((await mailsTo(app, 'carla@example.com')).some(({ subject }) => subject.includes('Summer party'))).toBe(true)
  const approve = (person: Person) => app.call(eventCancel.approve, which(), as(person))
  expect(await codeOf(approve(manager!))).toBe('forbidden')
  const waitingFor = async (person: Person) =>
    (await app.call(officeToday.show, { orgId: club.id }, as(person))).cancellations
  expect(await waitingFor(treasurer!)).toMatchObject([{ eventId: feast.id, title: 'Summer party' }])
  expect(await waitingFor(manager!)).toBeNull()
  await approve(treasurer!)
  await approve(treasurer!)
  expect(await waitingFor(treasurer!)).toEqual([])
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, refunded: { minor: 20_000 } })
  const reportTo = async (address: string) =>
    (await mailsTo(app, address)).findLast(
      ({ subject }) => subject.includes('Summer party') && subject.includes('finished'),
    )!.text
  expect(await reportTo('carla@example.com')).toContain('Refunded to cards')
  expect(await reportTo('dan@example.com')).toContain('Orders')
  expect(await reportTo('dan@example.com')).not.toContain('Refunded')
  await healthy()
})

test("guests are mailed the club's message before refunds are approved, and afterwards about their money alone", async () => {
  await grantOffice(app, club, manager!, ['event_manager'])
  await grantOffice(app, club, treasurer!, ['treasurer'])
  await app.database.sql(`update organisations set name = $2 where id = $1`, [club.id, `Club ${club.key}`])
  await paid(anna!, [anna!.memberId, alma])
  await free(bo!)
  const lines = 'The course is flooded.\nThe boats are safe.\n\nSee you in spring.'
  await start({ texts: { da: 'Aflyst', en: lines } }, manager)
  const ours = async (address: string) =>
    (await mailsTo(app, address)).filter(({ text, subject }) => `${subject} ${text}`.includes(`Club ${club.key}`))
  const aboutIt = async (person: string) =>
    (await ours(person)).map(({ subject }) => subject).filter((one) => /cancelled|Refund|refunded/.test(one))
  for (let round = 0; round < 2; round++) {
    await eachMinute()
    await app.runJobs({ all: true })
  }
  expect(await aboutIt('anna@example.com')).toEqual(['Anna and Alma – Summer party is cancelled'])
  expect(await aboutIt('bo@example.com')).toEqual(['Summer party is cancelled'])
  const [mails] = (await ours('anna@example.com')).filter(({ subject }) =>
    subject.endsWith('Summer party is cancelled'),
  )
  expect(mails!.text).toContain('What you paid will be refunded.')
  expect(mails!.text).toContain('> The course is flooded.\n> The boats are safe.\n> \n> See you in spring.')
  expect(await run(treasurer)).toMatchObject({
    state: 'waiting',
    total: 2,
    told: 2,
    texts: { en: lines },
    can: { approve: true, decline: true, stop: false },
  })
  expect(await codeOf(app.call(eventCancel.stop, which(), as(manager)))).toBe('cancel_has_begun')
  const decline = (person: Person) =>
    app.call(eventCancel.decline, { ...which(), reason: 'Sponsors first.\nThen the guests.' }, as(person))
  expect(await codeOf(decline(manager!))).toBe('forbidden')
  for (let press = 0; press < 2; press++)
    expect(await decline(treasurer!)).toMatchObject({
      state: 'declined',
      declined: { reason: 'Sponsors first.\nThen the guests.' },
      can: { approve: true, decline: false },
    })
  await app.runJobs({ all: true })
  const declined = (await ours('dan@example.com')).filter(({ subject }) => subject.includes('declined'))
  expect(declined).toHaveLength(1)
  expect(declined[0]!.text).toMatch(/ writes:\n+> Sponsors first\.\n> Then the guests\./)
  const today = async () =>
    (await app.call(officeToday.show, { orgId: club.id }, as(treasurer))).cancellations?.map(({ eventId }) => eventId)
  expect(await today()).toEqual([])
  const ticket = async () => (await app.call(tickets.list, { eventId: feast.id }, as(anna)))[0]!
  expect((await ticket()).cancellation).toMatchObject({ by: 'club', money: { state: 'pending' } })
  const ask = (person: Person) => app.call(eventCancel.ask, which(), as(person))
  expect(await codeOf(ask(treasurer!))).toBe('forbidden')
  expect((await run(manager)).can).toMatchObject({ ask: true, approve: false })
  for (let press = 0; press < 2; press++)
    expect(await ask(manager!)).toMatchObject({
      state: 'waiting',
      declined: { reason: 'Sponsors first.\nThen the guests.' },
      can: { ask: false },
    })
  expect(await today()).toEqual([feast.id])
  await app.runJobs({ all: true })
  const asked = (await ours('carla@example.com')).filter(({ subject }) => subject.includes('is waiting for you'))
  expect(asked).toHaveLength(2)
  await decline(treasurer!)
  await app.call(eventCancel.approve, which(), as(treasurer))
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 2 })
  expect((await aboutIt('anna@example.com')).toSorted()).toEqual([
    'Anna and Alma – Refund: Summer party',
    'Anna and Alma – Summer party is cancelled',
  ])
  expect(await aboutIt('bo@example.com')).toEqual(['Summer party is cancelled'])
  const bells = await app.database.sql<{ title: string }>(
    `select title from notifications where receiver_id = $1 and data ->> 'eventId' = $2 and title <> 'Registered: Summer party' order by created_at, id`,
    [anna!.memberId, feast.id],
  )
  expect(bells.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Cancelled: Summer party', 'Refund: Summer party']),
  )
  await healthy()
})

test('bell and mails name whose places they were, and nobody who had no place any more', async () => {
  await app.database.sql(`update organisations set name = $2 where id = $1`, [club.id, `Club ${club.key}`])
  await paid(anna!, [anna!.memberId, alma])
  const [hers] = (await app.call(tickets.list, { eventId: feast.id }, as(anna))).filter((one) => one.memberId !== alma)
  await app.database.sql(`update events set refund_until_hours = 1 where id = $1`, [feast.id])
  await app.call(tickets.refund, { entryId: hers!.id }, as(anna))
  await app.runJobs({ all: true })
  await start()
  await carriedOut()
  const { newest } = await app.call(notifications.bell, {}, as(anna))
  const titles = newest.filter(({ data }) => data?.['eventId'] === feast.id)
  expect(titles.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Alma – Cancelled: Summer party', 'Alma – Summer party is cancelled']),
  )
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes(`Club ${club.key}`))
  expect(mails.map(({ subject }) => subject)).toContain('Alma – Summer party is cancelled')
})

test('a refund that is approved at once is headed by the cancellation, with the money inside', async () => {
  await app.database.sql(`update organisations set name = $2 where id = $1`, [club.id, `Club ${club.key}`])
  await paid(anna!)
  await start()
  await carriedOut()
  const about = (await mailsTo(app, 'anna@example.com')).filter(
    ({ text, subject }) => text.includes(`Club ${club.key}`) && subject.includes('cancelled'),
  )
  expect(about.map(({ subject }) => subject)).toEqual(['Summer party is cancelled'])
  expect(about[0]!.text).toContain('DKK\u00a0200.00 was refunded')
})

test('where nothing was paid, nobody has to approve', async () => {
  await grantOffice(app, club, manager!, ['event_manager'])
  await free(anna!)
  const shown = await app.call(eventCancel.preview, which(), as(manager))
  expect(shown).toMatchObject({ mayRefund: true, numbers: { freeTickets: 1 } })
  expect(await start({}, manager)).toMatchObject({ state: 'running' })
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, refunded: { minor: 0 } })
})

const ordersIn = (status: string) =>
  app.database.sql<{ id: string; number: string }>('select id, number from orders where org_id = $1 and status = $2', [
    club.id,
    status,
  ])

test('the name, the reason, and the texts are validated', async () => {
  expect(await codeOf(start({ name: 'Summer' }))).toBe('event_name_differs')
  expect(await codeOf(start({ refunds: 'none' }))).toBe('cancel_reason_missing')
  expect(await codeOf(start({ texts: { da: ' ' } }))).toBe('invalid_input')
  expect(await codeOf(run())).toBe('not_found')
  await app.database.sql(`update events set status = 'draft' where id = $1`, [feast.id])
  expect(await codeOf(start())).toBe('event_not_published')
})

test('without refunds paid orders stay paid and their buyers get the reason; free places end', async () => {
  await paid(anna!)
  await free(bo!)
  await start({ refunds: 'none', reason: 'Boats were paid already' })
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 2, refunded: { minor: 0 } })
  const order = await orderOf(anna!)
  expect(await credited(order)).toEqual([])
  expect(order).toMatchObject({ status: 'paid', endedLines: [], can: { refund: true } })
  expect(await app.call(tickets.list, { eventId: feast.id }, as(anna))).toMatchObject([
    { code: null, cancellation: { by: 'club', money: { state: 'kept', reason: 'Boats were paid already' } } },
  ])
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes('Boats were paid already'))
  expect(mails).toHaveLength(1)
  await healthy()
})

test('a cancellation is undone while nothing is done, and not afterwards', async () => {
  await grantOffice(app, club, manager!, ['event_manager'])
  await paid(anna!)
  const stop = () => app.call(eventCancel.stop, which(), as(manager))
  await start({}, manager)
  expect(await app.call(tickets.list, { eventId: feast.id }, as(anna))).toMatchObject([
    { cancellation: { money: { state: 'pending' } } },
  ])
  expect(await stop()).toMatchObject({ state: 'stopped' })
  expect(await codeOf(stop())).toBe('not_found')
  await paid(bo!)
  await start()
  await app.runJobs()
  expect(await codeOf(stop())).toBe('cancel_has_begun')
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 2 })
  await healthy()
})

test('an order with a refund under way waits its turn', async () => {
  await paid(anna!, [anna!.memberId, alma])
  const order = await newestOrder(app, chair!, club)
  await app.call(orders.refund, { orgId: club.id, orderId: order.id, lineIds: [order.lines[0]!.id] }, as())
  const handlers = workOf(app.context).handlers
  const [action] = await app.database.sql<{ id: string }>(`select id from delayed_actions where state = 'waiting'`)
  await handlers
    .find(({ name }) => name === 'orders.refund-when-not-stopped')!
    .run({ actionId: action!.id }, { attempt: 1, maxAttempts: 1 })
  await stepOf((await start()).id)
  expect(await run()).toMatchObject({ state: 'running', underWay: 1, done: 0 })
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, refunded: { minor: 20_000 } })
  expect(await credited(order)).toEqual([20_000, 20_000])
  await healthy()
})

test('a refund that the gateway refuses stays failed until it is retried', async () => {
  await paid(anna!)
  const order = await orderOf(anna!)
  const { id: runId } = await start()
  await stepOf(runId)
  // As the job leaves it after six refusals.
  await app.database.sql(`update refunds set status = 'failed', refusals = 6 where org_id = $1`, [club.id])
  const failed = await carriedOut()
  expect(failed).toMatchObject({
    state: 'done',
    failed: 1,
    failures: [{ number: order.number, problem: 'gateway_refused', amount: { minor: 20_000 } }],
    can: { retry: true },
  })
  await app.call(eventCancel.retry, which(), as())
  expect(await carriedOut()).toMatchObject({ state: 'done', failed: 0, done: 1 })
  expect(await credited(order)).toEqual([20_000])
  await healthy()
})

test('a test order is counted apart and ends with the others', async () => {
  club = await buildClub(app, { testMode: true })
  feast = await buildEvent(app, club, { title: 'Summer party' })
  await paid(anna!)
  expect((await preview()).numbers).toMatchObject({ tickets: 0, toCards: { minor: 0 }, testTickets: 1, testOrders: 1 })
  await start()
  expect(await carriedOut()).toMatchObject({ state: 'done', done: 1, refunded: { minor: 0 } })
  await healthy()
})

test('amounts paid to the club by hand are listed for it to refund', async () => {
  await free(bo!)
  await app.database.sql(
    `update event_entries set added_by = member_id, hand_method = 'cash', hand_amount = 15000, added_reason = 'At the desk' where event_id = $1`,
    [feast.id],
  )
  expect((await preview()).numbers).toMatchObject({ byHand: { minor: 15_000 }, toCards: { minor: 0 }, freeTickets: 0 })
  await start()
  expect(await carriedOut()).toMatchObject({
    state: 'done',
    byHand: 1,
    byHandOrders: [{ amount: { minor: 15_000 } }],
  })
  await healthy()
})

test('its tickets open no door while the run is still at work', async () => {
  await paid(anna!)
  await start()
  const [ticket] = await app.call(tickets.list, { eventId: feast.id }, as(anna))
  expect(ticket).toMatchObject({ code: null, status: 'cancelled' })
})
