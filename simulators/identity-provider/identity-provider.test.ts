import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { portalOf, type Tokens } from '../testing/sign-in.ts'
import { portal, startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let idp: ReturnType<typeof portalOf>
beforeAll(async () => {
  started = await startSimulators()
  idp = portalOf(started.simulators.issuer)
})
afterAll(() => started.stop())

const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${idp.endpoint}/certs`)), {
    issuer: started.simulators.issuer,
    audience: 'account',
    algorithms: ['RS256'],
  })

const userInfo = ({ access_token }: Tokens) =>
  fetch(`${idp.endpoint}/userinfo`, { headers: { authorization: `Bearer ${access_token}`, origin: portal } })

describe('the tokens', () => {
  test('say who signed in, as Keycloak says it', async () => {
    const tokens = await idp.signIn(openBrowser(), 'admin@roklub.example')
    const { payload } = await verify(tokens.access_token)
    const id = decodeJwt(tokens.id_token)
    expect(payload).toMatchObject({
      typ: 'Bearer',
      azp: 'member-web',
      preferred_username: 'admin@roklub.example',
      email: 'admin@roklub.example',
      email_verified: true,
      given_name: 'Rikke',
      family_name: 'Bach',
      name: 'Rikke Bach',
      realm_access: { roles: expect.arrayContaining(['org:ROKLUB|role:ADMIN']) },
      sid: id['sid'],
      auth_time: expect.closeTo(Date.now() / 1000, -2) as number,
    })
    expect(payload.exp! - payload.iat!).toBe(300)
    expect(id).toMatchObject({
      sub: payload.sub,
      aud: 'member-web',
      nonce: 'n-1',
      given_name: 'Rikke',
      email_verified: true,
    })
    const answer = await userInfo(tokens)
    expect(answer.headers.get('access-control-allow-origin')).toBe(portal)
    expect(await answer.json()).toMatchObject({ sub: payload.sub, sid: id['sid'], name: 'Rikke Bach' })
  })

  test('open the account as JSON, as in Keycloak', async () => {
    const tokens = await idp.signIn(openBrowser(), 'admin@roklub.example')
    const ask = (headers: Record<string, string>) => fetch(`${started.simulators.issuer}/account`, { headers })
    const json = { accept: 'application/json' }
    const answer = await ask({ ...json, authorization: `Bearer ${tokens.access_token}`, origin: portal })
    expect(answer.headers.get('access-control-allow-origin')).toBe(portal)
    expect(await answer.json()).toMatchObject({ firstName: 'Rikke', lastName: 'Bach', email: 'admin@roklub.example' })
    expect((await ask(json)).status).toBe(401)
    expect((await ask({ accept: 'text/html' })).headers.get('content-type')).toContain('text/html')
  })

  test('carry phone and verification as they are', async () => {
    const anna = decodeJwt((await idp.signIn(openBrowser(), 'anna@example.com')).access_token)
    const ulla = decodeJwt((await idp.signIn(openBrowser(), 'UNVERIFIED@example.com')).access_token)
    expect(anna['phone_number']).toBe('+4520112233')
    expect(JSON.stringify(anna['realm_access'])).not.toContain('role:')
    expect(ulla).toMatchObject({ email_verified: false })
    expect(ulla).not.toHaveProperty('phone_number')
  })

  test('require the announced verifier, once', async () => {
    const browser = openBrowser()
    const { url, verifier } = await idp.open(browser)
    const end = await browser.follow(await browser.post(url, { username: 'bo@example.com', password: 'demo' }), url)
    const code = end.url.searchParams.get('code')!
    expect(end.url.href.startsWith(`${idp.callback}&code=`)).toBe(true)
    await expect(idp.exchange(code, 'x'.repeat(43))).rejects.toThrow('invalid_grant')
    const second = await idp.open(browser)
    const fresh = second.url.searchParams.get('code')!
    await idp.exchange(fresh, second.verifier)
    await expect(idp.exchange(fresh, second.verifier)).rejects.toThrow('invalid_grant')
    expect(verifier).toBeTruthy()
  })

  test('are refused without PKCE or to a foreign address', async () => {
    const browser = openBrowser()
    const { address } = idp.begin()
    const plain = new URL(address)
    plain.searchParams.delete('code_challenge')
    plain.searchParams.delete('code_challenge_method')
    const refused = await browser.follow(await browser.get(plain), plain)
    expect(refused.url.searchParams.get('error')).toBe('invalid_request')
    for (const foreign of [
      'https://evil.example/cb',
      'https://portal.example@evil.example/',
      'javascript:alert(1)',
      'https://portal.example.evil.example/',
    ]) {
      const response = await browser.get(idp.begin({ redirect_uri: foreign }).address)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('invalid_redirect_uri')
    }
    const loopback = await browser.get(idp.begin({ redirect_uri: 'http://localhost:5173/silent' }).address)
    expect(loopback.status).toBe(303)
  })
})

describe('a refresh token', () => {
  test('rotates, and its reuse ends the family', async () => {
    const first = await idp.signIn(openBrowser(), 'anna@example.com')
    const rotated = (await (await idp.refresh(first.refresh_token)).json()) as Tokens
    expect(rotated.refresh_token).not.toBe(first.refresh_token)
    expect(decodeJwt(rotated.access_token).sub).toBe(decodeJwt(first.access_token).sub)
    expect((await idp.refresh(first.refresh_token)).status).toBe(400)
    const after = await idp.refresh(rotated.refresh_token)
    expect(await after.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('says when they signed in, and a session that is too old asks again', async () => {
    const browser = openBrowser()
    const first = await idp.signIn(browser, 'anna@example.com')
    const rotated = (await (await idp.refresh(first.refresh_token)).json()) as Tokens
    expect(decodeJwt(rotated.access_token)['auth_time']).toBe(decodeJwt(first.access_token)['auth_time'])
    const form = async () => (await idp.open(browser, { max_age: '900' })).url.pathname.includes('login-actions')
    expect(await form()).toBe(false)
    await fetch(`${started.url}/simulators/identity-provider/age-sign-ins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ minutes: 16 }),
    })
    expect(await form()).toBe(true)
  })

  test('introspects and can be revoked', async () => {
    const tokens = await idp.signIn(openBrowser(), 'anna@example.com')
    const introspect = async (token: string) =>
      (await fetch(`${idp.endpoint}/token/introspect`, { method: 'POST', body: new URLSearchParams({ token }) })).json()
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true, email: 'anna@example.com' })
    expect(await introspect(tokens.refresh_token)).toMatchObject({ active: true })
    const body = new URLSearchParams({ token: tokens.refresh_token, client_id: 'member-web' })
    expect((await fetch(`${idp.endpoint}/revoke`, { method: 'POST', body })).status).toBe(200)
    expect(await introspect(tokens.refresh_token)).toEqual({ active: false })
  })
})

