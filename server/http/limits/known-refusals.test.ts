import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { Problem } from '../problem.ts'
import { route } from '../route.ts'

const buy = endpoint({
  method: 'POST',
  path: '/test-api/{id}/buy',
  summary: '',
  params: z.object({ id: z.string() }),
  body: z.object({ want: z.string(), more: z.optional(z.string()) }),
  output: z.object({ got: z.string() }),
  errors: ['event_sold_out'],
})

const soldOut = new Problem('event_sold_out', { data: { left: 0 } })
let http: TestHttp
let served: string[]
let knows: boolean
beforeAll(async () => {
  http = await createTestHttp([
    {
      ...route(buy, { may: 'member' }, (_tx, _actor, { want, more = '' }) => {
        served.push(want)
        return { got: want + more }
      }),
      refusedAlready: {
        knowsAny: () => knows,
        refusalOf: ({ subject }, body) =>
          knows && subject === 'anna' && (body as { want?: unknown } | null)?.want === 'the last place'
            ? soldOut
            : null,
      },
    },
  ])
})
afterAll(() => http.close())
beforeEach(() => {
  served = []
  knows = true
})

async function ask(body: string | ReadableStream, headers: Record<string, string> = {}) {
  const response = await fetch(`${http.url}/test-api/7/buy?x=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer anna', 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, answer }
}

const last = JSON.stringify({ want: 'the last place' })

test('a refusal that is known is told without the use case, in the words and with the headers of every refusal', async () => {
  const { status, headers, answer } = await ask(last)
  expect([status, served]).toEqual([409, []])
  expect(answer).toMatchObject({ code: 'event_sold_out', status: 409, data: { left: 0 } })
  knows = false
  const other = await ask(JSON.stringify({ want: '' }), { authorization: 'Bearer nobody' })
  const names = (all: Headers) => [...all.keys()].filter((name) => name !== 'www-authenticate').toSorted()
  expect(names(headers)).toEqual(names(other.headers))
  for (const name of ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'])
    expect(headers.get(name), name).toBe(other.headers.get(name))
  const told = await (await fetch(`${http.url}/metrics`)).text()
  expect(told).toMatch(
    /portal_http_request_seconds_count\{method="POST",route="\/test-api\/\{id\}\/buy",status="409"\} 1\n/,
  )
})

test('whatever else is asked for is served with its whole body', async () => {
  expect((await ask(JSON.stringify({ want: 'another' }))).answer).toEqual({ got: 'another' })
  const long = 'x'.repeat(40_000)
  expect((await ask(JSON.stringify({ want: 'long ', more: long }))).answer).toEqual({ got: `long ${long}` })
  expect(served).toEqual(['another', 'long '])
})

const forget = (): void => {
  knows = false
}

test.each([
  ['nothing is known', last, {}, () => forget(), 200],
  ['the body comes without its length', () => new Blob([last]).stream(), {}, () => {}, 409],
  ['it is known of others', last, { authorization: 'Bearer disabled' }, () => {}, 403],
  ['the token is invalid', last, { authorization: 'Bearer nonsense' }, () => {}, 401],
  ['the body is no JSON', '{"want":', {}, () => {}, 422],
  ['the body is of another type', last, { 'content-type': 'text/plain' }, () => {}, 415],
  ['somebody acts for another', last, { 'acting-for': '01890000-0000-7000-8000-000000000000' }, () => {}, 403],
] as const)('%s: the framework answers', async (_name, body, headers, prepare, status) => {
  prepare()
  expect((await ask(typeof body === 'function' ? body() : body, headers)).status).toBe(status)
})

/** A line on which a test writes what it likes. */
function line() {
  const { hostname, port } = new URL(http.url)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  let said = ''
  socket.on('data', (part) => (said += part.toString()))
  return { socket, answers: () => [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status) }
}

const head = (length: number) =>
  `POST /test-api/7/buy HTTP/1.1\r\nhost: x\r\nauthorization: Bearer anna\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

test('a body in pieces, and what follows it on the same line', async () => {
  const { socket, answers } = line()
  const another = JSON.stringify({ want: 'another' })
  for (const [turn, body] of [last, another, last, another].entries()) {
    socket.write(head(body.length) + body.slice(0, 5))
    // An answer to another request: the server has read what came before it.
    await fetch(`${http.url}/healthz`)
    socket.write(body.slice(5))
    await expect.poll(() => answers().length).toBe(turn + 1)
  }
  expect(answers()).toEqual(['409', '200', '409', '200'])
  // Two requests in one piece.
  socket.write(head(last.length) + last + head(another.length) + another)
  await expect.poll(answers).toEqual(['409', '200', '409', '200', '409', '200'])
  socket.destroy()
})

test('a body that is announced to be long is not waited for', async () => {
  const { socket, answers } = line()
  socket.write(head(10_000_000))
  await expect.poll(answers).toEqual(['413'])
  socket.destroy()
})
