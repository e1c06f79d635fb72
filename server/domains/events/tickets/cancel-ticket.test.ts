import { beforeAll, beforeEach, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { orders } from '#contract/orders/orders.ts'
import { tickets } from '#contract/events/tickets.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { buyPlaces } from '#server/testing/purchases/event-purchase.ts'
import { mailsTo, prepare } from '#server/testing/purchase.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { carryOut } from '#server/testing/carry-out.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let office: Person
let alma: string
let feast: BuiltEvent
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  club = await buildClub(app)
  const categories = [{ category: 'free', price: 0 }, { category: 'adult' }]
  feast = await buildEvent(app, club, { capacity: 1, onePerPerson: true, categories })
})

const register = (who: Person, memberId = who.memberId, category = 'free') =>
  prepare(app, who, [{ memberId, event: feast, category }])
const ticketOf = async (who: Person) => (await app.call(tickets.list, { eventId: feast.id }, { as: who.token }))[0]!
const cancel = (who: Person, entryId: string) => app.call(tickets.cancel, { entryId }, { as: who.token })
const anyMoment = expect.stringMatching(/^\d{4}-.*Z$/) as unknown
const bellsOf = async ({ memberId }: Person, title = 'Ticket cancelled:%') =>
  (
    await app.database.sql<{ title: string; message: string }>(
      `select title, message from notifications where receiver_id = $1 and title like $2
         and (data ->> 'orgKey' = $3 or data ->> 'orgId' = $4)`,
      [memberId, title, club.key, club.id],
    )
  ).map((one) => [one.title, one.message])
const healthy = async () => {
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
}

test('a free ticket can be cancelled, once or twice; its place is free at once', async () => {
  await register(anna, alma)
  expect(await codeOf(register(bo))).toBe('event_sold_out')
  const ticket = await ticketOf(anna)
  expect(ticket).toMatchObject({ status: 'valid', returnable: true })
  for (let again = 0; again < 2; again++)
    expect(await cancel(anna, ticket.id)).toMatchObject({ status: 'cancelled', code: null, returnable: false })
  await register(anna)
  expect((await app.call(tickets.list, { eventId: feast.id }, { as: anna.token })).map(({ status }) => status)).toEqual(
    ['valid', 'cancelled'],
  )
  await healthy()
})

test('its holder may cancel it, and its buyer is notified; nobody else may, nor once it is used or the event has begun', async () => {
  await register(anna)
  const { id } = await ticketOf(anna)
  expect(await codeOf(cancel(bo, id))).toBe('not_found')
  await app.database.sql('update events set starts_at = portal_now() where id = $1', [feast.id])
  expect(await codeOf(cancel(anna, id))).toBe('event_begun')
  expect(await ticketOf(anna)).toMatchObject({ status: 'valid', returnable: false })
  await app.database.sql(`update events set starts_at = portal_now() + interval '1 day' where id = $1`, [feast.id])
  const seen = (at: string) => app.database.sql(`update event_entries set present_at = ${at} where id = $1`, [id])
  await seen('portal_now()')
  expect((await ticketOf(anna)).returnable).toBe(false)
  expect(await codeOf(cancel(anna, id))).toBe('ticket_not_refundable')
  await seen('null')
  await app.database.sql('update event_entries set member_id = $2 where id = $1', [id, bo.memberId])
  await app.database.sql('update order_lines set member_id = $2 where entry_id = $1', [id, bo.memberId])
  await cancel(bo, id)
  const bells = await app.database.sql(
    `select receiver_id, title, message from notifications where data ->> 'entryId' = $1 and title like '%cancelled:%'`,
    [id],
  )
  expect(bells).toEqual([
    {
      receiver_id: anna.memberId,
      title: 'Ticket cancelled: Summer regatta',
      message: expect.stringContaining(`Bo Holm has cancelled the ticket for Bo Holm at Club ${club.key}, `) as unknown,
    },
  ])
  expect((await ticketOf(anna)).cancellation).toMatchObject({ by: 'person', name: 'Bo Holm', money: { state: 'free' } })
  expect((await ticketOf(bo)).cancellation).toMatchObject({ by: 'you', at: anyMoment, money: null })
})

