import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { ProviderUnavailable } from './key-set.ts'
import { tokenVerifier, type VerifyToken } from './verify-token.ts'

interface Pair {
  privateKey: CryptoKey
  publicKey: CryptoKey
}

let server: Server
let issuer: string
let pair: Pair
let foreign: Pair
let published: { kid: string; key: CryptoKey }[]
let fetches = 0
let asked = 0
let down = false
let nameAlgorithm = true
let verify: VerifyToken

beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true })
  foreign = await generateKeyPair('RS256', { extractable: true })
  server = createServer((request, response) => {
    asked++
    if (down) return response.writeHead(503).end()
    if (request.url?.endsWith('openid-configuration'))
      return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/certs` }))
    fetches++
    void Promise.all(
      published.map(async ({ kid, key }) => ({
        ...(await exportJWK(key)),
        kid,
        ...(nameAlgorithm ? { alg: 'RS256' } : {}),
        use: 'sig',
      })),
    ).then((keys) => response.end(JSON.stringify({ keys })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/x`
})
afterAll(() => server.close())

beforeEach(() => {
  published = [{ kid: 'k1', key: pair.publicKey }]
  fetches = 0
  down = false
  nameAlgorithm = true
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  verify = tokenVerifier({ issuer, audience: 'account', clientId: 'member-web' })
})
afterEach(() => vi.useRealTimers())

const pass = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000)

const claims = {
  email: 'Anna@Example.com',
  email_verified: true,
  given_name: 'Anna',
  realm_access: { roles: ['org:A|role:ADMIN'] },
}

function sign(
  changes: JWTPayload = {},
  { header = {}, key = pair.privateKey }: { header?: Record<string, unknown>; key?: CryptoKey } = {},
) {
  const time = Math.floor(Date.now() / 1000)
  const payload = {
    iss: issuer,
    aud: 'account',
    azp: 'member-web',
    sub: 's1',
    typ: 'Bearer',
    iat: time,
    exp: time + 300,
    ...claims,
    ...changes,
  }
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT', ...header }).sign(key)
}

test('a valid token names its caller', async () => {
  expect(await verify(await sign())).toMatchObject({
    issuer,
    subject: 's1',
    email: 'anna@example.com',
    emailVerified: true,
    givenName: 'Anna',
    roles: [{ org: 'A', role: 'ADMIN' }],
  })
})

test('a provider whose name ends in a slash is configured by that name', async () => {
  const plain = issuer
  onTestFinished(() => void (issuer = plain))
  issuer = `${plain}/`
  const { oidc } = readConfig({ SIMULATORS_URL: 'http://127.0.0.1', OIDC_ISSUER: issuer })
  expect(await tokenVerifier(oidc)(await sign())).toMatchObject({ issuer, subject: 's1' })
})

test('it says when they signed in, where the provider does', async () => {
  expect(await verify(await sign({ auth_time: 1_700_000_000 }))).toMatchObject({
    signedInAt: new Date(1_700_000_000_000),
  })
  for (const auth_time of [undefined, '1700000000'])
    expect(await verify(await sign({ auth_time }))).toMatchObject({ signedInAt: null })
})

const past = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

test.each<[string, JWTPayload]>([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another audience', { aud: 'other' }],
  ['without audience', { aud: undefined }],
  ['issued to another application', { azp: 'other-app' }],
  ['for everybody and issued to nobody known', { azp: undefined }],
  ['expired', { exp: past(120) }],
  ['without end', { exp: undefined }],
  ['not valid yet', { nbf: past(-600) }],
  ['without subject', { sub: undefined }],
  ['that is an ID token', { typ: 'ID' }],
  ['that is a refresh token', { typ: 'Refresh' }],
  ['that is an ID token of another make', { typ: undefined, nonce: 'n' }],
])('a token %s is refused', async (_, changes) => {
  expect(await verify(await sign(changes))).toBeNull()
})

test("an audience of the portal's own is enough, and no other is", async () => {
  const own = tokenVerifier({ issuer, audience: 'portal-api', clientId: 'member-web' })
  expect(await own(await sign({ aud: ['portal-api', 'account'], azp: undefined }))).not.toBeNull()
  expect(await own(await sign({ aud: 'portal-api', azp: 'member-web' }))).not.toBeNull()
  expect(await own(await sign({ aud: 'portal-api', azp: 'other-app' }))).toBeNull()
})

test('a minute of difference between clocks is forgiven', async () => {
  expect(await verify(await sign({ exp: past(30) }))).not.toBeNull()
})

