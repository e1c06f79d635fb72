import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { route } from '../route.ts'
import { createMinuteLimit } from './rate.ts'

test('each caller has a number of reads a minute', () => {
  let now = 0
  const count = createMinuteLimit(3, 'At most 3 reads a minute.', () => now)
  for (let at = 0; at < 3; at++) count('anna')
  now = 20_500
  const refusal = { code: 'too_many_requests', options: { retryAfter: 40, detail: 'At most 3 reads a minute.' } }
  expect(() => count('anna')).toThrow(expect.objectContaining(refusal))
  count('bo')
  now = 60_000
  count('anna')
})

const output = z.object({ ok: z.boolean() })
const thing = { path: '/test-api/thing', summary: '', output, errors: [] } as const
const slow = { method: 'GET', path: '/test-api/document', summary: '', output, errors: [] } as const
const drawn = Promise.withResolvers<{ ok: boolean }>()
let http: TestHttp
beforeAll(async () => {
  http = await createTestHttp(
    [
      route(endpoint({ ...thing, method: 'GET' }), { may: 'public' }, () => ({ ok: true })),
      route(endpoint({ ...thing, method: 'POST' }), { may: 'public' }, () => ({ ok: true })),
      route(endpoint(slow), { may: 'public', limiter: 'documents' }, () => drawn.promise),
    ],
    { readsPerMinute: 3 },
  )
})
afterAll(() => http.close())

test('too many reads are refused with a retry time; writes have their own limits', async () => {
  const ask = (method: string, as?: string) =>
    fetch(`${http.url}/test-api/thing`, { method, headers: as ? { authorization: `Bearer ${as}` } : {} })
  for (let at = 0; at < 3; at++) expect((await ask('GET', 'anna')).status).toBe(200)
  const refused = await ask('GET', 'anna')
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'too_many_requests', detail: 'At most 3 reads a minute.' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect([
    (await ask('POST', 'anna')).status,
    (await ask('GET', 'stranger')).status,
    (await ask('GET')).status,
  ]).toEqual([200, 200, 200])
})

test('waiting for documents takes no place from other calls, and the queue is limited', async () => {
  const asked = Array.from({ length: 250 }, () => fetch(`${http.url}/test-api/document`))
  const first = await Promise.race(asked)
  expect([first.status, await first.json()]).toMatchObject([503, { code: 'unavailable' }])
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${http.url}/test-api/thing`)).status).toBe(200)
  drawn.resolve({ ok: true })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})
