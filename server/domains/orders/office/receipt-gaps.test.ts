import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { inTransaction } from '#server/database/db.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { skipReceiptNumbers } from './receipt-gaps.ts'

let app: TestApp
let office: Person
beforeAll(async () => {
  app = await createTestApp()
  office = await signedIn(app, 'all-clubs@example.com')
})
afterAll(() => app.close())

const restoredFrom = (takenAt: Date) =>
  inTransaction(app.database.db, (tx) => skipReceiptNumbers(tx, takenAt.toISOString()))
const year = new Date().getFullYear()
const numbersOf = async ({ id }: Club) =>
  (
    await app.database.sql<{ number: number }>('select number from receipts where org_id = $1 order by number', [id])
  ).map(({ number }) => number)
const gapsOf = async ({ id }: Club) =>
  (await app.call(orders.ofClub, { orgId: id }, { as: office.token })).receiptGaps?.map(({ first, last }) => [
    first,
    last,
  ])

test('after a restore no number is used twice, in this year and those since the backup, and the payments page says so', async () => {
  const [sold, opened] = [await buildClub(app), await buildClub(app)]
  const tests = await buildClub(app, { testMode: true })
  for (const [at, club] of [sold, sold, tests].entries())
    await buy(app, await signedIn(app, ['anna@example.com', 'bo@example.com', 'anna@example.com'][at]!), club)
  expect(await numbersOf(sold)).toEqual([1, 2])
  expect(await gapsOf(sold)).toBeUndefined()

  await restoredFrom(new Date())
  await buy(app, await signedIn(app, 'carla@example.com'), sold)
  expect(await numbersOf(sold)).toEqual([1, 2, 1003])
  expect([await gapsOf(sold), await gapsOf(opened), await gapsOf(tests)]).toEqual([
    [[`${year}-00003`, `${year}-01002`]],
    [[`${year}-00001`, `${year}-01000`]],
    undefined,
  ])

  // A second restore, of a backup made last year.
  await restoredFrom(new Date(Date.now() - 365 * 86_400_000))
  const counters = await app.database.sql('select year, last from receipt_counters where org_id = $1 order by year', [
    sold.id,
  ])
  expect(counters).toEqual([
    { year: year - 1, last: 1000 },
    { year, last: 2003 },
  ])
})
