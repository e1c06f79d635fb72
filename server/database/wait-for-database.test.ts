import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { inject, expect, test } from 'vitest'
import { startTcpProxy } from '#server/testing/outside/tcp-proxy.ts'
import { keepsSessions, waitForDatabase } from './wait-for-database.ts'

const refusal = (work: Promise<void>) =>
  work.then(
    () => '',
    ({ message }: Error) => message,
  )

/** The real database's address with some of it changed. */
function addressWith(change: Partial<Pick<URL, 'host' | 'password' | 'pathname' | 'search'>>): string {
  return Object.assign(new URL(inject('database').url), change).href
}

test('a start waits for a database that comes up later', async () => {
  const { url } = inject('database')
  const proxy = await startTcpProxy({ port: Number(new URL(url).port) })
  await proxy.refuse()
  const messages: string[] = []
  await waitForDatabase(proxy.through(url), {
    onWaiting: ({ message }) => {
      messages.push(message)
      void proxy.forward()
    },
  })
  expect(messages).toEqual([
    expect.stringContaining(`DATABASE_URL: no database answers at 127.0.0.1:${proxy.port} (ECONNREFUSED)`),
  ])
  await proxy.close()
})

test('a database that does not come up is reported with its variable, without the password', async () => {
  const message = await refusal(waitForDatabase('postgres://portal:hunter2@127.0.0.1:1/portal', { patience: 0 }))
  expect(message).toMatch(/^DATABASE_URL: no database answers at 127\.0\.0\.1:1 \(ECONNREFUSED\): start it, or correct/)
  expect(message).not.toContain('hunter2')
})

test.each([
  ['a wrong password', { password: 'hunter2' }, /refuses the user portal or the password/],
  ['a database that is not there', { pathname: '/nowhere' }, /has no database nowhere/],
  ['a server without TLS', { search: '?sslmode=require' }, /does not speak TLS/],
])('%s is reported at once, without waiting', async (_, change, sentence) => {
  const message = await refusal(waitForDatabase(addressWith(change)))
  expect(message).toMatch(sentence)
  expect(message).not.toContain('hunter2')
})

test('a read-only database is reported as one', async () => {
  const standby = addressWith({ search: '?options=-c%20default_transaction_read_only%3Don' })
  expect(await refusal(waitForDatabase(standby, { patience: 0 }))).toMatch(
    /takes no writes .+: use the address of the primary$/,
  )
})

test('a program that is not PostgreSQL is reported as one', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await refusal(waitForDatabase(addressWith({ host: `127.0.0.1:${port}` }), { patience: 0 }))).toMatch(
    /^DATABASE_URL: no database answers/,
  )
  server.close()
})

/** A pooler's two idle sessions, and how it gives the next one out. */
function pooler(next: (idle: number[]) => number) {
  const idle = [1, 2]
  return async () => {
    const taken = next(idle)
    idle.splice(idle.indexOf(taken), 1)
    idle.push(taken)
    return taken
  }
}

test('a pooler that shares sessions is recognised, whichever session it hands out next', async () => {
  const lastUsed = pooler((idle) => idle.at(-1)!)
  const inTurn = pooler((idle) => idle[0]!)
  expect(await keepsSessions(lastUsed, lastUsed)).toBe(false)
  expect(await keepsSessions(inTurn, inTurn)).toBe(false)
  expect(
    await keepsSessions(
      async () => 1,
      async () => 2,
    ),
  ).toBe(true)
})
