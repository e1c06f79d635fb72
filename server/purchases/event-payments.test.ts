import { beforeAll, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { eventPayments } from '#contract/events/payments.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { paymentReturns } from '#contract/orders/payment-returns.ts'
import { expireOrders } from '../domains/orders/cancel-order.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { buyPlaces, openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import {
  handleOf,
  ledgerOf,
  mailsTo,
  paymentRequest,
  payInWindow,
  prepare,
  stateOf,
  visit,
} from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { carryOut } from '#server/testing/carry-out.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club

beforeAll(async () => {
  app = await sharedApp()
  ;[anna, bo] = await Promise.all([signedIn(app, 'anna@example.com'), signedIn(app, 'bo@example.com')])
  club = await buildClub(app)
})

/** Pays in the window; neither a callback comes nor the browser goes back. */
async function authorise(buyer: Person, event: BuiltEvent, token: string, tail = '0011'): Promise<URL> {
  const back = await payInWindow(await openTicketWindow(app, buyer, event, token, 20_000), tail)
  return new URL(back!)
}

const sold = async (event: BuiltEvent) =>
  (await app.database.sql<{ sold: number }>('select sold from events where id = $1', [event.id]))[0]!.sold

test("the browser returns to the event's pages, from any return address", async () => {
  const event = await buildEvent(app, club)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  const back = await authorise(anna, event, token)
  expect(back.pathname).toBe(`/ui/${club.key}/events/${event.id}/confirm`)
  const page = `/${club.key}/events/${event.id}/confirm?izytoken=${token}`
  const elsewhere = new URL(back)
  elsewhere.pathname = `/ui/OTHER/events/${newId()}/confirm`
  expect(await visit(elsewhere.href)).toBe(page)
  expect((await stateOf(app, anna, token)).status).toBe('paid')
  elsewhere.pathname = '/ui/membership/confirm'
  expect(await visit(elsewhere.href)).toBe(page)
  elsewhere.searchParams.set('izytoken', newToken())
  expect(await visit(elsewhere.href)).toBe('/memberships')
  elsewhere.pathname = back.pathname
  expect(await visit(elsewhere.href)).toBe('/events')
})

test("a client's own keys at the window are kept, and returned with the registration", async () => {
  const event = await buildEvent(app, club)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  const request = {
    ...paymentRequest(app, token, 20_000),
    eventId: event.id,
    referenceKey: 'R-7',
    eveEntryId: 'entry 7',
  }
  const input = { ...request, freepayauthtoken: await handleOf(app, anna, club.id) }
  const opened = await app.call(eventPayments.openPaymentWindow, input, { as: anna.token })
  expect(opened).toMatchObject({ referenceKey: 'R-7', eveEntryId: 'entry 7' })
  // Asked again without, it forgets nothing.
  const { referenceKey: _, eveEntryId: __, ...plain } = input
  expect(await app.call(eventPayments.openPaymentWindow, plain, { as: anna.token })).toEqual({
    paymentWindowLink: opened.paymentWindowLink,
  })
  const keys = (as: string) =>
    app
      .call(events.entries, { eveId: event.id }, { as })
      .then((all) => all.map(({ referenceKey, eveEntryId }) => [referenceKey, eveEntryId]))
  expect(await keys(anna.token)).toEqual([['R-7', 'entry 7']])
  expect(await keys(bo.token)).toEqual([])
})

test('a provider is found in any case, and all events of a club are listed without a limit', async () => {
  const crowd = await buildClub(app)
  const provider = 'FreePay'
  const found = await app.call(organisations.activePaymentConfiguration, { id: crowd.id, provider }, { as: anna.token })
  expect(found.provider).toBe('freepay')
  const event = await buildEvent(app, crowd)
  const columns = await app.database.sql<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = 'events'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
  )
  const { names } = columns[0]!
  await app.database.sql(
    `insert into events (id, ${names}) select gen_random_uuid(), ${names} from events, generate_series(1, 110) where id = $1`,
    [event.id],
  )
  const listed = (limit?: string) =>
    app.call(events.list, { orgId: crowd.id, ...(limit && { limit }) }, { as: anna.token })
  expect([(await listed()).length, (await listed('500')).length]).toEqual([111, 100])
})

