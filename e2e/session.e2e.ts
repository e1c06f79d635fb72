import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { signedIn, signInAs, signInFresh } from './support/sign-in.ts'
import { answerSignIn, stopFaults } from './support/simulated.ts'

// A page's clock goes on while a busy machine is slow.
const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens a page whose clock the story can move, and waits until its session is watched. */
async function openWatched(page: Page, path: string) {
  await page.goto(path)
  await expect(signedIn(page)).toBeVisible()
  await expect(page.locator('iframe[title="Session status"]')).toHaveCount(1)
}

/** Everything that a browser stores for a page. */
const stored = (page: Page) => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')

test(
  'An idle member is asked, stays or is signed out, and returns to the page that was open',
  { tag: '@nightly' },
  async ({ page }) => {
    await signInFresh(page, 'anna@example.com')
    await page.clock.install()
    await openWatched(page, paths.memberships())
    expect(await stored(page)).not.toMatch(/eyJ|refresh_token/)

    await test.step('is asked a minute before, and a moving mouse is no answer', async () => {
      await page.clock.fastForward('28:30')
      await expect(warning(page)).toHaveCount(0)
      await page.clock.fastForward('00:45')
      await expect(warning(page)).toBeVisible()
      await expect(warning(page).getByRole('status')).toHaveText(/You'll be signed out in \d+ seconds/)
      await page.mouse.move(200, 200)
      await page.mouse.move(220, 240)
      await expect(warning(page)).toBeVisible()
    })

    await test.step('stays by the keyboard', async () => {
      await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(warning(page)).toHaveCount(0)
      await page.clock.fastForward('20:00')
      await expect(warning(page)).toHaveCount(0)
      await expect(signedIn(page)).toBeVisible()
    })

    await test.step('is signed out when nobody answers, here and at the provider', async () => {
      await page.clock.fastForward('09:30')
      await expect(warning(page)).toBeVisible()
      await page.mouse.move(240, 260)
      await page.clock.fastForward('01:00')
      await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
      await expect(page).toHaveURL(paths.lockScreen())
      await expect(page.getByText('Nothing happened for 30 minutes.')).toBeVisible()
      await expect(page.getByText('Anna')).toHaveCount(0)
      await page.reload()
      await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
    })

    await test.step('signs in again, by the password, and is back', async () => {
      await page.getByRole('button', { name: 'Sign in again' }).click()
      await signInAs(page, 'anna@example.com')
      await expect(heading(page, 'Memberships')).toBeVisible()
      await expect(page).toHaveURL(paths.memberships())
    })
  },
)

test('Text typed when the session ended is restored after signing in', { tag: '@nightly' }, async ({ page }) => {
  await signInFresh(page, 'bo@example.com')
  await page.clock.install()
  await openWatched(page, paths.editProfile())
  await page.getByLabel('Address line 1').fill('Nygade 1')
  await page.clock.fastForward('31:00')
  await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await signInAs(page, 'bo@example.com')
  await expect(page).toHaveURL(paths.editProfile())
  await expect(page.getByLabel('Address line 1')).toHaveValue('Nygade 1')

  await test.step('and gone once its author signs out', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await stored(page)).not.toContain('Nygade')
  })
})

test(
  'A page that slept too long signs out when it wakes, also offline',
  { tag: '@nightly' },
  async ({ page, context }) => {
    await signInFresh(page, 'bo@example.com')
    await page.clock.install()
    await openWatched(page, paths.memberships())
    await settled(page)
    await context.setOffline(true)
    await page.clock.fastForward('02:00:00')
    await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
    await context.setOffline(false)

    await test.step('the provider never heard of it, and lets nobody in by itself', async () => {
      await page.goto(paths.memberships())
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    })
  },
)

