import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { sql } from '#server/database/sql.ts'
import { route } from '../route.ts'
import { isShedding } from './load-shedding.ts'

const get = (path: string) => endpoint({ method: 'GET', path, summary: '', output: null, errors: [] })

let http: TestHttp
let hold: PromiseWithResolvers<void>
let running: number
beforeEach(async () => {
  hold = Promise.withResolvers()
  running = 0
  const slow = async () => {
    running++
    await hold.promise
    running--
  }
  http = await createTestHttp([
    route(get('/test-api/slow'), { may: 'public' }, slow),
    route(get('/test-api/quick'), { may: 'public' }, () => {}),
    route(get('/test-api/{id}/link'), { may: 'public', transaction: 'own' }, () => {}),
    route({ ...get('/ui/back'), specified: true }, { may: 'public', pool: 'reserved' }, () => {}),
  ])
})
afterEach(async () => {
  hold.resolve()
  await http.close()
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(http.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const slowCalls = (count: number) => Array.from({ length: count }, () => ask('/test-api/slow'))

/** More calls than there is room for, now and in the queue. */
async function fill() {
  // Calls have taken half a second lately, so that few may wait.
  const before = slowCalls(24)
  await expect.poll(() => running).toBe(24)
  await wait(500)
  hold.resolve()
  await Promise.all(before)
  hold = Promise.withResolvers()
  const calls = slowCalls(100)
  await expect.poll(() => running).toBe(24)
  await expect.poll(async () => (await ask('/test-api/quick')).status).toBe(503)
  return calls
}

test('without room a call is refused at once with a problem, and calls are served again afterwards', async () => {
  const calls = await fill()
  const { status, headers, text } = await ask('/test-api/quick')
  expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', status: 503 })
  // Refusals are counted; each a line would cost more than the refusal.
  expect(http.log.filter((line) => /"status":503/.test(line) && !/"level":"debug"/.test(line))).toEqual([])
  expect(http.log.filter((line) => line.includes('A call failed'))).toEqual([])
  const shedding = async () => (await http.database.db.execute(sql`select ${isShedding} as known`)).rows
  await expect.poll(shedding).toEqual([{ known: true }])
  hold.resolve()
  const statuses = (await Promise.all(calls)).map((one) => one.status)
  expect(statuses.filter((one) => one === 204).length).toBeGreaterThan(24)
  expect((await ask('/test-api/quick')).status).toBe(204)
})

test('health, metrics, payments and calls to the gateway continue while other calls are refused', async () => {
  const calls = await fill()
  const paths = ['/healthz', '/readyz', '/metrics', '/ui/back?izytoken=x', '/test-api/7/link']
  const answers = await Promise.all(paths.map((path) => ask(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204, 204])
  expect((await ask('/memberships', { accept: 'text/html' })).status).not.toBe(503)
  const { text } = await ask('/metrics')
  expect(text).toMatch(/portal_http_requests\{limiter="calls",state="running"\} 24/)
  expect(text).toMatch(/portal_http_refused_total\{limiter="calls"\} [1-9]/)
  hold.resolve()
  await Promise.all(calls)
})
