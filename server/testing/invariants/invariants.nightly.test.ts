import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockJobs } from '#server/database/job-tables.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { messageIdOf } from '#server/domains/notifications/index.ts'
import { booksOf, brokenInvariants } from './broken-invariants.ts'
import { buildClub, signedIn, type Club, type Person } from '../builders.ts'
import { violations, type Books } from './invariants.ts'
import { buy, openWindow, payInWindow, prepare } from '../purchase.ts'
import { createTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let anna: Person
let club: Club
let token: string
let books: Books
beforeAll(async () => {
  app = await createTestApp()
  anna = await signedIn(app, 'anna@example.com')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await buy(app, anna, club)
  await app.runJobs({ all: true })
  books = await booksOf(app, club)
})

/** Does something that no code of the portal may do. */
const sql = (text: string, values?: unknown[]) => app.database.sql(text.replaceAll('$org', `'${club.id}'`), values)
const broken = async (changes: Partial<Books> = {}) => {
  const found = await violations({ ...books, ...changes })
  return [...new Set(found.map((sentence) => sentence.slice(0, 2)))].toSorted()
}

test('a purchase breaks no invariant, during and after it', async () => {
  expect(
    await brokenInvariants(app, club, {
      acknowledged: [
        { token, saw: 'open' },
        { token, saw: 'paid' },
      ],
    }),
  ).toEqual([])
  const other = await buildClub(app)
  const begun = await prepare(app, anna, [{ memberId: anna.memberId, season: other.season }])
  expect(await brokenInvariants(app, other)).toEqual([])
  const link = await openWindow(app, anna, other.season, begun)
  await payInWindow(link, '0010')
  expect(await brokenInvariants(app, other, { unfinished: true, acknowledged: [{ token: begun, saw: link }] })).toEqual(
    [],
  )
})

test('I1: money captured twice, or another amount', async () => {
  const [capture] = books.ledger.captures
  expect(await broken({ ledger: { ...books.ledger, captures: [capture!, capture!] } })).toContain('I1')
  const other = { ...capture!, amount: capture!.amount - 100 }
  expect(await broken({ ledger: { ...books.ledger, captures: [other] } })).toContain('I1')
})

test('I1: two payments of one order', async () => {
  const [authorization] = books.ledger.authorizations
  const [capture] = books.ledger.captures
  const [id, window] = [newId(), newId()]
  await sql(`insert into payments (id, order_id, org_id, amount, currency, order_number, test_mode, status, payment_identifier, authorization_identifier)
    select '${newId()}', order_id, org_id, amount, currency, order_number, false, 'voided', '${window}', '${id}' from payments where org_id = $org`)
  const ledger = {
    ...books.ledger,
    authorizations: [authorization!, { ...authorization!, authorizationIdentifier: id, paymentIdentifier: window }],
    captures: [capture!, { ...capture!, authorizationIdentifier: id }],
  }
  expect((await violations({ ...books, ledger })).join()).toMatch(/I1: order .* is paid 2 times/)
})

test.each([
  [`update membership_terms set status = 'released' where org_id = $org`],
  [`delete from receipts where org_id = $org`],
  [`update payments set status = 'authorised' where org_id = $org`],
  [`update orders set status = 'declined', paid_at = null where org_id = $org`],
])('I2: paid, captured and delivered part: %s', async (statement) => {
  await sql(statement)
  expect(await broken()).toContain('I2')
})

test('I3: one season twice', async () => {
  await sql('drop index membership_terms_live')
  await sql(`insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
    select '${newId()}', membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, 'active'
    from membership_terms where org_id = $org`)
  expect(await broken()).toEqual(['I3'])
})

test("I4: the gateway's ledger differs", async () => {
  const { ledger } = books
  const [authorization] = ledger.authorizations
  expect(await broken({ ledger: { ...ledger, captures: [] } })).toEqual(['I4'])
  const credit = ledger.captures[0]!
  expect(await broken({ ledger: { ...ledger, credits: [credit] } })).toEqual(['I4'])
  const voided = { ...authorization!, voidedAt: '2026-01-01' }
  expect(await broken({ ledger: { ...ledger, authorizations: [voided] } })).toEqual(['I4'])
  const foreign = { ...authorization!, authorizationIdentifier: newId(), paymentIdentifier: newId() }
  expect(await broken({ ledger: { ...ledger, authorizations: [authorization!, foreign] } })).toEqual(['I4'])
})

test('I4: a refund in our books only', async () => {
  const none = { ...books.ledger, captures: [], credits: [] }
  await sql(`update payments set status = 'voided' where org_id = $org`)
  await sql(`insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
    select '${newId()}', order_id, org_id, id, authorization_identifier, amount, currency, false, 'places_taken', 'void', 'done', now()
    from payments where org_id = $org`)
  const sentences = (await violations({ ...books, ledger: none })).join('\n')
  expect(sentences).toMatch(/I4: payment .* is voided, and the gateway still holds/)
  expect(sentences).toMatch(/I4: refund .* is done by void, and the gateway did not return it/)
})

describe('I4: refunded lines', () => {
  const given = { isSuccess: true }
  let amount: number
  beforeEach(async () => {
    const [order] = await sql(`select total::float8 as total from orders where org_id = $org`)
    amount = (order as { total: number }).total
    await sql(`insert into refunds (id, order_id, org_id, payment_id, amount, currency, test_mode, cause, method, status, done_at)
      select '${newId()}', order_id, org_id, id, amount, currency, false, 'office', 'credit', 'done', now() from payments where org_id = $org`)
    await sql(`insert into credit_notes (refund_id, org_id, year, test_mode, number)
      select id, org_id, 2026, false, 2 from refunds where org_id = $org`)
    await sql(`insert into refund_lines (line_id, refund_id, amount)
      select l.id, r.id, l.total from refunds r join order_lines l on l.order_id = r.order_id where r.org_id = $org`)
    await sql(`update order_lines l set refunded = l.total from orders o where o.id = l.order_id and o.org_id = $org`)
    await sql(`update membership_terms set status = 'cancelled' where org_id = $org`)
    await sql(`update orders set status = 'refunded' where org_id = $org`)
  })
  const credited = (...amounts: number[]) => ({
    ledger: {
      ...books.ledger,
      credits: amounts.map((one) => ({ ...books.ledger.captures[0]!, ...given, amount: one })),
    },
  })

  test("that match the gateway's ledger", async () => {
    // Nobody wrote the mail.
    expect(await broken(credited(amount))).toEqual(['I5'])
    expect(await broken(credited(1, amount - 1))).toEqual(['I5'])
  })

  test('of which it credited less, more, or nothing', async () => {
    for (const amounts of [[], [amount - 1], [amount, 1]])
      expect(await broken(credited(...amounts))).toEqual(['I4', 'I5'])
    expect(await broken({ ...credited(amount, 1), unfinished: true })).toContain('I4')
  })

  test.each([
    [`update order_lines l set refunded = 1 from orders o where o.id = l.order_id and o.org_id = $org`, 'I4'],
    [`delete from refund_lines where refund_id in (select id from refunds where org_id = $org)`, 'I4'],
    [`update refunds set amount = amount - 1 where org_id = $org`, 'I4'],
    [`update orders set total = total + 1 where org_id = $org`, 'I4'],
    [`delete from credit_notes where org_id = $org`, 'I4'],
    [`update orders set status = 'paid' where org_id = $org`, 'I2'],
    [`update membership_terms set status = 'active' where org_id = $org`, 'I2'],
  ])('that differ from our books: %s', async (statement, invariant) => {
    await sql(statement)
    expect(await broken(credited(amount))).toContain(invariant)
  })
})

test('I5: a mail lost, doubled, or sent without a cause', async () => {
  const ours = await app.database.sql<{ key: string }>(
    `select m.once_key as key from messages m, orders o
    where o.id::text = data ->> 'orderId' and o.org_id = $1`,
    [club.id],
  )
  const mine = books.mailbox.filter(({ messageId }) => messageId?.startsWith(`<${messageIdOf(ours[0]!.key)}@`))
  expect(mine).toHaveLength(1)
  expect(await broken({ mailbox: [] })).toEqual(['I5'])
  expect(await broken({ mailbox: [...mine, ...mine] })).toEqual(['I5'])
  const unasked = { ...mine[0]!, messageId: '<anything@portal>' }
  expect(await broken({ mailbox: [...mine, unasked], ownMails: () => true })).toEqual(['I5'])
  expect(await broken({ mailbox: mine, ownMails: () => true })).toEqual([])
})

test('I5: a message or a notification twice, or never', async () => {
  await sql(`update notifications set data = '{}' where data ->> 'orgId' = $org`)
  expect(await broken()).toEqual(['I5'])
  await sql(`insert into messages (id, once_key, template, data, status)
    select '${newId()}', '${newId()}', template, data, 'sent' from messages m join orders o on o.id::text = data ->> 'orderId' where org_id = $org`)
  expect((await violations(books)).join()).toMatch(/I5: 2 times mail order-paid/)
})

test('I6: an acknowledged order is gone', async () => {
  expect(await broken({ acknowledged: [{ token: newToken(), saw: 'open' }] })).toEqual(['I6'])
  expect(await broken({ acknowledged: [{ token, saw: 'https://window.example/other' }] })).toEqual(['I6'])
  const other = await buildClub(app)
  const open = await prepare(app, anna, [{ memberId: anna.memberId, season: other.season }])
  expect(await brokenInvariants(app, other, { acknowledged: [{ token: open, saw: 'paid' }] })).toHaveLength(1)
  await sql('update payments set authorization_identifier = null where org_id = $org')
  expect((await violations(books)).join()).toMatch(/I6: a callback .* was answered and forgotten/)
})

test.each([
  [`update payments set status = 'capturing' where org_id = $org`],
  [`update membership_terms set status = 'held', reserved_until = null where org_id = $org`],
  [`select graphile_worker.add_job('orders.expire')`],
])('I7: something unresolved: %s', async (statement) => {
  await sql(statement)
  await sql(lockJobs, ['somebody', '0 seconds'])
  expect(await broken()).toContain('I7')
  expect(await broken({ unfinished: true })).not.toContain('I7')
  await sql(`select graphile_worker.force_unlock_workers('{somebody}')`)
  await sql('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})
