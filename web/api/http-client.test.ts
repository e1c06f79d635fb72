import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { ApiProblem, createClient, type ClientOptions } from './http-client.ts'

const read = endpoint({
  method: 'GET',
  path: '/{product}-test-api/{id}/item',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ year: z.optional(z.int()), all: z.optional(z.boolean()) }),
  output: z.object({ name: z.string() }),
  errors: ['not_found'],
})
const write = endpoint({
  method: 'POST',
  path: '/{product}-test-api/{id}/item',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ year: z.int() }),
  body: z.object({ name: z.string() }),
  output: null,
  errors: [],
})
const file = endpoint({ method: 'GET', path: '/file', summary: '', output: 'file', errors: [] })
const upload = endpoint({
  method: 'PUT',
  path: '/{product}-test-api/{id}/image',
  summary: '',
  params: z.object({ id: z.string() }),
  upload: { maxBytes: 10 },
  output: null,
  errors: [],
})
const form = endpoint({
  method: 'POST',
  path: '/form',
  summary: '',
  query: z.object({ token: z.string() }),
  body: z.looseObject({}),
  form: true,
  output: null,
  errors: [],
})

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const seen: Seen[] = []
let answer: (response: ServerResponse, attempt: number) => void
let origin: string

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    answer(response, seen.length)
  })
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
  seen.length = 0
  answer = (response) => json(response, 200, { name: 'Anna' })
})

const json = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
    .end(JSON.stringify(body))

const problem = (response: ServerResponse, status: number, code: string) =>
  json(response, status, { type: 'about:blank', title: 'In words', status, code, data: { until: '2026-12-31' } })

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({
    origin,
    product: 'izy',
    language: () => 'da',
    accessToken: async () => 'token',
    retryAfterMs: 5,
    ...options,
  })

test('parameters go into the path, those of a GET into the query', async () => {
  await expect(client()(read, { id: 'a/b', year: 2026, all: true })).resolves.toEqual({ name: 'Anna' })
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/izy-test-api/a%2Fb/item?year=2026&all=true' })
  expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer token', orgkey: 'ALL', 'accept-language': 'da' })
})

test('unknown fields are not sent in the address', async () => {
  const event = { id: '1', year: 2026, title: 'Cup' }
  await client()(read, event)
  expect(seen[0]).toMatchObject({ url: '/izy-test-api/1/item?year=2026' })
})

test('a body is JSON; query parameters stay in the query', async () => {
  answer = (response) => response.writeHead(204).end()
  await expect(client()(write, { id: '1', year: 2026, name: 'Bo' })).resolves.toBeUndefined()
  expect(seen[0]).toMatchObject({ url: '/izy-test-api/1/item?year=2026', body: '{"name":"Bo"}' })
})

test('an upload sends the file’s bytes', async () => {
  answer = (response) => response.writeHead(204).end()
  await client()(upload, { id: '1', bytes: new TextEncoder().encode('picture') })
  expect(seen[0]).toMatchObject({ method: 'PUT', url: '/izy-test-api/1/image', body: 'picture' })
  expect(seen[0]!.headers['content-type']).toBe('application/octet-stream')
})

test('a request names the member it is for', async () => {
  await client({ actingHeader: () => ({ 'acting-for': 'bo' }) })(read, { id: '1' })
  expect(seen[0]!.headers['acting-for']).toBe('bo')
})

test('a rate limit error says how long to wait', async () => {
  answer = (response) => {
    response.setHeader('retry-after', '40')
    problem(response, 429, 'too_many_requests')
  }
  const error = await client()(write, { id: '1', year: 2026, name: 'Bo' }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'too_many_requests', data: { retryAfter: 40 } })
})

test('signed out, no token is sent', async () => {
  await client({ accessToken: async () => null })(read, { id: '1' })
  expect(seen[0]!.headers.authorization).toBeUndefined()
})

