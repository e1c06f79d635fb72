import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { signedIn, signInAs, signInFresh } from './support/sign-in.ts'

// A page's clock goes on while a busy machine is slow.
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test(
  'The entry pages lead to the sign-in, and forward a member who is signed in',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto(paths.login({ returnTo: paths.tickets() }))
    await expect(heading(page, 'Sign in to continue')).toBeVisible()
    await page.goto(paths.forgotPassword())
    await page.getByRole('link', { name: 'Get a new password' }).click()
    await expect(heading(page, 'Forgotten password')).toBeVisible()
    await page.goto(paths.register({ returnTo: paths.tickets() }))
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(heading(page, 'Create an account')).toBeVisible()
    await page.goto(paths.login({ returnTo: paths.tickets() }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'erik@example.com')
    await expect(page).toHaveURL(paths.tickets())
    await expect(signedIn(page)).toBeVisible()

    for (const [door, inside] of [
      [paths.login({ returnTo: paths.myProfile() }), paths.myProfile()],
      [paths.login({ returnTo: '//evil.example/' }), paths.dashboard()],
      [paths.register(), paths.dashboard()],
      [paths.lockScreen(), paths.dashboard()],
      [paths.forgotPassword(), paths.dashboard()],
      [paths.loginSuccess(), paths.dashboard()],
      ['/login-success?code=used&state=foreign', paths.dashboard()],
    ] as const) {
      await page.goto(door)
      await expect(signedIn(page)).toBeVisible()
      await expect(page, door).toHaveURL(inside)
    }
  },
)

test(
  'The provider is asked once, and the layout and the page requested, while the app’s code is on its way',
  { tag: '@nightly' },
  async ({ page, signedInAs }) => {
    await signedInAs('erik@example.com')
    const asked = Promise.withResolvers<void>()
    let questions = 0
    await page.route('**/protocol/openid-connect/auth?**', async (route) => {
      questions++
      asked.resolve()
      await route.continue()
    })
    const requested = [page.waitForRequest('**/assets/frame-*.js'), page.waitForRequest('**/assets/-events-*.js')]
    await page.route('**/assets/index-*.js', async (route) => {
      await Promise.all([asked.promise, ...requested])
      await route.continue()
    })
    await page.goto(paths.events())
    await expect(signedIn(page)).toBeVisible()
    expect(questions).toBe(1)
  },
)

test('A line too slow for the first question is asked again', { tag: '@nightly' }, async ({ page, signedInAs }) => {
  await signedInAs('erik@example.com')
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url())
  })
  await page.route('**/protocol/openid-connect/auth?**', () => new Promise(() => undefined), { times: 1 })
  await codeComesLate(page)
  await page.goto(paths.tickets())
  await expect(signedIn(page)).toBeVisible({ timeout: 20_000 })
  expect(loads).toHaveLength(1)
})

test('Where no answer comes, the provider is asked once', { tag: '@nightly' }, async ({ page, signedInAs }) => {
  await signedInAs('erik@example.com')
  let questions = 0
  await page.route('**/.well-known/openid-configuration', async () => {
    questions++
    await new Promise(() => undefined)
  })
  await codeComesLate(page)
  await page.goto(paths.tickets())
  await expect(page.getByRole('alert')).toContainText('responding right now', { timeout: 25_000 })
  // The question, which takes the page's preload, and whether the provider can be reached at all.
  expect(questions).toBe(2)
})

/** As on a slow line: the question was sent long before. */
const codeComesLate = (page: Page) =>
  page.route('**/assets/index-*.js', async (route) => {
    await wait(1_500)
    await route.continue()
  })

test('After a sign-in the page is loaded once', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(paths.memberships())
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      loads.push(new URL(request.url()).pathname)
  })
  await signInAs(page, 'erik@example.com')
  await expect(signedIn(page)).toBeVisible()
  await settled(page)
  expect(loads.filter((path) => !path.startsWith('/realms/'))).toEqual([paths.loginSuccess()])
  await expect(page).toHaveURL(paths.memberships())
})

