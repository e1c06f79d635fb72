import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'
import { portalOf } from '../testing/sign-in.ts'
import { startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let idp: ReturnType<typeof portalOf>
beforeAll(async () => {
  started = await startSimulators()
  idp = portalOf(started.simulators.issuer)
})
afterAll(() => started.stop())

const person = {
  firstName: 'Mette',
  lastName: "O'Hara <b>",
  email: 'Mette@Example.com',
  phone: '+45 22 33 44 55',
  password: 'longenough',
}

test('registration signs in and can be signed in with again', async () => {
  const browser = openBrowser()
  const { response, url, verifier } = await idp.open(browser, { prompt: 'create' })
  expect(await response.text()).toContain('<h1>Create an account</h1>')
  const end = await browser.follow(await browser.post(url, person), url)
  const tokens = await idp.exchange(end.url.searchParams.get('code')!, verifier)
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    email: 'mette@example.com',
    email_verified: true,
    name: "Mette O'Hara <b>",
    phone_number: '+4522334455',
  })
  await started.restart()
  const again = await idp.signIn(openBrowser(), 'mette@example.com', 'longenough')
  expect(decodeJwt(again.id_token).sub).toBe(decodeJwt(tokens.id_token).sub)
})

test('registration names errors and keeps what was typed', async () => {
  const browser = openBrowser('da-DK,da;q=0.9,en;q=0.8')
  const { url } = await idp.open(browser, { prompt: 'create' })
  const short = await browser.post(url, { ...person, email: 'anna@example', password: 'short' })
  const page = await short.text()
  expect(short.status).toBe(400)
  expect(page).toContain('<html lang="da">')
  expect(page).toContain('Adgangskoden skal have mindst 8 tegn.')
  expect(page).toContain('value="anna@example"')
  expect(page).toContain('O&#39;Hara &lt;b&gt;')
  expect(page).not.toContain('short"')
  const taken = await browser.post(url, { ...person, email: 'ANNA@example.com' })
  expect(taken.status).toBe(409)
  expect(await taken.text()).toContain('Der findes allerede en konto med denne e-mail.')
})

test("Keycloak's registration address leads to registration", async () => {
  const browser = openBrowser()
  const { address } = idp.begin()
  const { response, url } = await browser.follow(
    await browser.get(address.replace('/auth?', '/registrations?')),
    address,
  )
  expect(url.pathname).toMatch(/\/registration$/)
  expect(await response.text()).toContain('Create an account')
})

test('from sign-in to registration and back in one interaction', async () => {
  const browser = openBrowser()
  const { url, verifier } = await idp.open(browser)
  const registration = `${url.href}/registration`
  expect((await browser.get(registration)).status).toBe(200)
  const end = await browser.follow(await browser.post(registration, { ...person, email: 'new@example.com' }), url)
  expect(await idp.exchange(end.url.searchParams.get('code')!, verifier)).toHaveProperty('access_token')
})

test('the sign-in page is strict, prefilled by a link, and in the requested language', async () => {
  const browser = openBrowser('en')
  const { url, response } = await idp.open(browser, { ui_locales: 'da', login_hint: 'bo@example.com' })
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const page = await response.text()
  const [, style = ''] = /<style>([^<]+)<\/style>/.exec(page)!
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(page).toContain('<h1>Log ind</h1>')
  expect(page).toContain('value="bo@example.com"')
  const filled = await (await browser.get(`${url.href}?username=anna%40example.com`)).text()
  expect(filled).toContain('value="anna@example.com"')
})

test('ten wrong passwords lock the account for a minute', async () => {
  const browser = openBrowser()
  const { url } = await idp.open(browser)
  const attempt = (username: string, password: string) => browser.post(url, { username, password })
  expect((await attempt('erik@example.com', '')).status).toBe(401)
  for (let count = 0; count < 10; count++) {
    const wrong = await attempt('erik@example.com', 'guess')
    expect(wrong.status).toBe(401)
    const page = await wrong.text()
    expect(page).toContain('The e-mail or the password is wrong.')
    expect(page).toContain('value="erik@example.com"')
  }
  const refused = await attempt('Erik@example.com', 'demo')
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('Too many wrong passwords')
  expect((await attempt('bo@example.com', 'demo')).status).toBe(303)
})

test('a sign-in page without its cookie shows an explanation', async () => {
  const { url } = await idp.open(openBrowser())
  const response = await openBrowser().get(url)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('This page has expired')
})
