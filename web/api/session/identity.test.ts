import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefreshFailed, safeReturnUrl } from './browser-session.ts'
import { accountUrl, createIdentity, isSameSite, recoveryUrl } from './identity.ts'

const issuer = 'https://id.example/realms/izy'
const origin = 'https://portal.example'

/** The token endpoint's response, and the requests it received. */
let tokenAnswer: (form: URLSearchParams) => Promise<{ status: number; body: unknown }>
const tokenRequests: URLSearchParams[] = []
const storage = new Map<string, string>()
/** Where the browser is redirected to. */
let sentTo = Promise.withResolvers<URL>()

beforeEach(() => {
  tokenRequests.length = 0
  storage.clear()
  const go = (address: string) => sentTo.resolve(new URL(address))
  vi.stubGlobal('window', { self: { location: { assign: go, replace: go } }, addEventListener: () => undefined })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
    key: (index: number) => [...storage.keys()][index] ?? null,
    get length() {
      return storage.size
    },
  })
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    if (String(input).includes('/.well-known/')) return respond(200, discovery)
    const form = new URLSearchParams(init!.body as string)
    tokenRequests.push(form)
    const { status, body } = await tokenAnswer(form)
    return respond(status, body)
  })
})

afterEach(() => vi.unstubAllGlobals())

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/logout`,
}

const respond = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '')

function tokensFor(nonce: string | null, expires_in: number, access_token: string, sub = 'anna', auth_time = 100) {
  const claims = {
    iss: issuer,
    aud: 'member-web',
    sub,
    nonce,
    auth_time,
    iat: Date.now() / 1000,
    exp: Date.now() / 1000 + 300,
  }
  const id_token = `${part({ alg: 'RS256' })}.${part(claims)}.x`
  return {
    access_token,
    id_token,
    refresh_token: `refresh-${access_token}`,
    token_type: 'Bearer',
    expires_in,
    scope: 'openid',
  }
}

const identityFor = (provider = issuer) =>
  createIdentity({
    issuer: provider,
    clientId: 'member-web',
    origin,
    callbackPath: '/login-success',
    language: () => 'da',
  })

/** The URL the browser leaves for; `go` never resolves. */
async function leaving(go: Promise<void>): Promise<URL> {
  sentTo = Promise.withResolvers<URL>()
  go.catch(sentTo.reject)
  return sentTo.promise
}

/** Signed in with a token that expires after this many seconds. */
async function signedIn(expiresIn: number) {
  const identity = identityFor()
  const question = await leaving(identity.signIn('/memberships'))
  tokenAnswer = async () => ({ status: 200, body: tokensFor(question.searchParams.get('nonce'), expiresIn, 'first') })
  const state = question.searchParams.get('state')!
  const answer = await identity.completeSignIn(`${origin}/login-success?code=abc&state=${state}&session_state=state-1`)
  return { identity, answer, question }
}

test('requests a code with PKCE S256, a nonce and the user’s language', async () => {
  const { searchParams } = await leaving(identityFor().signIn('/'))
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'member-web',
    redirect_uri: `${origin}/login-success`,
    code_challenge_method: 'S256',
    ui_locales: 'da',
  })
  expect(searchParams.get('nonce')).toHaveLength(36)
  expect(searchParams.get('code_challenge')).toHaveLength(43)
})

test('the code verifier is 96 characters of the allowed alphabet, new each time', async () => {
  await signedIn(300)
  await signedIn(300)
  const verifiers = tokenRequests.map((form) => form.get('code_verifier')!)
  for (const verifier of verifiers) expect(verifier).toMatch(/^[A-Za-z0-9\-._~]{96}$/)
  expect(verifiers[0]).not.toBe(verifiers[1])
})

test('returns to the requested page, or to the home page when that is on another origin', async () => {
  expect((await signedIn(300)).answer).toEqual({ signedIn: true, returnTo: '/memberships' })
  const identity = identityFor()
  const question = await leaving(identity.signIn('//evil.example'))
  const state = question.searchParams.get('state')!
  await expect(identity.completeSignIn(`${origin}/login-success?error=login_required&state=${state}`)).resolves.toEqual(
    { signedIn: false, returnTo: '/', error: 'login_required' },
  )
})

test('no token is ever stored in the browser', async () => {
  const { identity } = await signedIn(300)
  expect(await identity.accessToken()).toBe('first')
  expect([...storage.values()].join()).not.toMatch(/first|refresh/)
})

test('a used code, a foreign state and another nonce are refused', async () => {
  const { identity, question } = await signedIn(300)
  const state = question.searchParams.get('state')!
  await expect(identity.completeSignIn(`${origin}/login-success?code=abc&state=${state}`)).rejects.toThrow()
  await expect(identity.completeSignIn(`${origin}/login-success?code=abc&state=unknown`)).rejects.toThrow()
  const second = (await leaving(identity.signIn('/'))).searchParams.get('state')!
  tokenAnswer = async () => ({ status: 200, body: tokensFor('another', 300, 'stolen') })
  await expect(identity.completeSignIn(`${origin}/login-success?code=abc&state=${second}`)).rejects.toThrow('nonce')
  expect(await identity.accessToken()).toBeNull()
})

test.each([
  [31, 'first', 0],
  [29, 'second', 1],
])('with %i s left a request uses the %s token', async (expiresIn, token, refreshes) => {
  const { identity } = await signedIn(expiresIn)
  tokenAnswer = async () => ({ status: 200, body: { ...tokensFor(null, 300, 'second'), id_token: undefined } })
  expect(await identity.accessToken()).toBe(token)
  expect(tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token')).toHaveLength(refreshes)
})

test('concurrent requests share one refresh', async () => {
  const { identity } = await signedIn(10)
  const allAsk = Promise.withResolvers<void>()
  tokenAnswer = async () => {
    await allAsk.promise
    return { status: 200, body: { ...tokensFor(null, 300, 'second'), id_token: undefined } }
  }
  const asked = Promise.all(Array.from({ length: 5 }, () => identity.accessToken()))
  allAsk.resolve()
  const tokens = await asked
  expect(new Set(tokens)).toEqual(new Set(['second']))
  expect(tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token')).toHaveLength(1)
})

test('a refused refresh clears the tokens', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = async () => ({ status: 400, body: { error: 'invalid_grant' } })
  const error = await identity.accessToken().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RefreshFailed)
  expect(error).toMatchObject({ message: 'Failed to refresh token', refused: true })
  expect(await identity.accessToken()).toBeNull()
})

test('while the identity provider does not respond, the token is used until it expires', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = () => Promise.reject(new TypeError('fetch failed'))
  expect(await identity.accessToken()).toBe('first')
  const ended = await signedIn(0)
  tokenAnswer = () => Promise.reject(new TypeError('fetch failed'))
  await expect(ended.identity.accessToken()).rejects.toMatchObject({
    message: 'Failed to refresh token',
    refused: false,
  })
})

test('signing out sends the ID token and returns to the portal', async () => {
  const { identity } = await signedIn(300)
  const url = await leaving(identity.signOut())
  expect(url.origin + url.pathname).toBe(discovery.end_session_endpoint)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`)
  expect(url.searchParams.get('id_token_hint')).toBeTruthy()
  expect(await identity.accessToken()).toBeNull()
})