test(
  'An expired sign-in page starts again; any other refusal ends on the front page',
  { tag: '@nightly' },
  async ({ page }) => {
    const answerOnce = async (error: string, description: string) => {
      await page.route(
        '**/protocol/openid-connect/auth?**',
        async (route) => {
          const { searchParams } = new URL(route.request().url())
          const back = new URL(searchParams.get('redirect_uri')!)
          back.search = new URLSearchParams({
            error,
            error_description: description,
            state: searchParams.get('state')!,
          }).toString()
          await route.fulfill({ status: 303, headers: { location: back.href } })
        },
        { times: 1 },
      )
    }
    // The page has tried a silent sign-in before it shows its button.
    await page.goto(paths.dashboard())
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await answerOnce('temporarily_unavailable', 'authentication_expired')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()

    await page.goto(paths.login({ returnTo: paths.memberships() }))
    await expect(heading(page, 'Sign in to continue')).toBeVisible()
    await answerOnce('access_denied', 'The person said no')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(paths.dashboard())
    await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  },
)

test('A browser without Web Crypto shows what to do', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })")
  await page.goto(paths.memberships())
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("You can't sign in here")
  await expect(alert).toContainText('Web Crypto API is not available.')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
})

const actsTitle = 'Activity log'

test('A refused token leads to the sign-in and back, one tab at a time, and not right after a page was opened', async ({
  context,
  page,
}) => {
  await signInFresh(page, 'anna@example.com')
  await context.clock.install()
  const other = await context.newPage()
  const asked: string[] = []
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      const isAsked = new URL(request.url()).pathname.endsWith('/auth') && request.frame() === tab.mainFrame()
      if (request.isNavigationRequest() && isAsked) asked.push(request.url())
    })
  }
  const refused = { code: 'unauthenticated', title: 'Sign in to continue.', status: 401 }
  const refuse = () =>
    context.route('**/member/act/list*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', json: refused }),
    )

  const toActs = (tab: Page) => tab.getByRole('main').getByRole('link', { name: actsTitle }).click()

  await refuse()
  await page.goto(paths.acts())
  await expect(page.getByRole('main').getByText('Sign in to continue.')).toBeVisible()
  expect(asked).toEqual([])
  await context.unroute('**/member/act/list*')

  for (const tab of [page, other]) {
    await tab.goto(paths.myProfile())
    await expect(signedIn(tab)).toBeVisible()
  }
  await context.clock.fastForward('01:00')
  await refuse()
  await toActs(other)
  await expect.poll(() => asked.length).toBe(1)
  await toActs(page)
  await expect(page.getByRole('main').getByText('Sign in to continue.')).toBeVisible()
  await context.unroute('**/member/act/list*')
  await expect(heading(other, actsTitle)).toBeVisible()
  await expect(signedIn(other)).toBeVisible()
  expect(asked).toHaveLength(1)
})

interface Answered {
  access_token: string
  id_token: string
}

/** Changes the answers of the provider's token endpoint. */
const changeTokens = (page: Page, change: (tokens: Answered) => Partial<Answered>) =>
  page.route('**/protocol/openid-connect/token', async (route) => {
    const response = await route.fetch()
    const tokens = (await response.json()) as Answered
    await route.fulfill({ response, json: { ...tokens, ...change(tokens) } })
  })

test('A token that cannot be read shows an explanation', { tag: '@nightly' }, async ({ page }) => {
  await changeTokens(page, () => ({ access_token: 'opaque' }))
  await page.route('**/member/sign-in', (route) => route.fulfill({ json: { member: {}, created: false } }))
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'erik@example.com')
  await expect(heading(page, "We couldn't sign you in")).toBeVisible()
  await expect(page.getByText('Unable to decode token, payload not found.')).toBeVisible()
})

test('Where a token lacks name and address, the provider is asked for them', { tag: '@nightly' }, async ({ page }) => {
  await changeTokens(page, ({ id_token }) => {
    const [header, payload, signature] = id_token.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>
    for (const name of ['name', 'given_name', 'family_name', 'email', 'email_verified']) delete claims[name]
    return { id_token: [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.') }
  })
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'erik@example.com')
  await expect(signedIn(page)).toBeVisible()
  await page.goto(paths.myProfile())
  const mine = page.getByRole('region', { name: 'My sign-in' })
  await expect(mine.getByText('Erik Lund')).toBeVisible()
  await expect(mine.getByText('erik@example.com')).toBeVisible()
  await expect(mine.getByRole('link', { name: 'Manage my sign-in' })).toHaveAttribute(
    'href',
    /\/realms\/izy\/account\?/,
  )
})