test('tickets that an earlier version cancelled still name who did it', async () => {
  const cancellationAfter = async (entryId: string, cause: string) => {
    await app.database.sql('update status_changes set cause = $2 where thing_id = $1 and to_status = $3', [
      entryId,
      cause,
      'cancelled',
    ])
    return (await ticketOf(anna)).cancellation
  }
  await register(anna)
  const { id } = await ticketOf(anna)
  await cancel(anna, id)
  expect(await cancellationAfter(id, 'given up')).toMatchObject({ by: 'you' })
  expect(await cancellationAfter(id, 'given back by the office')).toMatchObject({ by: 'club', at: anyMoment })
})

test('a paid ticket is not cancelled but refunded by the office', async () => {
  await buyPlaces(app, anna, feast, [{ memberId: anna.memberId, event: feast }])
  const { id, returnable } = await ticketOf(anna)
  expect(returnable).toBe(false)
  expect(await codeOf(cancel(anna, id))).toBe('ticket_not_free')
  await healthy()
})

test('a place that was paid to the club by hand is cancelled by the rule of its event, and not as a free one', async () => {
  await register(anna)
  const { id } = await ticketOf(anna)
  await app.database.sql(`update event_entries set hand_method = 'cash', hand_amount = 5000 where id = $1`, [id])
  const refund = { amount: { minor: 5000 }, byHand: true }
  expect(await ticketOf(anna)).toMatchObject({ returnable: false, refund: { ...refund, refusal: 'no_rule' } })
  expect(await codeOf(cancel(anna, id))).toBe('ticket_not_free')
  await app.database.sql('update events set refund_until_hours = 1 where id = $1', [feast.id])
  expect(await ticketOf(anna)).toMatchObject({ refund: { ...refund, refusal: null } })
  expect(await app.call(tickets.refund, { entryId: id }, { as: anna.token })).toMatchObject({
    status: 'cancelled',
    cancellation: { money: { state: 'by_hand', amount: { minor: 5000 } } },
  })
  await healthy()
})

test('the office cancels a free registration once, without moving money', async () => {
  await register(anna)
  const [order] = (await app.call(orders.ofClub, { orgId: club.id }, { as: office.token })).orders
  expect(order!.can.refund).toBe(true)
  const input = { orgId: club.id, orderId: order!.id, lineIds: order!.lines.map((line) => line.id) }
  await app.call(orders.refund, input, { as: office.token })
  await carryOut(app)
  const [after] = (await app.call(orders.ofClub, { orgId: club.id }, { as: office.token })).orders
  expect(after).toMatchObject({ status: 'paid', givenBack: [], can: { refund: false } })
  expect(await ticketOf(anna)).toMatchObject({
    status: 'cancelled',
    cancellation: { by: 'club', name: `Club ${club.key}`, at: anyMoment, money: { state: 'free' } },
  })
  expect(await bellsOf(anna)).toEqual([
    [
      'Ticket cancelled: Summer regatta',
      expect.stringMatching(`^Club ${club.key} has cancelled the ticket for Anna Holm, `),
    ],
  ])
  expect(await codeOf(app.call(orders.refund, input, { as: office.token }))).toBe('line_refunded')
  await register(bo)
  await healthy()
})

