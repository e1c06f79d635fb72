import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTcpProxy, type TcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { closeDb, inTransaction, openDb, type Db } from './db.ts'
import { isUnanswered, isUnavailable } from './errors.ts'
import { sql } from './sql.ts'

let database: TestDatabase
let proxy: TcpProxy
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql('create table written (id int)')
})
beforeEach(async () => {
  proxy = await startTcpProxy({ port: Number(new URL(database.url).port) })
  db = openDb(proxy.through(database.url), { name: 'unanswered', size: 3, statementTimeout: 500 })
})
afterEach(async () => {
  await proxy.close()
  await closeDb(db)
})
afterAll(() => database.drop())

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a statement on a dead connection times out, also on a new one, and the next one is answered', async () => {
  await db.execute(sql`select 1`)
  await proxy.blackHole()
  const failures = [await failureOf(db.execute(sql`select 1`)), await failureOf(db.execute(sql`select 1`))]
  // The second one found no living connection: nothing was asked on it.
  expect(failures.map((failure) => [isUnanswered(failure), isUnavailable(failure)])).toEqual([
    [true, true],
    [false, true],
  ])
  await proxy.forward()
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('a transaction on a dead connection times out, is not repeated, and leaves nothing', async () => {
  let runs = 0
  const failure = await failureOf(
    inTransaction(db, async (tx) => {
      runs++
      await tx.execute(sql`insert into written values (1)`)
      await proxy.blackHole()
      await tx.execute(sql`select 1`)
    }),
  )
  expect([runs, isUnanswered(failure), isUnavailable(failure)]).toEqual([1, true, true])
  await proxy.forward()
  expect(await database.sql('select * from written')).toEqual([])
})

test('a slow statement is cancelled by the server before the client gives up', async () => {
  const failure = await failureOf(db.execute(sql`select pg_sleep(3)`))
  expect([isUnanswered(failure), isUnavailable(failure)]).toEqual([false, true])
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})
