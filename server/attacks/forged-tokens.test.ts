import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { members } from '#contract/members/members.ts'
import { ApiProblem, createTestApp, type TestApp } from '../testing/test-app.ts'
import { startIssuer, type TokenIssuer } from '../testing/outside/token-issuer.ts'

let provider: TokenIssuer
let app: TestApp
let memberId: string
beforeAll(async () => {
  provider = await startIssuer()
  app = await createTestApp({ OIDC_ISSUER: provider.issuer })
  memberId = (await app.call(members.signIn, {}, { as: await provider.sign() })).member.id
})
beforeEach(() => app.database.sql('delete from rate_windows'))
afterAll(async () => {
  await app.close()
  provider.close()
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof ApiProblem) return error.code
      throw error
    },
  )
const whoIs = (as: string) => codeOf(app.call(members.byEmail, { email: 'anna@example.com' }, { as }))
const isValid = async (token: string) => (await app.call(members.validateToken, { token }, {})).isValid

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = async (changes: JWTPayload = {}) => (await provider.sign(changes)).split('.')

/** The key's public half as the secret of a symmetric signature. */
async function signedWithPublicKey(secret: string): Promise<string> {
  const [, payload] = await parts()
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'k1' })}.${payload}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

async function foreign(header: Record<string, unknown> = {}): Promise<string> {
  const { privateKey } = await provider.newKey()
  return provider.sign({}, { header, key: privateKey })
}

const attacks: [string, () => Promise<string>][] = [
  ['without a signature, algorithm none', async () => `${encode({ alg: 'none' })}.${(await parts())[1]}.`],
  [
    'with algorithm None and the signature of another',
    async () => {
      const [, payload, signature] = await parts()
      return `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`
    },
  ],
  ['HS256 with the public key', async () => signedWithPublicKey(await exportSPKI(provider.published.get('k1')!))],
  [
    'HS256 with the published key',
    async () => signedWithPublicKey(JSON.stringify(await exportJWK(provider.published.get('k1')!))),
  ],
  [
    'with its roles changed',
    async () => {
      const [header, , signature] = await parts()
      const claims = {
        iss: provider.issuer,
        aud: 'account',
        azp: 'member-web',
        sub: 'anna',
        typ: 'Bearer',
        exp: seconds(300),
        realm_access: { roles: ['org:ALL|role:SUPER_ADMIN'] },
      }
      return `${header}.${encode(claims)}.${signature}`
    },
  ],
  ['of another issuer', () => provider.sign({ iss: 'https://evil.example/realms/x' })],
  ['for another audience', () => provider.sign({ aud: 'other' })],
  ['of another application', () => provider.sign({ azp: 'other' })],
  ['that is an ID token', () => provider.sign({ typ: 'ID' })],
  ['that is a refresh token', () => provider.sign({ typ: 'Refresh' })],
  ['with a header of another kind', () => provider.sign({}, { header: { typ: 'dpop+jwt' } })],
  ['expired', () => provider.sign({ exp: seconds(-61) })],
  ['not valid yet', () => provider.sign({ nbf: seconds(120) })],
  ['of a clock five minutes ahead', () => provider.sign({ iat: seconds(300), exp: seconds(600) })],
  ['of a clock five minutes behind', () => provider.sign({ iat: seconds(-600), exp: seconds(-300) })],
  ['with a foreign key under our name', () => foreign()],
  ['with a foreign key under its own name', () => foreign({ kid: 'theirs' })],
  [
    'with the key it brings',
    async () => {
      const { publicKey, privateKey } = await provider.newKey()
      return provider.sign({}, { header: { jwk: await exportJWK(publicKey) }, key: privateKey })
    },
  ],
  ['with a key elsewhere', () => foreign({ jku: `${provider.issuer}/evil`, kid: 'x' })],
  ['with a certificate elsewhere', () => foreign({ x5u: `${provider.issuer}/evil` })],
  ['with a critical extension', () => provider.sign({}, { header: { crit: ['exp'] } }).catch(() => 'a.b.c')],
  ['with path in its key’s name', () => foreign({ kid: '../../etc/passwd' })],
]

