import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { startPortal, type Portal } from './support/portal.ts'
import { signedIn } from './support/sign-in.ts'

const keycloak = process.env.KEYCLOAK_URL ?? ''
const realmFile = path.resolve(import.meta.dirname, '../ops/keycloak/izy-realm.json')

/** The address that the shipped realm sends people back to. */
function portalOfRealm(): URL {
  const { clients } = JSON.parse(readFileSync(realmFile, 'utf8')) as {
    clients: { clientId: string; rootUrl: string }[]
  }
  return new URL(clients.find(({ clientId }) => clientId === 'member-web')!.rootUrl)
}

const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({}, use) => {
      const issuer = `${keycloak.replace(/\/$/, '')}/realms/izy`
      const portal = await startPortal({ port: Number(portalOfRealm().port), env: { OIDC_ISSUER: issuer } })
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  page: async ({ page }, use) => {
    await ignoreMembershipPrompt(page)
    await use(page)
  },
})

const form = (page: Page) => page.locator('#kc-form-login, form#kc-login, form[action*="login-actions/authenticate"]')

async function fillSignIn(page: Page, email: string) {
  await expect(form(page).first()).toBeVisible()
  await page.locator('#username').fill(email)
  await page.locator('#password').fill('demo-demo-demo')
  await page.locator('#kc-login').click()
}

/** The code that an authenticator app shows for a secret (RFC 6238). */
function codeOf(secret: string, moment = Date.now()): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / 30_000)))
  const sum = createHmac('sha1', key).update(counter).digest()
  const at = sum.at(-1)! & 15
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A person with an office's role sets up a second factor at the first sign-in. @returns its secret */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.locator('#mode-manual').click()
  const secret = (await page.locator('#kc-totp-secret-key').textContent())!.trim().replace(/\s/g, '')
  await page.locator('#totp').fill(codeOf(secret))
  await page.locator('#saveTOTPBtn').click()
  return secret
}

const personMenu = (page: Page, name: string) => page.getByRole('button', { name: `${name} your menu` })

test('A real Keycloak signs a member in with roles, refreshes tokens, reports its session, and signs out', async ({
  page,
}) => {
  await page.clock.install()
  let secret = ''

  await test.step('signs in, with the roles of the realm', async () => {
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await fillSignIn(page, 'super@example.com')
    secret = await setUpSecondFactor(page)
    await expect(personMenu(page, 'Susanne Dahl')).toBeVisible()
    await personMenu(page, 'Susanne Dahl').click()
    await expect(page.getByRole('menuitem', { name: 'Operator' })).toBeVisible()
    await page.goto(paths.failedMessages())
    await expect(page.getByRole('heading', { level: 1, name: 'Undelivered messages' })).toBeVisible()
  })

  await test.step('a reload signs in silently, and no token lies in a storage', async () => {
    await page.goto(paths.memberships())
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toMatch(/eyJ|refresh_token/)
  })

  await test.step('refreshes a token that is about to end, each refresh token once', async () => {
    await expect(page.locator('iframe[title="Session status"]')).toHaveCount(1)
    const used: string[] = []
    for (let round = 0; round < 2; round++) {
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/token') && answer.request().method() === 'POST'),
        page.clock
          .fastForward('04:45')
          .then(() => page.getByRole('link', { name: 'Organization', exact: true }).click()),
      ])
      expect(response.status()).toBe(200)
      const sent = new URLSearchParams(response.request().postData() ?? '')
      expect(sent.get('grant_type')).toBe('refresh_token')
      used.push(sent.get('refresh_token')!)
      await page.getByRole('link', { name: 'Membership', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
    }
    expect(used[1]).not.toBe(used[0])
  })

  await test.step('the session continues while it is asked for, and is seen to end', async () => {
    await page.clock.runFor('00:20')
    await expect(signedIn(page)).toBeVisible()
    await expect(page.locator('iframe[title="Session status"]')).toHaveCount(1)
    await page.context().clearCookies()
    await expect(page.getByRole('heading', { level: 1, name: "You're signed out" })).toBeVisible()
  })

  await test.step('signs in again, back to what was open, and signs out for good', async () => {
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await fillSignIn(page, 'super@example.com')
    // The previous code was used, and no code is accepted twice.
    await page.locator('#otp').fill(codeOf(secret, Date.now() + 30_000))
    await page.locator('#kc-login').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.goto(paths.memberships())
    await expect(form(page).first()).toBeVisible()
  })
})

test('A person without a role is a member; registration and a forgotten password lead to Keycloak', async ({
  page,
}) => {
  await page.goto(paths.register())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('#firstName')).toBeVisible()

  await page.goto(paths.forgotPassword())
  await page.getByRole('link', { name: 'Get a new password' }).click()
  await expect(page.locator('#kc-reset-password-form, form[action*="reset-credentials"]').first()).toBeVisible()

  await page.goto(paths.login({ returnTo: paths.myProfile() }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, 'newcomer@example.com')
  await expect(page).toHaveURL(paths.myProfile())
  await expect(personMenu(page, 'Nanna Nielsen')).toBeVisible()
  await personMenu(page, 'Nanna Nielsen').click()
  await expect(page.getByRole('menuitem', { name: 'Operator' })).toHaveCount(0)
})
