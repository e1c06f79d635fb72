import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf, sendProblem } from '../problem.ts'
import { addWebFiles } from './web-files.ts'

const script = 'export const boats = 4\n'
const folder = mkdtempSync(path.join(tmpdir(), 'web-files-'))
const app = fastify()
const withoutOffline = fastify()

for (const one of [app, withoutOffline])
  one.setErrorHandler((error, _request, reply) => sendProblem(reply, problemOf(error)))

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  mkdirSync(path.join(folder, '.vite'))
  const files = {
    'assets/app-1a2b.js': script,
    'assets/app-1a2b.js.br': brotliCompressSync(script),
    'assets/small-3c4d.css': 'a{}',
    'index.html': '<!doctype html>',
    '.vite/manifest.json': '{}',
    'robots.txt': 'User-agent: *',
    'service-worker.js': 'skipWaiting()',
    'silent-callback.html': '<script>parent.postMessage(1)</script>',
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(folder, file), content)
  const web = { build: 'b1', folder }
  await addWebFiles(app, web, { version: '1', offline: true })
  await addWebFiles(withoutOffline, web, { version: '1', offline: false })
})
afterAll(async () => {
  await Promise.all([app.close(), withoutOffline.close()])
  rmSync(folder, { recursive: true })
})

test('a file with its hash in its name is kept for a year, and comes as the browser takes it', async () => {
  const plain = await app.inject('/assets/app-1a2b.js')
  expect(plain.body).toBe(script)
  expect(plain.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const small = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script)
  expect(small.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
})

test('any other file is asked for again each time, and not sent again while it is the same', async () => {
  const { body, headers } = await app.inject('/robots.txt')
  expect(body).toBe('User-agent: *')
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
  const again = await app.inject({ url: '/robots.txt', headers: { 'if-none-match': headers.etag! } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const later = { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() }
  expect((await app.inject({ url: '/robots.txt', headers: later })).body).toBe(body)
})

test.each([
  '/index.html',
  '/.vite/manifest.json',
  '/assets/gone-9z.js',
  '/assets/..%2frobots.txt',
  '/assets/',
  '/assets',
  '/assets//',
])('%s is no file for browsers', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404)
})

test('an open page can ask which build is out', async () => {
  expect((await app.inject('/build.json')).json()).toEqual({ id: 'b1' })
})

test('the answer to the sign-in may be framed and keeps its opener, and the service worker asks the portal', async () => {
  const { headers } = await app.inject('/silent-callback.html')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  const worker = await app.inject('/service-worker.js')
  expect(worker.body).toBe('skipWaiting()')
  expect(worker.headers['content-security-policy']).toContain("connect-src 'self'")
})

test('where no service worker is wanted, one that is there is asked to forget what it keeps, and itself', async () => {
  const { body, headers } = await withoutOffline.inject('/service-worker.js')
  expect(body).toContain('registration.unregister()')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  })
})
