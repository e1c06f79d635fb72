import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '#server/testing/outside/free-port.ts'
import { paths } from '#web/paths.ts'
import { startPortal, type Portal } from '../support/portal.ts'
import { signedIn, signInAs, signInFresh } from '../support/sign-in.ts'

/** A portal whose sign-in provider is on another site, so that its frames get no cookies. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({}, use) => {
      const [port, simulators, smtp] = [await freePort(), await freePort(), await freePort()]
      const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-e2e-elsewhere-'))
      const elsewhere = `http://localhost:${simulators}`
      const here = `http://127.0.0.1:${port}`
      const provider = spawn(process.execPath, [path.resolve('scripts/start.mjs'), 'simulators'], {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          DATA_DIR: dataDir,
          SIMULATORS_URL: elsewhere,
          SIMULATORS_PORT: String(simulators),
          SIMULATORS_SMTP_PORT: String(smtp),
          // The simulators accept the portal's own host name, and this portal has another.
          PUBLIC_URL: `http://localhost:${port}`,
        },
        stdio: 'ignore',
      })
      const portal = await startPortal({ port, env: { PUBLIC_URL: here, OIDC_ISSUER: `${elsewhere}/realms/izy` } })
      await use({ ...portal, url: here })
      await portal.stop()
      if (provider.exitCode === null) {
        provider.kill('SIGTERM')
        await once(provider, 'exit')
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
})

/** A page's top-level redirects to the provider with prompt=none. */
function questionsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isQuestion = pathname.endsWith('/auth') && searchParams.get('prompt') === 'none'
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && isQuestion) asked.push(request.url())
  })
  return asked
}

test('With a provider on another site the page redirects once, and a reload stays signed in', async ({ page }) => {
  const asked = questionsOf(page)

  await test.step('a visitor of an open page is not sent anywhere', async () => {
    await page.goto(paths.dashboard())
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(asked).toHaveLength(0)
  })

  await test.step('who is not signed in is asked once, and not sent to and fro', async () => {
    await page.goto(paths.memberships())
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  await test.step('who is signed in is found by one question a load', async () => {
    await signInFresh(page, 'bo@example.com')
    asked.length = 0
    await page.goto(paths.memberships())
    await expect(signedIn(page)).toBeVisible()
    await expect(page).toHaveURL(paths.memberships())
    expect(asked).toHaveLength(1)
  })
})

/** As if the portal were opened from the home screen: Chromium's protocol cannot emulate this media feature. */
const asInstalled = (page: Page) =>
  page.addInitScript(`const asked = matchMedia
    globalThis.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query)`)

test('Installed, the sign-in has a window of its own, and the app keeps its place', async ({ page, context }) => {
  await asInstalled(page)
  await page.goto(paths.organisations())
  await page.evaluate('globalThis.stays = true')
  const press = page.getByRole('button', { name: 'Sign in' }).or(page.getByRole('link', { name: 'Sign in' }))
  const pressed = async () => (await Promise.all([page.waitForEvent('popup'), press.click()]))[0]

  await test.step('a window that is closed says so, and the page stays', async () => {
    const closed = await pressed()
    await expect(closed.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible()
    await closed.close()
    await expect(page.getByText('The sign-in window was closed by user.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('signed in, it closes, and the app continues where it was', async () => {
    const opened = await pressed()
    await expect(opened.getByLabel('Password', { exact: true })).toBeVisible()
    // Cut off, the window would count as closed.
    expect(await opened.evaluate('opener !== null')).toBe(true)
    const gone = opened.waitForEvent('close')
    await signInAs(opened, 'bo@example.com')
    await gone
    await expect(signedIn(page)).toBeVisible()
    await expect(page).toHaveURL(paths.organisations())
    expect(await page.evaluate('globalThis.stays')).toBe(true)
  })

  const reopened = async () => {
    const again = await context.newPage()
    await asInstalled(again)
    await again.goto(paths.dashboard())
    return again
  }
  await test.step('ended by the phone, it opens where it was; after signing out, at Home', async () => {
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '${paths.tickets()}' })`)
    await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
    await page.close()
    const again = await reopened()
    await expect(again).toHaveURL(paths.tickets())
    await expect(again.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
    await again.getByRole('button', { name: / your menu$/ }).click()
    await again.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(again.getByRole('button', { name: 'Create account' })).toBeVisible()
    expect(await again.evaluate('localStorage.getItem("portal.last-place")')).toBeNull()
    await again.close()
    await expect((await reopened()).getByRole('button', { name: 'Create account' })).toBeVisible()
  })
})

test('Installed where windows are blocked, the sign-in redirects', async ({ page }) => {
  await asInstalled(page)
  await page.addInitScript('globalThis.open = () => null')
  await page.goto(paths.login({ returnTo: paths.organisations() }))
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'bo@example.com')
  await expect(signedIn(page)).toBeVisible()
  await expect(page).toHaveURL(paths.organisations())
})
