import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { signedIn, signInAs } from './sign-in.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('The pages on the way in lead to the sign-in, and whoever is in already goes on', async ({ page }) => {
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
})

test('After a sign-in the page is loaded once', async ({ page }) => {
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

test('A sign-in page that was left open for too long starts again; another refusal ends on the front page', async ({
  page,
}) => {
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
  // The page has asked silently before it shows its button.
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
})

test('A browser without Web Crypto is told what to do', async ({ page }) => {
  await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })")
  await page.goto(paths.memberships())
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You cannot sign in here')
  await expect(alert).toContainText('Web Crypto API is not available.')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
})