test('the last place is cancelled and taken at the same moment: never two have it, and it is never lost', async () => {
  for (let round = 0; round < 5; round++) {
    await app.database.sql('delete from rate_windows')
    feast = await buildEvent(app, club, { capacity: 1, categories: [{ category: 'free', price: 0 }] })
    await register(anna)
    const { id } = await ticketOf(anna)
    const outcomes = await Promise.all([
      ...[1, 2, 3].map(() => cancel(anna, id).then(({ status }) => status)),
      ...[1, 2, 3].map(() =>
        register(bo).then(
          () => 'taken',
          () => 'sold out',
        ),
      ),
    ])
    expect(outcomes.slice(0, 3)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    if (!outcomes.includes('taken')) await register(bo)
    const [event] = await app.database.sql<{ sold: number }>('select sold from events where id = $1', [feast.id])
    expect([event!.sold, outcomes.filter((one) => one === 'taken').length <= 1]).toEqual([1, true])
  }
  await healthy()
})

const refundTicket = (who: Person, entryId: string) => app.call(tickets.refund, { entryId }, { as: who.token })
const ruled = async (hours: number | null) => {
  feast = await buildEvent(app, club, { capacity: 1, refundUntilHours: hours })
  await buyPlaces(app, anna, feast, [{ memberId: alma, event: feast }])
  return ticketOf(anna)
}

test("a paid ticket is cancelled by its event's rule: place, money, credit note and mail follow", async () => {
  const ticket = await ruled(24)
  const until = new Date(feast.startsAt.getTime() - 24 * 3_600_000).toISOString()
  expect(ticket.refund).toEqual({ amount: { minor: 20_000, currency: 'DKK' }, until, refusal: null })
  const page = await app.call(events.item, { eventId: feast.id }, { as: bo.token })
  expect(page.refundUntil, 'it was said before it was bought').toBe(until)
  expect(await codeOf(refundTicket(bo, ticket.id))).toBe('not_found')
  const by = { by: 'you', at: anyMoment }
  const amount = { minor: 20_000, currency: 'DKK' }
  expect(await refundTicket(anna, ticket.id)).toMatchObject({
    status: 'cancelled',
    code: null,
    cancellation: { ...by, money: { state: 'on_its_way', amount, at: null } },
  })
  expect((await refundTicket(anna, ticket.id)).refund).toBeUndefined()
  expect(await codeOf(register(bo, bo.memberId, 'adult'))).toBe('ok')
  await app.runJobs({ all: true })
  const { orders: all } = await app.call(orders.ofClub, { orgId: club.id }, { as: office.token })
  expect((await ticketOf(anna)).cancellation).toMatchObject({
    ...by,
    money: { state: 'refunded', amount, at: anyMoment },
  })
  const what = 'You have cancelled the ticket to Summer regatta for Alma Holm.'
  expect(await bellsOf(anna, 'Payment%')).toEqual([['Payment refunded', expect.stringContaining(what)]])
  expect((await mailsTo(app, 'anna@example.com')).some(({ text }) => text.replaceAll(/\s+/g, ' ').includes(what))).toBe(
    true,
  )
  expect(all[0]).toMatchObject({ status: 'refunded', givenBack: [{ status: 'done', amount: { minor: 20_000 } }] })
  await healthy()
})

test('without a rule, too late, used or in a test it is not, and says why', async () => {
  const refused = async (ticket: { id: string }, refusal: string) => {
    expect((await ticketOf(anna)).refund).toMatchObject({ refusal })
    expect(await codeOf(refundTicket(anna, ticket.id))).toBe('ticket_not_refundable')
  }
  await refused(await ruled(null), 'no_rule')
  await refused(await ruled(24 * 11), 'too_late')
  const used = await ruled(24)
  await app.database.sql('update event_entries set present_at = portal_now() where id = $1', [used.id])
  await refused(used, 'used')
  club = await buildClub(app, { testMode: true })
  await refused(await ruled(24), 'test')
})

test('a paid ticket cancelled several times at once is refunded once', async () => {
  const { id } = await ruled(24)
  const count = async () =>
    (
      await app.database.sql<{ refunds: number }>('select count(*)::int as refunds from refunds where org_id = $1', [
        club.id,
      ])
    )[0]!.refunds
  expect(await Promise.all([1, 2, 3, 4].map(() => codeOf(refundTicket(anna, id))))).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(await count()).toBe(1)
  await healthy()
})

test("control: without the order's lock the same presses would not all be answered", async () => {
  const { id } = await ruled(24)
  const twice = () => Promise.all([1, 2].map(() => codeOf(refundTicket(anna, id))))
  const codes = await withoutLocks(() => readBeforeWriting(app, 'event_entries', twice))
  expect(codes).not.toEqual(['ok', 'ok'])
})