test("a membership's payment returns to its own page, also from an event's address", async () => {
  const token = await prepare(app, bo, [{ memberId: bo.memberId, season: club.season }])
  const address = `${app.url}/ui/${club.key}/events/${newId()}/decline?izytoken=${token}`
  expect(await visit(address)).toBe(`/membership/decline?izytoken=${token}`)
})

test("a failed payment returns to the event's page, and the places stay held", async () => {
  const event = await buildEvent(app, club, { capacity: 1 })
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  const back = await authorise(anna, event, token, '0002')
  expect(back.pathname).toBe(`/ui/${club.key}/events/${event.id}/decline`)
  expect(await visit(back.href)).toBe(`/${club.key}/events/${event.id}/decline?izytoken=${token}`)
  expect((await stateOf(app, anna, token)).status).toBe('declined')
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('event_sold_out')
})

test('a callback under another event or club is answered like an unknown order', async () => {
  const event = await buildEvent(app, club)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  const back = await authorise(anna, event, token)
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  const call = (orgKey: string, eventId: string) =>
    codeOf(
      fetch(`${app.url}/tools/eve/${orgKey}/events/${eventId}/payment/callback?izytoken=${token}`, {
        method: 'POST',
        body: new URLSearchParams({ authorizationIdentifier, authorizationAccepted: 'true' }),
      }).then(({ status }) => status),
    ).then(async () => (await stateOf(app, anna, token)).status)
  expect(await call(club.key, newId())).toBe('open')
  expect(await call('OTHER', event.id)).toBe('open')
  expect(await call(club.key, event.id)).toBe('paid')
  expect(paymentReturns.eventCallback.errors).toContain('order_not_found')
})

test("the three payment calls require the order's event", async () => {
  const event = await buildEvent(app, club)
  const other = await buildEvent(app, club)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  expect(await codeOf(openTicketWindow(app, anna, other, token, 20_000))).toBe('order_not_found')
  expect(await codeOf(openTicketWindow(app, bo, event, token, 20_000))).toBe('order_not_found')
  expect(await codeOf(openTicketWindow(app, anna, event, token, 1))).toBe('amount_mismatch')
  const back = await authorise(anna, event, token)
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  const { own } = await stateOf(app, anna, token)
  const handle = { freepayauthtoken: await handleOf(app, anna, club.id) }
  const [line] = own!.lines
  for (const membershipHistoryPaymentId of [line!.id, line!.event!.entryId]) {
    const input = { authorizationIdentifier, membershipHistoryPaymentId, ...handle }
    expect(await codeOf(app.call(eventPayments.capture, { ...input, eventId: other.id }, { as: anna.token }))).toBe(
      'payment_not_found',
    )
    expect(await codeOf(app.call(eventPayments.decline, { ...input, eventId: other.id }, { as: anna.token }))).toBe(
      'payment_not_found',
    )
    expect(await codeOf(app.call(eventPayments.capture, { ...input, eventId: event.id }, { as: bo.token }))).toBe(
      'payment_not_found',
    )
  }
  expect((await stateOf(app, anna, token)).status).toBe('open')
  const input = { authorizationIdentifier, ...handle, eventId: event.id }
  expect(
    await app.call(
      eventPayments.decline,
      { ...input, membershipHistoryPaymentId: line!.event!.entryId },
      { as: anna.token },
    ),
  ).toEqual({ status: 'paid' })
})

