import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTcpProxy, type TcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { closeDb, inTransaction, openDb, poolOf, type Db } from './db.ts'
import { isSilent, isUnavailable } from './failure.ts'

let database: TestDatabase
let proxy: TcpProxy
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql('create table written (id int)')
})
beforeEach(async () => {
  proxy = await startTcpProxy({ port: Number(new URL(database.url).port) })
  db = openDb(proxy.through(database.url), { name: 'watched', size: 3 })
})
afterEach(async () => {
  await proxy.close()
  await closeDb(db)
})
afterAll(() => database.drop())

/** A second, by a machine that may stand still meanwhile; a statement that is only limited by its time takes eight. */
const secondsOf = async (work: Promise<unknown>) => {
  const begun = performance.now()
  await expect(work).rejects.toSatisfy(isUnavailable)
  return (performance.now() - begun) / 1000
}

test('a statement on a line that went dead, and one on a new line, are given up after a second', async () => {
  await db.execute(sql`select 1`)
  await proxy.blackHole()
  expect(await secondsOf(db.execute(sql`select 1`))).toBeLessThan(5)
  expect(await secondsOf(db.execute(sql`select 1`))).toBeLessThan(5)
  await proxy.forward()
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
}, 30_000)

test('a transaction on a dead line is given up, not begun anew', async () => {
  let runs = 0
  let silence!: unknown
  const work = inTransaction(db, async (tx) => {
    runs++
    await tx.execute(sql`insert into written values (1)`)
    await proxy.blackHole()
    await tx.execute(sql`select 1`)
  }).catch((error: unknown) => {
    silence = error
    throw error
  })
  expect(await secondsOf(work)).toBeLessThan(5)
  expect([runs, isSilent(silence)]).toEqual([1, true])
  expect(await database.sql('select * from written')).toEqual([])
}, 30_000)

test('a statement that takes long is left alone, because the database answers when asked', async () => {
  const { rows } = await db.execute(sql`select pg_sleep(2.5), 'done' as word`)
  expect(rows).toMatchObject([{ word: 'done' }])
}, 30_000)

test('one dead line among living ones ends when the server would have ended its statement', async () => {
  const own = openDb(proxy.through(database.url), { name: 'own', size: 2, statementTimeout: 500 })
  const client = await poolOf(own).connect()
  await client.query('select 1')
  client.connection.stream.pause()
  const lost = client.query('select 1').then(
    () => null,
    (error: unknown) => error,
  )
  let outcome: unknown
  while (outcome === undefined) outcome = await Promise.race([lost, own.execute(sql`select 1`).then(() => undefined)])
  expect(isSilent(outcome)).toBe(true)
  client.release(true)
  await closeDb(own)
}, 30_000)
