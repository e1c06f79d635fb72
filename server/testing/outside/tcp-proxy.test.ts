import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { COMMIT, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql('create table written (id int)')
})
beforeEach(async () => {
  proxy = await startTcpProxy({ port: Number(new URL(database.url).port) })
  await database.sql('truncate written')
})
afterEach(async () => {
  await proxy.close()
})
afterAll(() => database.drop())

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: proxy.through(database.url) })
  client.on('error', () => {})
  await client.connect()
  return client
}
const endOf = (client: pg.Client) => new Promise<void>((resolve) => client.once('end', () => resolve()))
const one = async (client: pg.Client) => (await client.query('select 1 as one')).rows
const rows = () => database.sql('select * from written')

test('it forwards, cuts, and forwards new connections', async () => {
  const client = await open()
  expect(await one(client)).toEqual([{ one: 1 }])
  expect(proxy.open).toBe(1)
  const ended = endOf(client)
  proxy.cut()
  await ended
  expect(await one(await open())).toEqual([{ one: 1 }])
})

test('it refuses, and comes back on its port', async () => {
  const client = await open()
  const ended = endOf(client)
  await proxy.refuse()
  await ended
  await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.forward()
  expect(await one(await open())).toEqual([{ one: 1 }])
})

test('it holds back what is sent and forwards it later', async () => {
  const client = await open()
  await proxy.blackHole()
  let answered = false
  const asked = one(client).then(() => (answered = true))
  // Another connection to the same server is answered meanwhile.
  await database.sql('select 1')
  expect(answered).toBe(false)
  await proxy.forward()
  await asked
})

test('it cuts at the next COMMIT, not an earlier one, and counts', async () => {
  const client = await open()
  await client.query('begin')
  await client.query('commit')
  const cut = proxy.cutAt(COMMIT, 'unsent', 2)
  await client.query('begin')
  await client.query('insert into written values (1)')
  await client.query('commit')
  await client.query('begin')
  await expect(client.query('commit')).rejects.toThrow()
  await cut
  expect(await rows()).toHaveLength(1)
})

test.each([
  ['unsent', 0],
  ['unanswered', 1],
] as const)('it cuts at a COMMIT that is %s', async (moment, written) => {
  const client = await open()
  const cut = proxy.cutAt(COMMIT, moment)
  await client.query('begin')
  await client.query('insert into written values (1)')
  await expect(client.query('commit')).rejects.toThrow()
  await cut
  await expect.poll(rows).toHaveLength(written)
  // Only one: the next goes through.
  await (await open()).query('begin; insert into written values (2); commit')
  expect(await rows()).toHaveLength(written + 1)
})