test.each([
  ['400 without a code', 400, 'nothing', true],
  ['503 and a code', 503, { error: 'temporarily_unavailable' }, false],
  ['500 and a code', 500, { error: 'unknown_error' }, false],
  ['502 without a code', 502, {}, false],
])('a refresh that failed with %s', async (_, status, body, refused) => {
  const { identity } = await signedIn(0)
  tokenAnswer = async () => ({ status, body })
  await expect(identity.accessToken()).rejects.toMatchObject({ message: 'Failed to refresh token', refused })
})

test('a refresh with another user’s token is refused', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = async () => ({ status: 200, body: tokensFor(null, 300, 'second', 'bo') })
  await expect(identity.accessToken()).rejects.toMatchObject({ refused: true })
  expect(await identity.accessToken()).toBeNull()
})

test('signing out during a refresh stays signed out', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = async () => ({ status: 200, body: { ...tokensFor(null, 300, 'second'), id_token: undefined } })
  const refreshing = identity.accessToken()
  await identity.forget()
  expect(await refreshing).toBeNull()
  expect(await identity.accessToken()).toBeNull()
})

test('signing in again in another tab does not end the session', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = async () => ({ status: 200, body: tokensFor(null, 10, 'second', 'anna', 200) })
  expect(await identity.accessToken()).toBe('second')
  tokenAnswer = async () => ({ status: 200, body: tokensFor(null, 300, 'third', 'anna', 300) })
  expect(await identity.accessToken()).toBe('third')
  expect(await leaving(identity.signOut()).then((url) => url.searchParams.get('id_token_hint'))).toBeTruthy()
})

