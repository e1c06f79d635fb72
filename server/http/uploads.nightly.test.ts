import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { Problem } from './problem.ts'
import { route } from './route.ts'
import { pace } from './uploads.ts'

const upload = endpoint({
  method: 'POST',
  path: '/test-api/file',
  summary: '',
  query: z.object({ pass: z.string() }),
  upload: { maxBytes: 1_000_000 },
  output: z.object({ bytes: z.int() }),
  errors: ['payload_too_large', 'challenge_failed'],
})

const admitted: number[] = []
let kept = 0
let held = Promise.withResolvers<void>()
let http: TestHttp
beforeAll(async () => {
  const routes = [
    route(
      upload,
      { may: 'public', transaction: 'own', rate: { calls: 20 } },
      async (_db, _actor, { bytes }) => {
        kept++
        return { bytes: bytes.length }
      },
      async (_db, _actor, { pass }, bytes) => {
        admitted.push(bytes)
        if (pass === 'held') await held.promise
        if (pass !== 'good') throw new Problem('challenge_failed')
      },
    ),
  ]
  http = await createTestHttp(routes, { trustProxy: 1 })
})
beforeEach(async () => {
  admitted.length = 0
  kept = 0
  held = Promise.withResolvers<void>()
  await http.database.sql('truncate rate_windows')
})
afterAll(() => http.close())

/** A caller who sends what they like, when they like. */
async function caller(query: string, headers: string) {
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`POST /test-api/file?${query} HTTP/1.1\r\nhost: portal.example\r\n${headers}\r\n\r\n`)
  return { socket, closed, heard: () => heard, code: () => /"code":"(\w+)"/.exec(heard)?.[1] }
}

test.each([
  ['a pass that is none', 'pass=bad', 'content-length: 900000', 'challenge_failed'],
  ['no pass at all', '', 'content-length: 900000', 'invalid_input'],
  ['too much, as it says', 'pass=good', 'content-length: 1000001', 'payload_too_large'],
])(
  'a caller with %s is refused before a byte is sent, and the connection ends soon',
  async (_, query, headers, code) => {
    const { heard, code: refused, closed, socket } = await caller(query, headers)
    await expect.poll(refused).toBe(code)
    expect(heard()).toContain('\r\n\r\n')
    const begun = performance.now()
    await closed
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(kept).toBe(0)
    socket.destroy()
  },
)

test('a caller above the rate is refused before a byte is sent', async () => {
  const callers = await Promise.all(Array.from({ length: 21 }, () => caller('pass=bad', 'content-length: 9')))
  await expect.poll(() => callers.filter(({ code }) => code() === 'too_many_requests').length).toBe(1)
  expect(admitted).toHaveLength(20)
  for (const { socket } of callers) socket.destroy()
})

test('a body that exceeds its limit is stopped on the way, with the reason', async () => {
  const { socket, code, closed } = await caller('pass=good', 'transfer-encoding: chunked')
  const chunk = 'a'.repeat(0x4000)
  const flow = setInterval(() => socket.write(`4000\r\n${chunk}\r\n`), 1)
  await closed
  clearInterval(flow)
  expect(code()).toBe('payload_too_large')
  expect(admitted).toEqual([0])
  expect(kept).toBe(0)
})

/** One of two at an address. */
const sender = (at: number, headers = 'content-length: 5') =>
  caller('pass=good', `${headers}\r\nx-forwarded-for: 10.0.0.${Math.floor(at / 2)}`)

test('eight visitors send at a time, and one who leaves makes room', async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, (_, at) => sender(at)))
  await expect.poll(() => admitted.length).toBe(8)
  const late = await sender(8)
  late.socket.write('hello')
  // Whoever comes after it is answered, and it is not.
  const later = await caller('pass=bad', 'content-length: 5')
  await expect.poll(later.code).toBe('challenge_failed')
  expect(late.heard()).toBe('')
  slow[0]!.socket.destroy()
  await expect.poll(late.heard).toContain('{"bytes":5}')
  for (const { socket } of slow.slice(1)) socket.write('hello')
  await expect.poll(() => slow.slice(1).every(({ heard }) => heard().includes('{"bytes":5}'))).toBe(true)
  expect(kept).toBe(8)
  for (const { socket } of [...slow, late]) socket.destroy()
})

test('a sender who sends nothing loses their place; a slow one keeps it', async () => {
  const usual = { ...pace }
  Object.assign(pace, { graceMs: 500, bytesPerSecond: 10 })
  try {
    const [stalled, slow] = await Promise.all([0, 2].map((at) => sender(at, 'content-length: 500')))
    stalled!.socket.write('hell')
    for (let bytes = 0; bytes < 500; bytes += 50) {
      slow!.socket.write('a'.repeat(50))
      await wait(150)
    }
    await stalled!.closed
    await expect.poll(slow!.heard).toContain('{"bytes":500}')
    expect(stalled!.heard()).toBe('')
    expect(kept).toBe(1)
    slow!.socket.destroy()
  } finally {
    Object.assign(pace, usual)
  }
})

test('two files of one address are read at a time; its others wait, and nobody else does', async () => {
  const slow = await Promise.all(Array.from({ length: 12 }, () => sender(0)))
  await expect.poll(() => admitted.length).toBe(12)
  for (const { socket } of slow) socket.write('hell')
  const other = await sender(2)
  other.socket.write('hello')
  await expect.poll(other.heard).toContain('{"bytes":5}')
  expect(kept).toBe(1)
  for (const { socket } of slow) socket.write('o')
  await expect.poll(() => slow.filter(({ heard }) => heard().includes('{"bytes":5}')).length).toBe(12)
  for (const { socket } of [...slow, other]) socket.destroy()
})

test("visitors' files are checked four at a time, and refused at once when too many wait", async () => {
  const callers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => caller('pass=held', `content-length: 9\r\nx-forwarded-for: 10.0.${at}.1`)),
  )
  try {
    await expect.poll(() => callers.some(({ code }) => code() === 'unavailable'), { interval: 10 }).toBe(true)
    await expect.poll(() => admitted.length).toBeGreaterThan(3)
    expect(admitted).toHaveLength(4)
  } finally {
    for (const { socket } of callers) socket.destroy()
    held.resolve()
    // The next test finds nobody in the queue.
    const metrics = async () => (await fetch(`${http.url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/portal_http_requests\{limiter="heads",state="running"\} 0\n/)
  }
})

test('an early refusal leaves the connection to the next call', async () => {
  const { socket, heard } = await caller('pass=bad', 'content-length: 5')
  socket.write('hello')
  await expect.poll(heard).toContain('challenge_failed')
  socket.write('GET /healthz HTTP/1.1\r\nhost: portal.example\r\n\r\n')
  await expect.poll(() => heard().match(/HTTP\/1\.1 /g)?.length).toBe(2)
  socket.destroy()
})