test(
  'Two tabs share one session: activity keeps both, signing out ends both, signing in restores both',
  { tag: '@nightly' },
  async ({ context, page }) => {
    await signInFresh(page, 'anna@example.com')
    await context.clock.install()
    const other = await context.newPage()
    await openWatched(page, paths.memberships())
    await openWatched(other, paths.myProfile())

    await test.step('doing something in one keeps the other', async () => {
      await context.clock.fastForward('20:00')
      await page.mouse.move(300, 300)
      await context.clock.fastForward('15:00')
      for (const tab of [page, other]) {
        await expect(signedIn(tab)).toBeVisible()
        await expect(warning(tab)).toHaveCount(0)
      }
    })

    await test.step('staying in one takes the question back in the other', async () => {
      await context.clock.fastForward('14:15')
      for (const tab of [page, other]) await expect(warning(tab)).toBeVisible()
      await other.getByRole('button', { name: 'Stay signed in' }).click()
      for (const tab of [page, other]) await expect(warning(tab)).toHaveCount(0)
    })

    await test.step('signing out in one ends the other', async () => {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await expect(heading(other, "You're signed out")).toBeVisible()
      await expect(other.getByText('Anna')).toHaveCount(0)
    })

    await test.step('signing in again in one brings the other back to where it was', async () => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await signInAs(page, 'anna@example.com')
      await expect(signedIn(page)).toBeVisible()
      await expect(heading(other, 'My Profile')).toBeVisible()
      await expect(other).toHaveURL(paths.myProfile())
    })
  },
)

test(
  'A sign-out at the sign-in provider is noticed within seconds',
  { tag: '@nightly' },
  async ({ browser, page, context }) => {
    await signInFresh(page, 'anna@example.com')
    await openWatched(page, paths.memberships())

    await test.step('somebody else signs in there: what was open closes', async () => {
      const elsewhere = await browser.newContext({ baseURL: new URL('/', page.url()).href, locale: 'en-GB' })
      await signInFresh(await elsewhere.newPage(), 'bo@example.com')
      await context.addCookies((await elsewhere.storageState()).cookies)
      await elsewhere.close()
      await expect(heading(page, 'Someone else has signed in')).toBeVisible()
      await expect(page.getByText('Anna')).toHaveCount(0)
      await page.getByRole('button', { name: 'Sign in again' }).click()
      await expect(page).toHaveURL(paths.dashboard())
      await expect(page.getByRole('button', { name: 'Bo Holm your menu' })).toBeVisible()
    })

    await test.step('they sign out there: they are signed out here', async () => {
      await openWatched(page, paths.memberships())
      const provider = await context.newPage()
      await provider.goto('/realms/izy/account')
      await provider.getByRole('link', { name: 'Sign out' }).click()
      await provider.getByRole('button', { name: 'Sign out' }).click()
      await expect(heading(provider, 'You are signed out')).toBeVisible()
      await expect(heading(page, "You're signed out")).toBeVisible()
    })
  },
)

test(
  'When the sign-in provider is down the page says so, and a valid token still works',
  { tag: '@nightly' },
  async ({ page, request }) => {
    await signInFresh(page, 'anna@example.com')
    await page.clock.install()
    await openWatched(page, paths.memberships())

    await test.step('mid-session: the token is about to end and cannot be renewed', async () => {
      await answerSignIn(request, { endpoint: 'token', status: 503, times: 50 })
      await page.clock.fastForward('04:40')
      await page.getByRole('link', { name: 'Organization', exact: true }).click()
      await expect(heading(page, 'Organization')).toBeVisible()
      await expect(signedIn(page)).toBeVisible()
      await stopFaults(request)
    })

    await test.step('signing out deletes everything of the person, though the provider is unreachable', async () => {
      await answerSignIn(request, { endpoint: '*', status: 503, times: 50 })
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    })

    await test.step('signing in: says that it does not answer', async () => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText("Sign-in isn't responding right now")
      await stopFaults(request)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await signInAs(page, 'anna@example.com')
      await expect(signedIn(page)).toBeVisible()
    })

    await test.step('at load', async () => {
      await answerSignIn(request, { endpoint: 'openid-configuration', status: 503, times: 50 })
      await page.goto(paths.memberships())
      await expect(page.getByRole('alert')).toContainText("Sign-in isn't responding right now")
      await stopFaults(request)
      await page.reload()
      await expect(heading(page, 'Memberships')).toBeVisible()
    })
  },
)

test('axe finds nothing on the question and on the lock screen', { tag: '@nightly' }, async ({ page }) => {
  await signInFresh(page, 'carla@example.com')
  await page.clock.install()
  await openWatched(page, paths.organisations())
  await page.clock.fastForward('29:15')
  await expect(warning(page)).toBeVisible()
  await expectNoViolationsInBothThemes(page, 'question')
  await page.clock.fastForward('01:00')
  await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
  await settled(page)
  await expectNoViolationsInBothThemes(page, 'lock screen')
})
