import { afterAll, beforeAll, expect, test } from 'vitest'
import { byHand } from '#contract/orders/by-hand.ts'
import { orders } from '#contract/orders/orders.ts'
import { officeToday } from '#contract/office/today.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { addByHand, daysFrom, registered } from '#server/testing/purchases/by-hand.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { refundLines } from '#server/testing/purchases/line-refunds.ts'
import { runRecurring } from '#server/testing/purchases/renewing.ts'
import { ledgerOf, payInWindow, visit } from '#server/testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { remindOfInvoices } from './remind.ts'

/** Two months of a club that takes money itself, on a clock of its own: the books are compared after each step. */
let app: TestApp
let club: Club
let event: BuiltEvent
let [office, anna, bo, dan, erik]: Person[] = []
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
  erik = await signedIn(app, 'erik@example.com')
  club = await buildClub(app)
  event = await buildEvent(app, club, { capacity: 2, startsAt: new Date(Date.now() + 100 * 86_400_000) })
  await app.database.sql(
    `update members set address_line1 = 'Havnevej 1', post_code = '4000', city = 'Roskilde', country = 'Denmark' where id = $1`,
    [erik.memberId],
  )
  await registered(
    app,
    club,
    [anna, bo, dan, erik].map(({ memberId }) => memberId),
  )
})
afterAll(() => app.close())

const as = () => ({ as: office!.token })
const today = async () => {
  const [row] = await app.database.sql<{ day: string }>(
    `select (portal_now() at time zone 'Europe/Copenhagen')::date::text as day`,
  )
  return row!.day
}
const inAMonth = async () => ({ how: 'invoice', dueOn: daysFrom(await today(), 30) }) as const
const place = () => [{ eventId: event.id, category: 'adult' }]
const owes = () => app.call(byHand.owes, { orgId: club.id }, as())
const payments = () => app.call(orders.ofClub, { orgId: club.id, sort: 'paid' }, as())
const record = async (orderId: string, amount: number) =>
  app.call(
    byHand.record,
    { orgId: club.id, orderId, amount, method: 'bank_transfer', receivedOn: await today(), reference: '' },
    as(),
  )
const labelled = (year: number, number: number) => `${year}-${String(number).padStart(5, '0')}`

