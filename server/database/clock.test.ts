import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { asOf, copenhagenDate, portalNow, requireRealClock } from './clock.ts'
import { sql } from './sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a moved clock is refused in production', async () => {
  await expect(requireRealClock(database.db)).resolves.toBeUndefined()
  const before = await portalNow(database.db)
  await database.sql(`update portal_clock set "offset" = '1 day'`)
  expect((await portalNow(database.db)).getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000)
  await expect(requireRealClock(database.db)).rejects.toThrow('portal_clock')
})

test('a read as of another moment has its own clock, writes nothing, and leaves no trace', async () => {
  const moment = new Date('2049-07-05T10:00:00Z')
  // Connections are reused.
  const rounds = Array.from({ length: 30 }, (_, round) => round)
  await Promise.all(
    rounds.map(async (round) => {
      const at = round % 3 === 0 ? moment : null
      const now = round % 3 === 2 ? await portalNow(database.db) : await asOf(database.db, at, portalNow)
      expect(now.getUTCFullYear() === 2049).toBe(at !== null)
    }),
  )
  const write = asOf(database.db, moment, (db) => db.execute(sql`update portal_clock set "offset" = '2 days'`))
  await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
})

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2028-02-28T23:00:00Z', '2028-02-29'],
  ['2026-03-29T00:59:59Z', '2026-03-29'],
  ['2026-10-25T00:30:00Z', '2026-10-25'],
])('%s is %s in Copenhagen', (moment, day) => {
  expect(copenhagenDate(new Date(moment))).toBe(day)
})