test('an error has a code, status and data', async () => {
  answer = (response) => problem(response, 404, 'not_found')
  const error = await client()(read, { id: '1' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiProblem)
  expect(error).toMatchObject({ code: 'not_found', status: 404, title: 'In words', data: { until: '2026-12-31' } })
  expect(seen).toHaveLength(1)
})

test('a proxy’s error page becomes a problem', async () => {
  answer = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  await expect(client()(write, { id: '1', year: 1, name: '' })).rejects.toMatchObject({
    code: 'unavailable',
    status: 502,
  })
})

test.each([408, 409, 425, 429, 500, 502, 503, 504])('a GET is retried once after %i', async (status) => {
  answer = (response, attempt) =>
    attempt === 1 ? problem(response, status, 'unavailable') : json(response, 200, { name: 'Anna' })
  await expect(client()(read, { id: '1' })).resolves.toEqual({ name: 'Anna' })
  expect(seen).toHaveLength(2)
})

test('a GET is not retried twice, nor after another status', async () => {
  answer = (response) => problem(response, 503, 'unavailable')
  await expect(client()(read, { id: '1' })).rejects.toMatchObject({ status: 503 })
  expect(seen).toHaveLength(2)
  answer = (response) => problem(response, 403, 'forbidden')
  await expect(client()(read, { id: '1' })).rejects.toMatchObject({ status: 403 })
  expect(seen).toHaveLength(3)
})

test('a write is never retried', async () => {
  answer = (response) => problem(response, 503, 'unavailable')
  await expect(client()(write, { id: '1', year: 1, name: '' })).rejects.toMatchObject({ code: 'unavailable' })
  expect(seen).toHaveLength(1)
})

test('a slow response times out, and so does a body that never ends', async () => {
  answer = () => {}
  await expect(client({ timeoutMs: 50 })(read, { id: '1' })).rejects.toMatchObject({ code: 'timeout', status: 0 })
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"name":')
  await expect(client({ timeoutMs: 50 })(read, { id: '1' })).rejects.toMatchObject({ code: 'timeout' })
})

test('no connection is offline', async () => {
  await expect(client({ origin: 'http://127.0.0.1:1' })(read, { id: '1' })).rejects.toMatchObject({ code: 'offline' })
})

test('an aborted request is not retried', async () => {
  answer = () => {}
  const stop = new AbortController()
  const calling = client()(read, { id: '1' }, { signal: stop.signal })
  stop.abort()
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refused token is reported once; another 401 is not a refused token', async () => {
  const onUnauthenticated = vi.fn()
  answer = (response) => problem(response, 401, 'unauthenticated')
  await expect(client({ onUnauthenticated })(read, { id: '1' })).rejects.toMatchObject({ status: 401 })
  expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  answer = (response) => problem(response, 401, 'payment_handle_invalid')
  await expect(client({ onUnauthenticated })(read, { id: '1' })).rejects.toMatchObject({ status: 401 })
  expect(onUnauthenticated).toHaveBeenCalledTimes(1)
})

test('a file has its name', async () => {
  answer = (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="kvittering.pdf"; filename*=UTF-8''kvittering%20%C3%A5.pdf`,
      })
      .end('%PDF')
  const { blob, fileName } = await client()(file, {})
  expect(fileName).toBe('kvittering å.pdf')
  expect(await blob.text()).toBe('%PDF')
})

test('a form is posted form-encoded', async () => {
  answer = (response) => response.writeHead(204).end()
  await client()(form, { token: 'a b', 'List-Unsubscribe': 'One-Click' })
  expect(seen[0]).toMatchObject({ url: '/form?token=a+b', body: 'List-Unsubscribe=One-Click' })
  expect(seen[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
})

test('onProblem finishes before the caller gets the error', async () => {
  answer = (response) => problem(response, 404, 'not_found')
  const done: string[] = []
  const onProblem = async ({ code }: ApiProblem) => {
    await new Promise((resolve) => setImmediate(resolve))
    done.push(code)
  }
  await client({ onProblem })(read, { id: '1' }).catch(() => done.push('heard'))
  expect(done).toEqual(['not_found', 'heard'])
})
