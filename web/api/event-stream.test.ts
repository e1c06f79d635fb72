import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { createEventStream } from './event-stream.ts'
import type { ClientOptions } from './http-client.ts'

const stream = endpoint({ method: 'GET', path: '/{product}/stream', summary: '', output: 'events', errors: [] })

let answer: (response: ServerResponse, request: IncomingMessage) => void
let seen: IncomingMessage | undefined
let origin: string
const server = createServer((request, response) => {
  seen = request
  answer(response, request)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = undefined
})

function follow(options: Partial<ClientOptions> = {}) {
  const events: unknown[] = []
  const onComment = vi.fn()
  const stop = new AbortController()
  const listen = createEventStream({
    origin,
    product: 'izy',
    language: () => 'da',
    accessToken: async () => 'token',
    ...options,
  })
  const end = listen(stream, {}, { onEvent: (event) => events.push(event), onComment, signal: stop.signal })
  return { events, onComment, stop, end }
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

test('events arrive in order, with the user’s token, until the server ends the stream', async () => {
  answer = (response) => {
    begin(response).write(':\n\nevent: bell\nda')
    // Splits a two-byte character across chunks.
    const rest = Buffer.from('ta: {"æ":1}\n\n')
    setImmediate(() => {
      response.write(rest.subarray(0, 7))
      setImmediate(() => response.end(rest.subarray(7)))
    })
  }
  const { events, onComment, end } = follow()
  await end
  expect(events).toEqual([{ event: 'bell', data: '{"æ":1}' }])
  expect(onComment).toHaveBeenCalled()
  expect(seen!.url).toBe('/izy/stream')
  expect(seen!.headers).toMatchObject({
    authorization: 'Bearer token',
    'accept-language': 'da',
    orgkey: 'ALL',
    accept: 'text/event-stream, application/problem+json',
  })
})

test('an error has a code and status; a refused token is reported', async () => {
  const onUnauthenticated = vi.fn()
  answer = (response) =>
    response
      .writeHead(503, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ code: 'unavailable', status: 503, title: '' }))
  await expect(follow({ onUnauthenticated }).end).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  expect(onUnauthenticated).not.toHaveBeenCalled()
  answer = (response) =>
    response
      .writeHead(401, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ code: 'unauthenticated', status: 401, title: '' }))
  await expect(follow({ onUnauthenticated }).end).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(onUnauthenticated).toHaveBeenCalledTimes(1)
})

test('a broken connection and no connection are both offline', async () => {
  answer = (response) => {
    begin(response).write(':\n\n')
    setImmediate(() => response.destroy())
  }
  await expect(follow().end).rejects.toMatchObject({ code: 'offline' })
  await expect(follow({ origin: 'http://127.0.0.1:1' }).end).rejects.toMatchObject({ code: 'offline' })
})

test('aborting closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  answer = (response) => {
    begin(response).write('data: 1\n\n')
    response.on('close', () => closed.resolve())
  }
  const { events, stop, end } = follow()
  await expect.poll(() => events).toHaveLength(1)
  stop.abort()
  await expect(end).rejects.toMatchObject({ name: 'AbortError' })
  await closed.promise
})

test('chunk boundaries and line endings do not matter', async () => {
  const text =
    ':\n\nevent: bell\nid: 7\nfoo: bar\ndata: {"a":\ndata: "æøå 🔔"}\n\n:\n\ndata: two\n\nevent: cut off\ndata: 3\n'
  for (const ending of ['\n', '\r', '\r\n']) {
    answer = (response) => {
      begin(response)
      void pipeline(
        Readable.from([...Buffer.from(text.replaceAll('\n', ending))].map((byte) => Buffer.of(byte))),
        response,
      )
    }
    const { events, end } = follow()
    await end
    expect(events).toMatchObject([{ event: 'bell', data: '{"a":\n"æøå 🔔"}' }, { data: 'two' }])
  }
})
