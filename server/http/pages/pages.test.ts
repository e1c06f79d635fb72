import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHttp, type TestHttp } from '#server/testing/test-http.ts'
import { openerPolicy } from '../security-headers.ts'
import type { Pages } from './pages.ts'

const script = "document.documentElement.dataset.theme = 'dark'"
const index = `<!doctype html><meta name="build" content="__BUILD_ID__"><!--portal-config--><script>${script}</script><style nonce="__CSP_NONCE__">a{}</style><div id="root"></div>`
const config = {
  productName: '</script><script>alert(1)</script>\u2028',
  oidcIssuer: 'https://club.auth.example/',
} as Pages['config']
const patterns = ['/', '/memberships', '/membership/{id}/receipt', '/membership-{id}-receipt']

let http: TestHttp
beforeAll(async () => {
  http = await createTestHttp([], {
    pages: {
      index: () => index,
      patterns,
      config,
      build: 'b1',
    },
  })
})
afterAll(() => http.close())

const open = async (address: string, accept = 'text/html') => {
  const response = await fetch(http.url + address, { redirect: 'manual', headers: { accept } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const directives = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((one) => [one.split(' ', 1)[0], one.split(' ').slice(1)]),
  )

test.each(['/', '/memberships', '/memberships/', '/memberships?a=b', '/membership/1/receipt', '/membership-1-receipt'])(
  '%s is a page',
  async (address) => {
    expect((await open(address)).status).toBe(200)
  },
)

test.each(['/nothing', '/membership//receipt', '/membership/1/receipt/x', '/membership--receipt/x'])(
  "%s is 404, in the app's own words",
  async (address) => {
    const { status, text } = await open(address)
    expect(status).toBe(404)
    expect(text).toContain('id="root"')
  },
)

test.each([
  ['/izy-member-api/api/v1/nothing', 'text/html'],
  ['/tools/nothing', 'text/html'],
  ['/assets/old.js', '*/*'],
  ['/nothing', 'application/json'],
])('%s for %s is a problem', async (address, accept) => {
  const { status, headers } = await open(address, accept)
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

test('a page names the build that it is of', async () => {
  expect((await open('/memberships?a=b')).text).toContain('<meta name="build" content="b1">')
})

test('the policy lets in what is ours and nothing inline without a nonce or a hash', async () => {
  const { headers, text } = await open('/')
  const policy = directives(headers)
  const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, hash],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'connect-src': ["'self'", 'https://login.example'],
    'frame-src': ["'self'", 'https://login.example'],
    'form-action': ["'self'", 'https://login.example', 'https://gw.example'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  })
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
})

test('a nonce serves once', async () => {
  const nonces = await Promise.all([1, 2].map(async () => /nonce="([^"]+)"/.exec((await open('/')).text)?.[1]))
  expect(nonces[0]).not.toBe(nonces[1])
})

test('a page is not kept, and every answer carries the headers that stop guessing and framing', async () => {
  for (const address of ['/', '/healthz', '/nothing']) {
    const { headers } = await open(address)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('the configuration cannot end its own element', async () => {
  const { text } = await open('/')
  const [, json = ''] = /<script type="application\/json" id="portal-config">(.*?)<\/script>/s.exec(text) ?? []
  expect(JSON.parse(json)).toEqual(config)
  expect(json).not.toContain('<')
})

test('a page asks for the configuration of the sign-in provider before its code does', async () => {
  const { text } = await open('/')
  expect(text).toContain('crossorigin href="https://club.auth.example/.well-known/openid-configuration"')
})

test('links with /ui lead to the page itself, and nowhere else', async () => {
  const { status, headers } = await open('/ui/memberships?trigger=editMainParticipant')
  expect([status, headers.get('location')]).toEqual([303, '/memberships?trigger=editMainParticipant'])
  expect((await open('/ui//evil.example')).headers.get('location')).toBeNull()
  expect((await open('/ui/nothing')).status).toBe(404)
})

test('another origin is not let in', async () => {
  const response = await fetch(`${http.url}/healthz`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.ok).toBe(false)
})

test('only where the provider is on another origin, a page may keep the tie to the windows it opens', () => {
  const portal = { publicUrl: 'https://portal.example', gatewayUrl: 'https://gateway.example' }
  expect(openerPolicy({ ...portal, issuer: 'https://portal.example/realms/izy' })).toEqual({})
  expect(openerPolicy({ ...portal, issuer: 'https://id.example/realms/izy' })).toEqual({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
})
