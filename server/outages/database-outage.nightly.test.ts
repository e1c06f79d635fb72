import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pathOf, type Endpoint } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/errors.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { poolOf } from '../database/db.ts'
import { newId, newToken } from '../database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { openWindow, payInWindow, prepare, visit } from '../testing/purchase.ts'
import { startTcpProxy, type TcpProxy } from '../testing/outside/tcp-proxy.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let proxy: TcpProxy
let club: Club
let anna: Person
beforeAll(async () => {
  app = await createTestApp(
    {},
    {
      through: async (url) => {
        proxy = await startTcpProxy({ port: Number(new URL(url).port) })
        return proxy.through(url)
      },
    },
  )
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
})
afterEach(() => proxy.forward())
afterAll(async () => {
  await app.close()
  await proxy.close()
})

/** Calls an endpoint with nothing sensible in it. */
async function send(endpoint: Endpoint) {
  const path = pathOf(endpoint.path, 'izy', { id: newId(), token: newToken(), orgKey: club.key })
  const begun = performance.now()
  const response = await fetch(`${app.url}${path}?izytoken=${newToken()}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${anna.token}`,
      ...(endpoint.body && !endpoint.form ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.body ? { body: endpoint.form ? new URLSearchParams({}) : '{}' } : {}),
  })
  const { status, headers } = response
  const text = await response.text()
  return { path: endpoint.path, status, headers, text, seconds: (performance.now() - begun) / 1000 }
}

const statusOf = async (path: string) => {
  const response = await fetch(app.url + path, { headers: { accept: 'text/html' } })
  await response.text()
  return response.status
}
const everyCall = Object.values(api).flatMap((domain): Endpoint[] => Object.values(domain))
const listClubs = () => app.call(organisations.list, {}, { as: anna.token })

/** Expects that calls were answered 503 while the database cannot serve: nothing is lost, come back. @returns the longest it took */
function expectUnavailable(answers: Awaited<ReturnType<typeof send>>[]): number {
  for (const { path, status, headers, text } of answers) {
    if (path.startsWith('/ui/')) {
      expect([path, status, headers.get('content-type')]).toEqual([path, 503, 'text/html; charset=utf-8'])
      continue
    }
    expect([path, status, headers.get('content-type'), headers.get('retry-after')]).toEqual([
      path,
      503,
      'application/problem+json; charset=utf-8',
      // A few seconds, spread, where so many calls at once find every slot taken.
      expect.stringMatching(/^[1-3]$/),
    ])
    expect((JSON.parse(text) as ProblemBody).code).toBe('unavailable')
  }
  return Math.max(...answers.map(({ seconds }) => seconds))
}

const ways = [
  // A second in calm; more only because the machine is busy with other tests.
  ['refuse', 3],
  // A line that died unanswered is given up after nine seconds, and no call meets two.
  ['blackHole', 12],
] as const

test.each(ways.filter(([away]) => inject('nightly') || away === 'refuse'))(
  'without its database (%s) every call is refused in time, the process survives, and everything recovers',
  async (away, patience) => {
    await Promise.all(Array.from({ length: 12 }, listClubs))
    await proxy[away]()
    const together = expectUnavailable(await Promise.all(everyCall.map(send)))
    // One after the other, so that each meets what the one before left.
    const answers: Awaited<ReturnType<typeof send>>[] = []
    for (const call of everyCall.slice(0, 3)) answers.push(await send(call))
    const longest = expectUnavailable(answers)
    expect(Math.max(longest, together)).toBeLessThan(patience)
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/memberships')]).toEqual([
      200, 503, 200,
    ])

    await proxy.forward()
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(200)
    await expect
      .poll(
        () =>
          listClubs().then(
            () => true,
            () => false,
          ),
        { interval: 20 },
      )
      .toBe(true)
  },
)

test('while every connection is taken, calls are refused in time, and payments, health and metrics work', async () => {
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const link = await openWindow(app, anna, club.season, token)
  const holders = Array.from({ length: 12 }, () => poolOf(app.context.db).query('select pg_sleep(4)'))
  const asleep = () =>
    app.database.sql("select 1 from pg_stat_activity where query = 'select pg_sleep(4)' and state = 'active'")
  await expect.poll(asleep).toHaveLength(12)

  const refused = [send(organisations.list), send(api.orders.state), send(api.members.signIn)]
  const back = await payInWindow(link, '0000')
  expect(await visit(back!)).toContain('/membership/confirm')
  expect(await app.database.sql('select status from orders')).toEqual([{ status: 'paid' }])
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 200])
  expect(expectUnavailable(await Promise.all(refused))).toBeLessThan(3)
  // All of that happened while nothing was free.
  expect(await asleep()).toHaveLength(12)
  await Promise.all(holders)
  await listClubs()
})
