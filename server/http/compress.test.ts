import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { route } from './route.ts'

const words = 'Roskilde Fjord '.repeat(200)
const page = `<!doctype html><p>${words}</p><style nonce="__CSP_NONCE__"></style>`
const call = (path: string) =>
  endpoint({ method: 'GET', path, summary: 'x', output: z.object({ text: z.string() }), errors: [] })

let http: TestHttp
beforeAll(async () => {
  const routes = [
    route(call('/test-api/long'), { may: 'public' }, async () => ({ text: words })),
    route(call('/test-api/short'), { may: 'public' }, async () => ({ text: 'Fjord' })),
  ]
  http = await createTestHttp(routes, { pages: { index: () => page, patterns: ['/'] } })
})
afterAll(() => http.close())

/** The bytes as they come; `fetch` would unpack them. */
const ask = (path: string, encodings?: string) =>
  new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = { accept: 'text/html', ...(encodings && { 'accept-encoding': encodings }) }
    request(http.url + path, { headers }, (answer) => {
      buffer(answer).then((bytes) => resolve({ headers: answer.headers, bytes }), reject)
    })
      .on('error', reject)
      .end()
  })

const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  ['/', 'gzip, deflate, br', 'br'],
  ['/', 'gzip', 'gzip'],
  ['/test-api/long', 'br;q=0, gzip', 'gzip'],
  ['/test-api/long', 'br', 'br'],
])('%s for %s comes as %s', async (path, encodings, expected) => {
  const { headers, bytes } = await ask(path, encodings)
  expect(headers).toMatchObject({ 'content-encoding': expected, vary: expect.stringContaining('accept-encoding') })
  expect(bytes.length).toBeLessThan(words.length / 4)
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(unpack[expected]!(bytes).toString()).toContain(words)
})

test.each([undefined, 'identity', 'deflate'])('whoever takes %s gets it as it is', async (encodings) => {
  const { headers, bytes } = await ask('/test-api/long', encodings)
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(bytes.toString())).toEqual({ text: words })
})

test('a short answer is not compressed', async () => {
  const { headers, bytes } = await ask('/test-api/short', 'br')
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(bytes.toString())).toEqual({ text: 'Fjord' })
})

test('a compressed page repeats nothing of its address or caller, so its length reveals nothing', async () => {
  const plain = async (path: string) => (await ask(path)).bytes.toString().replaceAll(/nonce="[^"]+"/g, '')
  expect(await plain('/?next=Roskilde+Fjord&token=abc')).toBe(await plain('/'))
})