test('without a new refresh token, the old one is used again', async () => {
  const { identity } = await signedIn(10)
  const { refresh_token: _, id_token: __, ...plain } = tokensFor(null, 10, 'second')
  tokenAnswer = async () => ({ status: 200, body: plain })
  await identity.accessToken()
  expect(await identity.accessToken()).toBe('second')
  expect(tokenRequests.map((form) => form.get('refresh_token'))).toEqual([null, 'refresh-first', 'refresh-first'])
})

test('a session check and a concurrent request share one refresh', async () => {
  const { identity } = await signedIn(10)
  tokenAnswer = async () => ({ status: 200, body: { ...tokensFor(null, 300, 'second'), id_token: undefined } })
  const [found, token] = await Promise.all([identity.recheck(), identity.accessToken()])
  expect([found, token]).toEqual(['same', 'second'])
  expect(tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token')).toHaveLength(1)
})

test('an expired sign-in page is reported as such', async () => {
  const identity = identityFor()
  const state = (await leaving(identity.signIn('/tickets'))).searchParams.get('state')!
  const query = new URLSearchParams({
    error: 'temporarily_unavailable',
    error_description: 'authentication_expired',
    state,
  })
  expect(await identity.completeSignIn(`${origin}/login-success?${query.toString()}`)).toEqual({
    signedIn: false,
    returnTo: '/tickets',
    error: 'authentication_expired',
  })
})

test('a temporary error of the provider is not a refusal', async () => {
  const identity = identityFor()
  const state = (await leaving(identity.signIn('/tickets'))).searchParams.get('state')!
  tokenAnswer = async () => ({ status: 503, body: { error: 'temporarily_unavailable' } })
  await expect(identity.completeSignIn(`${origin}/login-success?code=abc&state=${state}`)).rejects.toThrow()
})

test('the password is requested again on demand', async () => {
  const prompt = async (wanted?: 'login') =>
    (await leaving(identityFor().signIn('/', wanted))).searchParams.get('prompt')
  expect([await prompt('login'), await prompt()]).toEqual(['login', null])
})

test('signed out, there is no user; signed in, there is a session', async () => {
  expect(await identityFor().recheck()).toBe('none')
  const { identity } = await signedIn(300)
  expect(identity.user()).toMatchObject({ profile: { sub: 'anna' }, session_state: 'state-1' })
})

test.each([
  '/',
  '/memberships',
  '/memberships?trigger=editMainParticipant',
  '/membership/confirm?izytoken=0123456789012345678901234567890123456789#top',
  '/membership/0190a3f2-0000-7000-8000-000000000001/history',
  '/contact-us?to=bo@example.com&next=%2Fevents',
  '/caf%C3%A9',
])('%s is kept', (wanted) => {
  expect(safeReturnUrl(wanted)).toBe(wanted)
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/events\\..\\..',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2F/evil.example',
  '/%5cevil.example',
  '/%252f%252fevil.example',
  '/%09/evil.example',
  '/user:secret@evil.example',
  '/@evil.example',
  '/%40evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'events',
  '',
  ' /events',
  `/${'a'.repeat(2001)}`,
  undefined,
  null,
  42,
  { toString: () => '/events' },
])('%j becomes the home page', (wanted) => {
  expect(safeReturnUrl(wanted)).toBe('/')
})

test('dot segments are resolved within the origin', () => {
  expect(safeReturnUrl('/a/../../events')).toBe('/events')
})

test.each([
  ['https://portal.example/realms/izy', 'https://portal.example', true],
  ['https://id.club.example/realms/izy', 'https://www.club.example', true],
  ['http://localhost:3100/realms/izy', 'http://localhost:3000', true],
  ['https://id.provider.example', 'https://club.example', false],
  ['http://club.example', 'https://club.example', false],
  ['http://127.0.0.1:3000', 'http://localhost:3000', false],
  ['http://10.0.0.1', 'http://10.1.0.1', false],
])('%s and %s: %s', (one, other, same) => {
  expect(isSameSite(one, other)).toBe(same)
})

test('a provider whose name ends in a slash is asked without another one', async () => {
  const ask = vi.fn(async () => respond(200, discovery))
  vi.stubGlobal('fetch', ask)
  await identityFor('https://club.auth.example/').reach()
  expect(ask).toHaveBeenCalledWith('https://club.auth.example/.well-known/openid-configuration', expect.anything())
})

test('Keycloak has pages for the account and for password recovery', () => {
  expect(accountUrl(issuer, 'member-web', 'https://portal.example/my-profile')).toBe(
    `${issuer}/account?referrer=member-web&referrer_uri=https%3A%2F%2Fportal.example%2Fmy-profile`,
  )
  expect(recoveryUrl(issuer, 'member-web', 'da')).toBe(
    `${issuer}/login-actions/reset-credentials?client_id=member-web&kc_locale=da`,
  )
})

test('other providers have no such page', () => {
  expect(accountUrl('https://id.example', 'member-web', 'https://portal.example/')).toBeNull()
  expect(recoveryUrl('https://id.example/oidc/realms/', 'member-web', 'da')).toBeNull()
})

/** The browser opens this window, or none, for the provider. */
function stubWindow(opened: { closed: boolean } | null) {
  const shown = Promise.withResolvers<URL>()
  const listeners: ((event: object) => void)[] = []
  const child = opened && {
    ...opened,
    focus: () => undefined,
    close: () => (opened.closed = true),
    location: { replace: (address: string) => shown.resolve(new URL(address)) },
  }
  vi.stubGlobal('window', {
    location: { origin },
    open: () => child,
    addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
    removeEventListener: () => undefined,
  })
  const answer = (url: string) =>
    listeners[0]!({ origin, source: child, data: { source: 'oidc-client', url, keepOpen: false } })
  return { child, shown: shown.promise, answer }
}

test('a window of its own signs in, by the same callback page as the frame', async () => {
  const { shown, answer } = stubWindow({ closed: false })
  const identity = identityFor()
  const done = identity.signInInWindow('create')
  const question = await shown
  expect(Object.fromEntries(question.searchParams)).toMatchObject({
    redirect_uri: `${origin}/silent-callback.html`,
    prompt: 'create',
    code_challenge_method: 'S256',
  })
  tokenAnswer = async () => ({ status: 200, body: tokensFor(question.searchParams.get('nonce'), 300, 'first') })
  // The answer is listened for in the next turn.
  await Promise.resolve()
  answer(`${origin}/silent-callback.html?code=abc&state=${question.searchParams.get('state')}`)
  expect(await done).toBe('signed-in')
  expect(await identity.accessToken()).toBe('first')
})

test('a window that was closed, cancelled or not opened signs nobody in', async () => {
  const { child, shown } = stubWindow({ closed: false })
  const done = identityFor().signInInWindow()
  await shown
  child!.closed = true
  expect(await done).toBe('closed')
  stubWindow(null)
  expect(await identityFor().signInInWindow()).toBe('blocked')
  const refused = stubWindow({ closed: false })
  const refusal = identityFor().signInInWindow()
  const state = (await refused.shown).searchParams.get('state')!
  await Promise.resolve()
  refused.answer(`${origin}/silent-callback.html?error=access_denied&state=${state}`)
  expect(await refusal).toBe('closed')
})