describe('the session', () => {
  test('signs in silently, also after a restart, until it is signed out', async () => {
    const browser = openBrowser()
    const silently = async () => {
      const { address, verifier } = idp.begin({ prompt: 'none' })
      const response = await browser.get(address)
      expect(response.headers.get('x-frame-options')).toBeNull()
      return { url: new URL(response.headers.get('location')!), verifier }
    }
    expect((await silently()).url.searchParams.get('error')).toBe('login_required')
    const tokens = await idp.signIn(browser, 'carla@example.com')
    const again = await silently()
    await started.restart()
    const renewed = await idp.exchange(again.url.searchParams.get('code')!, again.verifier)
    expect(decodeJwt(renewed.access_token)['sid']).toBe(decodeJwt(tokens.access_token)['sid'])
    await verify(tokens.access_token)
    expect((await idp.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await silently()).url.searchParams.get('code')).toBeTruthy()

    const query = new URLSearchParams({
      id_token_hint: renewed.id_token,
      post_logout_redirect_uri: `${portal}/bye`,
      state: 's',
    })
    const left = await browser.get(`${idp.endpoint}/logout?${query.toString()}`)
    expect(left.headers.get('location')).toBe(`${portal}/bye?state=s`)
    expect((await silently()).url.searchParams.get('error')).toBe('login_required')
    expect((await idp.refresh(renewed.refresh_token)).status).toBe(400)
    expect((await userInfo(renewed)).status).toBe(401)
  })

  test('is ended only after a confirmation when nobody proves whose it is', async () => {
    const browser = openBrowser()
    await idp.signIn(browser, 'dan@example.com')
    const ask = await browser.get(`${idp.endpoint}/logout`)
    const page = await ask.text()
    expect(page).toContain('Sign out?')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
    const done = await browser.follow(
      await browser.post(`${idp.endpoint}/logout/confirm`, { xsrf, logout: 'yes' }),
      idp.endpoint,
    )
    expect(await done.response.text()).toContain('You are signed out')
    const { response } = await idp.open(browser)
    expect(await response.text()).toContain('<h1>Sign in</h1>')
  })

  test('changes when somebody else signs in on the same device', async () => {
    const browser = openBrowser()
    const first = await idp.signIn(browser, 'dan@example.com')
    const { url, verifier } = await idp.open(browser, { prompt: 'login' })
    const handover = await browser.follow(
      await browser.post(url, { username: 'erik@example.com', password: 'demo' }),
      url,
    )
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await handover.response.text())![1]!
    const confirm = `${idp.endpoint}/logout/confirm`
    const end = await browser.follow(await browser.post(confirm, { xsrf, logout: 'yes' }), confirm)
    const tokens = await idp.exchange(end.url.searchParams.get('code')!, verifier)
    expect(decodeJwt(tokens.access_token)['email']).toBe('erik@example.com')
    expect((await idp.refresh(first.refresh_token)).status).toBe(400)
  })
})
