import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Browser } from '../testing/browser.ts'
import { portalOf } from '../testing/sign-in.ts'
import { portal, startSimulators, type Started } from '../testing/start-simulators.ts'

let started: Started
let idp: ReturnType<typeof portalOf>
beforeAll(async () => {
  started = await startSimulators()
  idp = portalOf(started.simulators.issuer)
})
afterAll(() => started.stop())

async function frameAddress(): Promise<string> {
  const discovery = await fetch(`${started.simulators.issuer}/.well-known/openid-configuration`)
  return ((await discovery.json()) as { check_session_iframe: string }).check_session_iframe
}

/** The provider's name of the session that a silent question finds. */
async function silentState(browser: Browser): Promise<string | null> {
  const { address } = idp.begin({ prompt: 'none' })
  return new URL((await browser.get(address)).headers.get('location')!).searchParams.get('session_state')
}

/** The answer of the provider's page in a browser with these cookies. */
async function ask(browser: Browser, question: unknown): Promise<unknown[]> {
  const script = await (await browser.get((await frameAddress()).replace('.html', '.js'))).text()
  const answers: unknown[] = []
  let hear: (event: object) => void = () => {}
  const addEventListener = (_type: string, listener: typeof hear) => (hear = listener)
  runInNewContext(script, { addEventListener, document: { cookie: browser.readable(await frameAddress()) } })
  hear({ data: question, origin: portal, source: { postMessage: (...answer: unknown[]) => answers.push(...answer) } })
  return answers
}

test('the page may be framed by the portal and loads nothing but its script', async () => {
  const response = await fetch(await frameAddress())
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain(`frame-ancestors 'self' ${portal}`)
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(response.headers.get('x-frame-options')).toBeNull()
})

test('a session is unchanged until it ends or belongs to somebody else', async () => {
  const browser = openBrowser()
  await idp.signIn(browser, 'anna@example.com')
  const state = (await silentState(browser))!
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(await silentState(browser)).toBe(state)
  expect(await ask(browser, `member-web ${state}`)).toEqual(['unchanged', portal])

  const other = openBrowser()
  const bo = await idp.signIn(other, 'bo@example.com')
  expect(await silentState(other)).not.toBe(state)
  expect(await ask(other, `member-web ${state}`)).toEqual(['changed', portal])

  const boState = await silentState(other)
  await other.get(`${idp.endpoint}/logout?${new URLSearchParams({ id_token_hint: bo.id_token }).toString()}`)
  expect(await ask(other, `member-web ${boState!}`)).toEqual(['changed', portal])
  expect(await silentState(other)).toBeNull()
})

test('two sessions of one person differ', async () => {
  const [one, other] = [openBrowser(), openBrowser()]
  for (const browser of [one, other]) await idp.signIn(browser, 'erik@example.com')
  expect(await silentState(one)).not.toBe(await silentState(other))
})

test.each(['', 'member-web', 'other-client abc', 'member-web abc more'])('%j is an error', async (question) => {
  expect(await ask(openBrowser(), question)).toEqual(['error', portal])
})

test('a message that is not text is not answered', async () => {
  expect(await ask(openBrowser(), { client: 'member-web' })).toEqual([])
})

test('a forgotten password has a page, in the language that is asked for', async () => {
  const address = `${started.simulators.issuer}/login-actions/reset-credentials?client_id=member-web`
  const page = await fetch(address, { headers: { 'accept-language': 'da' } })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<h1>Glemt adgangskode</h1>')
  const asked = await fetch(`${address}&kc_locale=en`, { headers: { 'accept-language': 'da' } })
  expect(await asked.text()).toContain('<h1>Forgotten password</h1>')
})