test('algorithm none is refused', async () => {
  const token = new UnsecuredJWT({ ...claims, typ: 'Bearer' })
    .setIssuer(issuer)
    .setAudience('account')
    .setSubject('s1')
    .setExpirationTime('5m')
    .encode()
  expect(await verify(token)).toBeNull()
})

test('HS256 with the public key as its secret is refused', async () => {
  const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey))
  const token = await new SignJWT({ ...claims, typ: 'Bearer' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience('account')
    .setSubject('s1')
    .setExpirationTime('5m')
    .sign(secret)
  expect(await verify(token)).toBeNull()
})

test('another algorithm with our own key is refused, even where the provider does not name one', async () => {
  nameAlgorithm = false
  const key = (await importJWK(await exportJWK(pair.privateKey), 'RS512')) as CryptoKey
  expect(await verify(await sign())).not.toBeNull()
  expect(await verify(await sign({}, { header: { alg: 'RS512' }, key }))).toBeNull()
})

test.each([
  ['another key under our name', {}],
  ['a key it brings itself', { jwk: { kty: 'RSA' } }],
  ['a key it points to', { jku: 'https://evil.example/keys' }],
  ['a certificate it points to', { x5u: 'https://evil.example/cert' }],
])('a signature with %s is refused', async (_, header) => {
  expect(await verify(await sign({}, { header, key: foreign.privateKey }))).toBeNull()
})

test.each(['', 'x', 'a.b.c', `${'a'.repeat(9000)}.b.c`])('text that is no token is refused', async (text) => {
  expect(await verify(text)).toBeNull()
})

test('a flood of unknown key ids asks the provider once', async () => {
  await verify(await sign())
  pass(1)
  for (let at = 0; at < 20; at++) expect(await verify(await sign({}, { header: { kid: `made-up-${at}` } }))).toBeNull()
  expect(fetches).toBe(2)
})

test('a flood of unknown key ids also asks a failing provider once, and is not taken for an outage', async () => {
  await verify(await sign())
  down = true
  pass(1)
  const before = asked
  for (let at = 0; at < 20; at++) expect(await verify(await sign({}, { header: { kid: `made-up-${at}` } }))).toBeNull()
  expect(asked - before).toBe(1)
})

test('a new key is found, and a withdrawn one is forgotten with the next refresh', async () => {
  const old = await sign()
  await verify(old)
  pass(1)
  published = [{ kid: 'k2', key: foreign.publicKey }]
  expect(await verify(await sign({}, { header: { kid: 'k2' }, key: foreign.privateKey }))).not.toBeNull()
  expect(await verify(old)).toBeNull()
})

test('a cached token is dropped when its key is withdrawn', async () => {
  const old = await sign({ exp: past(-3600) })
  expect(await verify(old)).not.toBeNull()
  published = [{ kid: 'k2', key: foreign.publicKey }]
  expect(await verify(old)).not.toBeNull()
  pass(11)
  await expect.poll(() => verify(old)).toBeNull()
  expect(fetches).toBe(2)
})

test('a cached token gives the same caller without asking the provider', async () => {
  const token = await sign()
  const first = await verify(token)
  await verify(token)
  expect(await verify(token)).toBe(await verify(token))
  expect(await verify(token)).toEqual(first)
  expect(fetches).toBe(1)
})

test('a token from more than a minute in the future is refused', async () => {
  expect(await verify(await sign({ iat: past(-50) }))).not.toBeNull()
  expect(await verify(await sign({ iat: past(-120) }))).toBeNull()
})

test('tokens stay valid while the provider is down', async () => {
  await verify(await sign())
  down = true
  pass(60)
  expect(await verify(await sign())).not.toBeNull()
})

test('before any key is known, a provider outage is not a bad token', async () => {
  down = true
  await expect(verify(await sign())).rejects.toThrow(ProviderUnavailable)
})

test('in production no demo person signs in, whatever the realm', async () => {
  const strict = tokenVerifier({ issuer, audience: 'account', clientId: 'member-web', refusesDemoPeople: true })
  const real = { email: 'anna@club.dk' }
  expect(await strict(await sign(real))).toMatchObject({ email: 'anna@club.dk' })
  expect(
    await strict(await sign({ ...real, realm_access: { roles: ['org:ALL|role:SUPER_ADMIN', 'demo-person'] } })),
  ).toBeNull()
  for (const email of ['super@example.com', 'Admin@Roklub.example'])
    expect(await strict(await sign({ email }))).toBeNull()
  expect(await verify(await sign({ realm_access: { roles: ['demo-person'] } }))).not.toBeNull()
})