test.each(attacks)('a token %s is refused', async (_, forge) => {
  const token = await forge()
  expect(await whoIs(token)).toBe('unauthenticated')
  expect(await isValid(token)).toBe(false)
  expect(await whoIs(await provider.sign())).toBe('ok')
})

test('a minute of clock skew is allowed either way', async () => {
  expect(await whoIs(await provider.sign({ exp: seconds(-50) }))).toBe('ok')
  expect(await whoIs(await provider.sign({ iat: seconds(50), nbf: seconds(50) }))).toBe('ok')
})

describe('a token that was seen before', () => {
  test('is refused as soon as it expires, although it was cached', async () => {
    const token = await provider.sign({ exp: seconds(-57) })
    expect(await whoIs(token)).toBe('ok')
    await expect.poll(() => whoIs(token)).toBe('unauthenticated')
  })

  test('is refused as soon as its member is disabled', async () => {
    const token = await provider.sign()
    expect(await whoIs(token)).toBe('ok')
    await app.database.sql('update members set enabled = false where id = $1', [memberId])
    expect(await whoIs(token)).toBe('member_disabled')
    await app.database.sql('update members set enabled = true where id = $1', [memberId])
    expect(await whoIs(token)).toBe('ok')
  })
})

test('the validation call answers yes or no, logs no token, and is counted by address', async () => {
  const token = await provider.sign()
  expect(await app.call(members.validateToken, { token }, {})).toEqual({ isValid: true })
  expect(await isValid('')).toBe(false)
  const [, payload, signature] = token.split('.')
  expect(app.log.filter((line) => line.includes(signature!) || line.includes(payload!))).toEqual([])
  await app.database.sql('delete from rate_windows')
  const answers = []
  for (let call = 0; call < 31; call++) {
    // Whoever signs in with another token each time is still one address.
    const as = await provider.sign({ sub: `somebody-${call}` })
    answers.push(
      await codeOf(
        app.call(members.validateToken, { token }, { as, headers: { 'x-forwarded-for': `10.0.0.${call}` } }),
      ),
    )
  }
  expect(answers.slice(0, 30).every((answer) => answer === 'ok')).toBe(true)
  expect(answers[30]).toBe('too_many_requests')
})

describe('the provider’s keys', () => {
  test('change: all callers share one request, and the old key is valid while it is published', async () => {
    const before = provider.asked()
    const { publicKey, privateKey } = await provider.newKey()
    provider.published.set('k2', publicKey)
    const fresh = () => provider.sign({}, { header: { kid: 'k2' }, key: privateKey })
    // The verifier asks again half a minute after the last time at the earliest.
    const answers = await Promise.all(Array.from({ length: 20 }, async () => whoIs(await fresh())))
    expect(provider.asked() - before).toBeLessThanOrEqual(1)
    expect(new Set(answers).size).toBe(1)
    expect(await whoIs(await provider.sign())).toBe('ok')
  })

  test('a flood of made-up key ids does not reach the provider', async () => {
    const before = provider.asked()
    for (let at = 0; at < 30; at++) expect(await whoIs(await foreign({ kid: `made-up-${at}` }))).toBe('unauthenticated')
    expect(provider.asked() - before).toBeLessThanOrEqual(1)
  })

  test('stay known while the provider is down', async () => {
    provider.down = true
    expect(await whoIs(await provider.sign({ sub: 'anna', nonce: undefined }))).toBe('ok')
    expect(await isValid(await provider.sign())).toBe(true)
    provider.down = false
  })

  test('a server without keys says so, and works when the provider is back', async () => {
    provider.down = true
    const other = await createTestApp({ OIDC_ISSUER: provider.issuer })
    const ask = async () => codeOf(other.call(members.signIn, {}, { as: await provider.sign() }))
    expect(await ask()).toBe('unavailable')
    expect(await codeOf(other.call(members.validateToken, { token: await provider.sign() }, {}))).toBe('unavailable')
    provider.down = false
    expect(await ask()).toBe('ok')
    await other.close()
  })
})
