import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { deleteOldWindows } from './rate-windows.ts'
import { countCall } from './rate.ts'
import { route } from '../route.ts'

const path = '/test-api/rated'
const rated = endpoint({ method: 'GET', path, summary: '', output: null, errors: [] })
let http: TestHttp
let proxied: TestHttp
beforeAll(async () => {
  const routes = [route(rated, { may: 'public', rate: { calls: 3, perIp: 5, seconds: 60 } }, () => {})]
  http = await createTestHttp(routes)
  proxied = await createTestHttp(routes, { trustProxy: 1 })
})
beforeEach(async () => {
  await http.database.sql('delete from rate_windows')
})
afterAll(async () => {
  await http.close()
  await proxied.close()
})

const ask = async (to: TestHttp, headers: Record<string, string> = {}) => {
  const response = await fetch(to.url + path, { headers })
  await response.text()
  return response
}
const statuses = async (of: number, headers: (at: number) => Record<string, string> = () => ({}), to = http) => {
  const found: number[] = []
  for (let at = 0; at < of; at++) found.push((await ask(to, headers(at))).status)
  return found
}
const anna = { authorization: 'Bearer anna' }

test('the fourth call in a minute is refused, with how long to wait', async () => {
  expect(await statuses(4)).toEqual([204, 204, 204, 429])
  const wait = Number((await ask(http)).headers.get('retry-after'))
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
})

test('an identity is counted at any address, and an address for any identity', async () => {
  expect(await statuses(4, () => anna)).toEqual([204, 204, 204, 429])
  expect(await statuses(3, () => ({ authorization: 'Bearer stranger' }))).toEqual([204, 204, 429])
})

test('refusals of one person do not count for others at their address', async () => {
  const all = await statuses(200, () => anna)
  expect(all.filter((status) => status === 204)).toHaveLength(3)
  expect(await statuses(1, () => ({ authorization: 'Bearer stranger' }))).toEqual([204])
})

test('a made-up X-Forwarded-For changes nothing', async () => {
  expect(await statuses(4, (at) => ({ 'x-forwarded-for': `10.0.0.${at}` }))).toEqual([204, 204, 204, 429])
})

test('behind a trusted proxy only the address it added counts', async () => {
  const forged = (at: number) => ({ 'x-forwarded-for': `10.9.9.${at}, 192.0.2.1` })
  expect(await statuses(4, forged, proxied)).toEqual([204, 204, 204, 429])
  expect(await statuses(1, () => ({ 'x-forwarded-for': '192.0.2.2' }), proxied)).toEqual([204])
})

test('counting begins again when the window has passed', async () => {
  expect(await statuses(4)).toEqual([204, 204, 204, 429])
  await http.database.sql(`update rate_windows set started_at = started_at - interval '61 seconds'`)
  expect(await statuses(4)).toEqual([204, 204, 204, 429])
})

test('simultaneous calls are counted one by one', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(http)))
  expect(all.filter((response) => response.status === 204)).toHaveLength(3)
})

test('addresses of one IPv6 network are one caller', async () => {
  const call = (ip: string) => countCall(http.database.db, 'x', { calls: 1 }, { ip, identity: null })
  await call('2001:db8:1:2::1')
  await expect(call('2001:db8:1:2:ffff::9')).rejects.toThrow('too_many_requests')
  await call('2001:db8:1:3::1')
})

test('the table has neither addresses nor identities, and old rows are deleted', async () => {
  await ask(http, anna)
  const rows = await http.database.sql<{ key: string }>('select key from rate_windows')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/127|anna/)
  await http.database.sql(`update rate_windows set started_at = started_at - interval '2 days'`)
  await deleteOldWindows(http.database.db)
  expect(await http.database.sql('select 1 from rate_windows')).toEqual([])
})
