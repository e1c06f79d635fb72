import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments/payments.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { buy, ledgerOf, mailsTo, openWindow, prepare, stateOf } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { countUnfinished } from './office/list-unresolved.ts'

let app: TestApp
let anna: Person
let office: Person
/** A choir that only tries it out. */
let choir: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  choir = await buildClub(app, { testMode: true })
})

const own = async (token: string) => (await stateOf(app, anna, token)).own!
const listed = async () => (await app.call(orders.ofClub, { orgId: choir.id }, { as: office.token })).orders
const mails = async () =>
  (await mailsTo(app, 'anna@example.com')).filter(({ from, text }) => `${from} ${text}`.includes(choir.key))
const titles = async () =>
  (
    await app.database.sql<{ title: string }>(`select title from notifications where data ->> 'orgId' = $1`, [choir.id])
  ).map(({ title }) => title)

test('a test order is paid without a capture and is marked as a test everywhere', async () => {
  const token = await buy(app, anna, choir)
  await app.runJobs({ all: true })
  const order = await own(token)
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid' })
  expect(order).toMatchObject({ testMode: true, receiptNumber: expect.stringMatching(/^TEST-\d{4}-00001$/) })
  const ledger = await ledgerOf(order.number)
  expect(ledger).toMatchObject({ authorizations: [{ testMode: true }], captures: [], voids: [], credits: [] })

  const historyId = order.lines[0]!.termId!
  const receipt = await app.call(orders.receipt, { historyId }, { as: anna.token })
  expect(receipt).toMatchObject({ testMode: true, number: order.receiptNumber })
  for (const language of ['da', 'en'] as const) {
    const pdf = await app.call(orders.receiptPdf, { historyId, language }, { as: anna.token })
    expect(pdf.fileName).toContain(order.receiptNumber!)
    expect(readPdf(pdf.bytes).text).toContain('TEST')
  }
  const [mail] = await mails()
  expect(mail!.subject).toMatch(/^TEST – /)
  expect(mail!.text).toContain("This is a test: you haven't been charged.")
  expect(await titles()).toEqual([expect.stringMatching(/^TEST – /)])
  expect(await listed()).toMatchObject([{ testMode: true, receiptNumber: order.receiptNumber }])
  expect(await brokenInvariants(app, choir)).toEqual([])
})

test('refunding it moves no money either, and its credit note says so', async () => {
  const child = await buildParticipant(app, anna, 'Alma')
  const token = await buyFor(app, anna, [anna.memberId, child], choir.season)
  const { id: orderId, lines, number } = await own(token)
  for (const line of lines) {
    await app.call(orders.refund, { orgId: choir.id, orderId, lineIds: [line.id] }, { as: office.token })
    await app.runJobs({ all: true })
  }
  const order = await own(token)
  expect(await listed()).toMatchObject([{ status: 'refunded', testMode: true }])
  expect(order.givenBack.map(({ creditNoteNumber }) => creditNoteNumber)).toEqual([
    expect.stringMatching(/^TEST-\d{4}-00002$/),
    expect.stringMatching(/^TEST-\d{4}-00003$/),
  ])
  expect(await ledgerOf(number)).toMatchObject({ captures: [], voids: [], credits: [] })
  const input = { refundId: order.givenBack[0]!.id, language: 'en' } as const
  const { text } = readPdf((await app.call(orders.creditNotePdf, input, { as: anna.token })).bytes)
  expect(text).toContain('TEST')
  expect(text).toContain("Thisisatest:youhaven'tbeencharged.")
  expect(text).not.toContain('Refundedtothecard')
  for (const { subject, text: words } of await mails()) {
    expect(subject).toMatch(/^TEST – /)
    expect(words).not.toContain('has been refunded to your card')
  }
  expect((await titles()).every((title) => title.startsWith('TEST – '))).toBe(true)
  expect(await brokenInvariants(app, choir)).toEqual([])
})

test('tests have their own numbers: the first real receipt is number one', async () => {
  await buy(app, anna, choir)
  await app.database.sql('update payment_configurations set test_mode = false where org_id = $1', [choir.id])
  await app.database.sql(`update membership_terms set status = 'cancelled' where org_id = $1`, [choir.id])
  expect((await own(await buy(app, anna, choir))).receiptNumber).toMatch(/^\d{4}-00001$/)
})

test("old tests are in the office's list, marked, and in no total", async () => {
  const clubs = [choir, await buildClub(app)]
  const before = await countUnfinished(app.context.db)
  for (const club of clubs) {
    const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
    await openWindow(app, anna, club.season, token)
    await app.database.sql(`update payments set status = 'authorised' where org_id = $1`, [club.id])
  }
  await app.database.sql(
    `insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause)
     select gen_random_uuid(), order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, 'differs' from payments
     where org_id = any($1)`,
    [clubs.map(({ id }) => id)],
  )
  await app.moveClock('16 minutes')
  const { payments: unresolved } = await app.call(payments.unresolved, { orgId: choir.id }, { as: office.token })
  expect(unresolved).toMatchObject([{ testMode: true }])
  const { not_settled, not_given_back } = await countUnfinished(app.context.db)
  expect([not_settled - before.not_settled, not_given_back - before.not_given_back]).toEqual([0, 1])
})