/** The amounts and names of what is owed, after everything on the wire agrees with the database and the gateway. */
async function books() {
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
  const [money] = await app.database.sql<Record<'card' | 'hand' | 'backByHand' | 'owed' | 'toReturn', number>>(
    `select (select coalesce(sum(amount) filter (where provider <> 'manual'), 0)::int from payments where org_id = $1 and status = 'captured') as card,
       (select coalesce(sum(amount) filter (where provider = 'manual'), 0)::int from payments where org_id = $1 and status = 'captured') as hand,
       (select coalesce(sum(refunds.amount), 0)::int from refunds join payments on payments.id = payment_id
         where refunds.org_id = $1 and refunds.status = 'done' and provider = 'manual') as "backByHand",
       (select coalesce(sum(total), 0)::int from orders where org_id = $1 and due_on is not null and status in ('open', 'declined')
         and reserved_until > portal_now()) as owed,
       (select count(*)::int from refunds join payments on payments.id = payment_id
         where refunds.org_id = $1 and refunds.status = 'done' and provider = 'manual' and returned_at is null) as "toReturn"`,
    [club.id],
  )
  const { card, hand, backByHand, owed, toReturn } = money!
  const { orders: listed, sums } = await payments()
  expect(sums).toMatchObject([{ paid: { minor: card }, refunded: { minor: 0 }, byHand: { minor: hand - backByHand } }])
  const ledgers = await Promise.all(listed.map(({ number }) => ledgerOf(number)))
  expect(ledgers.flatMap(({ captures }) => captures).reduce((sum, { amount }) => sum + amount, 0)).toBe(card)
  expect(ledgers.flatMap(({ credits }) => credits)).toEqual([])

  const page = await owes()
  expect(page.sum.minor).toBe(owed)
  expect(page.orders.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(owed)
  const { money: week } = await app.call(officeToday.show, { orgId: club.id }, as())
  expect(week).toMatchObject({ owed: { sum: { minor: owed } }, refundsByHand: toReturn })
  expect(await app.call(byHand.refunds, { orgId: club.id }, as())).toHaveLength(toReturn)
  const [paidInWeek] = await app.database.sql<{ sum: number }>(
    `select coalesce(sum(total), 0)::int as sum from orders
     where org_id = $1 and paid_at >= ((portal_now() at time zone 'Europe/Copenhagen')::date - 6)::timestamp at time zone 'Europe/Copenhagen'`,
    [club.id],
  )
  expect(week!.paid.minor).toBe(paidInWeek!.sum)

  const numbers = await app.database.sql<{ year: number; numbers: number[] }>(
    `select year, array_agg(number order by number) as numbers from (
       select year, number from receipts where org_id = $1 union all select year, number from credit_notes where org_id = $1) documents
     group by year order by year`,
    [club.id],
  )
  for (const series of numbers) expect(series.numbers).toEqual(series.numbers.map((_, at) => at + 1))
  expect(
    listed
      .flatMap(({ receiptNumber, givenBack }) => [receiptNumber, ...givenBack.map((one) => one.creditNoteNumber)])
      .toSorted((a, b) => (a! < b! ? -1 : 1)),
  ).toEqual(numbers.flatMap((series) => series.numbers.map((number) => labelled(series.year, number))))
  return page.orders.map(({ buyer, reminders }) => `${buyer.name} ${reminders}`).toSorted()
}

test('cash, an invoice at the bank, one late by card, one that expires, and a refund by hand: the books agree after each step', async () => {
  const cash = { how: 'taken', method: 'cash', receivedOn: await today(), reference: 'Form 12' } as const
  const season = [{ membershipConfId: club.season.id }]
  const form = await addByHand(app, office!, club, { memberId: bo!.memberId, lines: season, pay: cash })
  expect(await books()).toEqual([])

  const atBank = await addByHand(app, office!, club, {
    memberId: anna!.memberId,
    lines: season,
    pay: await inAMonth(),
  })
  expect(await books()).toEqual(['Anna Holm 0'])
  expect((await record(atBank.id, club.season.total)).status).toBe('paid')
  expect(await codeOf(record(atBank.id, club.season.total))).toBe('order_paid_before')
  expect(await books()).toEqual([])

  const pay = await inAMonth()
  const late = await addByHand(app, office!, club, { memberId: erik!.memberId, lines: place(), pay })
  const never = await addByHand(app, office!, club, { memberId: dan!.memberId, lines: place(), pay })
  expect(await books()).toEqual(['Dan Krogh 0', 'Erik Lund 0'])

  for (const [days, reminders] of [
    [30, 0],
    [7, 1],
    [7, 2],
    [7, 3],
  ]) {
    await app.moveClock(`${days} days`)
    await remindOfInvoices(app.context.db)
    await remindOfInvoices(app.context.db)
    await runRecurring(app, 'orders.expire')
    expect(await books()).toEqual([`Dan Krogh ${reminders}`, `Erik Lund ${reminders}`])
  }
  const reminded = await app.database.sql(
    `select count(*)::int as mails from messages where template = 'invoice' and data ? 'reminder' group by data ->> 'orderId'`,
  )
  expect(reminded).toEqual([{ mails: 3 }, { mails: 3 }])

  // Two days before it expires.
  await app.moveClock('5 days')
  const unpaid = (await app.call(orders.unpaid, {}, { as: erik!.token })).find(({ orgId }) => orgId === club.id)!
  expect(unpaid).toMatchObject({ id: late.id, can: { pay: true } })
  const window = await openTicketWindow(app, erik!, event, unpaid.token, late.total!.minor)
  await visit((await payInWindow(window, '0000'))!)
  expect(await books()).toEqual(['Dan Krogh 3'])
  expect(await codeOf(record(late.id, late.total!.minor))).toBe('order_paid_before')

  await app.moveClock('3 days')
  await runRecurring(app, 'orders.expire')
  await remindOfInvoices(app.context.db)
  expect(await books()).toEqual([])
  expect((await app.database.sql('select status from orders where id = $1', [never.id]))[0]).toEqual({
    status: 'expired',
  })
  // Its place is free, and then somebody else's.
  const other = { ...cash, receivedOn: await today() }
  const next = await addByHand(app, office!, club, { memberId: bo!.memberId, lines: place(), pay: other })
  expect(next.status).toBe('paid')
  expect(await codeOf(record(never.id, never.total!.minor))).toBe('invoice_places_taken')
  expect(await books()).toEqual([])

  const order = (await payments()).orders.find(({ id }) => id === form.id)!
  await refundLines(app, office!, { orgId: club.id, order }, [0])
  expect(await books()).toEqual([])
  const [open] = await app.call(byHand.refunds, { orgId: club.id }, as())
  expect(open).toMatchObject({ orderId: form.id, method: 'cash', amount: { minor: club.season.total } })
  await app.call(byHand.refunded, { orgId: club.id, refundId: open!.refundId }, as())
  expect(await app.call(byHand.refunds, { orgId: club.id }, as())).toEqual([])
  expect(await books()).toEqual([])
}, 120_000)
