import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'

let http: TestHttp
beforeAll(async () => {
  http = await createTestHttp([])
})
afterAll(() => http.close())

/** Sends a request as it stands, because no client would. */
async function ask(request: string) {
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1')
  socket.write(`${request}Host: portal.example\r\nConnection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

test.each(['QUERY', 'PATCH', 'PROPFIND', 'TRACE', 'BREW', 'get'])('%s is refused before any route', async (method) => {
  const { status, head, body } = await ask(`${method} /healthz HTTP/1.1\r\n`)
  expect([status, JSON.parse(body)]).toMatchObject([405, { code: 'method_not_allowed' }])
  // Of what is no method of HTTP, Node does not read the address.
  expect(head).toMatch(/allow: GET, HEAD, (POST, PUT, DELETE, )?OPTIONS/i)
  expect(head).toContain('application/problem+json')
})

test.each([
  ['no HTTP', 'GET / HTTP/9\r\n', 422],
  ['headers of 70 kB', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(70_000)}\r\n`, 413],
  ['an address that is too long', `GET /events?search=${'x'.repeat(50_000)} HTTP/1.1\r\n`, 414],
  ['an address that is longer than any request', `GET /events?search=${'x'.repeat(100_000)} HTTP/1.1\r\n`, 414],
])('%s is answered with a problem', async (_, request, status) => {
  const answer = await ask(request)
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { type: expect.any(String) }])
})