test('a capture without an id finds the order by its event, before and after the payment is known', async () => {
  const event = await buildEvent(app, club)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
  const back = await authorise(anna, event, token)
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  const input = { authorizationIdentifier, eventId: event.id, freepayauthtoken: await handleOf(app, anna, club.id) }
  expect(await app.call(eventPayments.capture, input, { as: anna.token })).toEqual({ status: 'paid' })
  const child = await buildParticipant(app, anna, 'Ida')
  const second = await prepare(app, anna, [{ memberId: child, event }])
  expect(await app.call(eventPayments.capture, { ...input, amount: 20_000 }, { as: anna.token })).toEqual({
    status: 'paid',
  })
  expect((await stateOf(app, anna, second)).status).toBe('open')
})

test('money after the hold has expired: the place if it is free, otherwise a refund', async () => {
  for (const [isTaken, isTidied] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ]) {
    const event = await buildEvent(app, club, { capacity: 1 })
    const token = await prepare(app, anna, [{ memberId: anna.memberId, event }])
    const back = await authorise(anna, event, token)
    await app.moveClock('31 minutes')
    if (isTidied) await expireOrders(app.context)
    if (isTaken) await buyPlaces(app, bo, event, [{ memberId: bo.memberId, event }])
    await visit(back.href)
    const { status, own } = await stateOf(app, anna, token)
    expect(await sold(event)).toBe(1)
    const ledger = await ledgerOf(own!.number)
    if (isTaken) {
      expect(own!.givenBack).toMatchObject([{ cause: 'places_taken', method: 'void', status: 'done' }])
      expect([ledger.captures.length, ledger.voids.length]).toEqual([0, 1])
    } else {
      expect([status, ledger.captures.length, ledger.voids.length]).toEqual(['paid', 1, 0])
    }
  }
})

test('a refunded ticket is on sale again at once', async () => {
  const event = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'adult', capacity: 1 }] })
  const token = await buyPlaces(app, anna, event, [{ memberId: anna.memberId, event }])
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('event_sold_out')
  const { own } = await stateOf(app, anna, token)
  const office = await signedIn(app, 'all-clubs@example.com')
  const input = { orgId: club.id, orderId: own!.id, lineIds: [own!.lines[0]!.id] }
  await app.call(orders.refund, input, { as: office.token })
  await carryOut(app)
  expect(await sold(event)).toBe(0)
  const [mine] = await app.call(events.entries, { eveId: event.id }, { as: anna.token })
  expect(mine!.paymentStatus).toBe('refunded')
  expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, event }]))).toBe('ok')
})

test.each([
  ['before', ['child', 'adult']],
  ['after', ['adult', 'child']],
])('a free place cancelled %s the paid one ends without a refund, a credit note or a mail', async (_, categories) => {
  const event = await buildEvent(app, club, { categories: [{ category: 'adult' }, { category: 'child', price: 0 }] })
  const child = await buildParticipant(app, anna, 'Ea')
  const lines = [
    { memberId: anna.memberId, event },
    { memberId: child, event, category: 'child' },
  ]
  const token = await buyPlaces(app, anna, event, lines, 20_000)
  const { own } = await stateOf(app, anna, token)
  const office = await signedIn(app, 'all-clubs@example.com')
  const ended = []
  for (const category of categories) {
    const lineIds = own!.lines.filter((line) => line.event!.category === category).map(({ id }) => id)
    await app.call(orders.refund, { orgId: club.id, orderId: own!.id, lineIds }, { as: office.token })
    await app.runJobs({ all: true })
    const { status, own: then } = await stateOf(app, anna, token)
    ended.push([category, status, then!.givenBack.length])
  }
  expect(ended).toEqual([
    [categories[0], 'paid', categories[0] === 'child' ? 0 : 1],
    [categories[1], 'refunded', 1],
  ])
  expect(await sold(event)).toBe(0)
  expect((await ledgerOf(own!.number)).credits).toMatchObject([{ amount: 20_000 }])
  const notes = await app.database.sql(
    `select from credit_notes join refunds on refunds.id = refund_id where order_id = $1`,
    [own!.id],
  )
  expect(notes).toHaveLength(1)
  const mails = (await mailsTo(app, 'anna@example.com')).filter(({ text }) => text.includes(own!.number))
  expect(mails.filter(({ subject }) => /refunded|refunderet/.test(subject))).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})
