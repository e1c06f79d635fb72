import type { Locator } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled, visit } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { addNotifications } from './support/in-database.ts'
import { newcomer } from './support/newcomer.ts'
import { expectSpoken, switchTo } from './support/spoken.ts'

test('The theme is remembered', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.memberships())
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')

  // Before any code of the app has run, so that no light page flashes up.
  await page.route('**/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test(
  'The five entries of the specification come first, a group of its own follows, and where one is is marked',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    for (const [path, open] of [
      [paths.dashboard(), 'Overview'],
      [paths.events(), 'Home'],
      [paths.organisations(), 'Organization'],
      [paths.memberships(), 'Membership'],
      [paths.contactUs(), 'Contact Us'],
      [paths.calendar(), 'Calendar'],
      [paths.participants(), 'Family'],
    ] as const) {
      await page.goto(path)
      await expect(menu.getByRole('listitem').locator('a:is([data-active="true"], [aria-current="page"])')).toHaveText([
        open,
      ])
    }
    const [specified, own] = [menu.getByRole('list').first(), menu.getByRole('list').last()]
    await expect(specified.getByRole('listitem')).toHaveText([
      'Home',
      'Organization',
      'Membership',
      'Contact Us',
      'Logout',
    ])
    await expect(own.getByRole('listitem')).toHaveText(['Overview', 'Calendar', 'Tickets', 'Family'])
  },
)

test('The language is remembered, on the server too', { tag: '@nightly' }, async ({ page }) => {
  await newcomer(page, 'Sigrid')
  await page.goto(paths.organisations())
  await expect(page.getByText('We row on the fjord from March to November')).toBeVisible()
  await page.getByRole('button', { name: 'Vis portalen på dansk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Klubber' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'da')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Klubber' })).toBeVisible()
  await expect(page.getByText('Vi ror på fjorden fra marts til november')).toBeVisible()
})

const mainPages = {
  dashboard: paths.dashboard(),
  events: paths.events(),
  calendar: paths.calendar(),
  tickets: paths.tickets(),
  memberships: paths.memberships(),
  'new membership': paths.newMembership(),
  organisations: paths.organisations(),
  participants: paths.participants(),
  'my profile': paths.myProfile(),
  notifications: paths.notifications(),
}

test(
  'Switching the language changes title, dates, money and labels at once, without reloading',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await page.goto(paths.dashboard())
    await page.evaluate('globalThis.stays = true')
    for (const [name, path] of Object.entries(mainPages)) {
      await visit(page, path)
      await settled(page)
      await expectSpoken(page, 'en', name)
      const title = await page.title()
      await switchTo(page, 'da')
      await settled(page)
      await expectSpoken(page, 'da', name)
      // The front page has the portal's name in any language.
      if (path !== paths.dashboard()) expect(await page.title(), name).not.toBe(title)
      await switchTo(page, 'en')
      await expect(page, name).toHaveTitle(title)
    }
    expect(await page.evaluate('globalThis.stays')).toBe(true)
  },
)

test('A reader of Danish signs in and resets a password in Danish', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(paths.forgotPassword())
  await switchTo(page, 'da')
  await page.getByRole('link', { name: 'Få en ny adgangskode' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Glemt adgangskode' })).toBeVisible()
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Log ind' }).click()
  await expect(page.getByLabel('Adgangskode', { exact: true })).toBeVisible()
})

test('On a phone the menu covers the page and closes after a choice', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.dashboard())
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await page.getByRole('button', { name: 'Open the menu', exact: true }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the menu', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Open the menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Membership', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test(
  'On a phone the bar at the bottom leads to the pages most used, opens the menu, and covers nothing',
  { tag: '@nightly' },
  async ({ portal, page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const email = await newcomer(page, 'Tove')
    await page.goto(paths.memberships())
    await settled(page)
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    const box = async (of: Locator) => (await of.boundingBox())!
    const entries = bar.locator('a, button')
    await expect(entries).toHaveText(['Overview', 'Events', 'Tickets', 'Membership', 'More'])
    for (const entry of await entries.all()) {
      const { width, height } = await box(entry)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }

    for (const [name, heading] of [
      ['Events', 'Events'],
      ['Tickets', 'My Tickets'],
      ['Membership', 'Memberships'],
    ] as const) {
      await bar.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(bar.locator('[aria-current]')).toHaveText([name])
    }
    const more = bar.getByRole('button', { name: 'More' })
    await more.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()

    const top = (await box(bar)).y
    const isAbove = async (of: Locator) => {
      const { y, height } = await box(of)
      return y + height <= top
    }
    expect(top).toBe(844 - 57)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    expect(await isAbove(page.getByRole('contentinfo'))).toBe(true)
    await addNotifications(portal, email, [{ type: 'ORDER_READY', title: 'An order is ready', message: 'Pay it.' }])
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'An order is ready' })
    await expect.poll(() => isAbove(toast)).toBe(true)
    await context.setOffline(true)
    await expect.poll(() => isAbove(page.getByRole('region', { name: 'Offline' }))).toBe(true)
    await context.setOffline(false)
    await page.getByRole('button', { name: /^Show notes, alerts and chat/ }).click()
    await expect(page.getByRole('tab', { name: /^Chat/ })).toBeFocused()
    await expect(bar.getByRole('link')).toHaveCount(4)
    expect(await page.evaluate(`document.elementFromPoint(300, 820).closest('nav')`)).toBeNull()
    await page.keyboard.press('Escape')

    await test.step('it is hidden beside Pay, on paper and with the sidebar', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(bar).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
      await expect(bar).toBeVisible()
      await page.setViewportSize({ width: 776, height: 844 })
      await expect(bar).toBeHidden()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(paths.newMembership())
      await settled(page)
      await expect(bar).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Open the menu', exact: true })).toBeVisible()
    })
  },
)

test(
  'A click outside closes the menu and the dropdown under the initials',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(paths.memberships())
    const menu = page.getByRole('dialog', { name: 'Main menu' })
    await page.getByRole('button', { name: 'Open the menu', exact: true }).click()
    await expect(menu).toBeVisible()
    await page.mouse.click(900, 500)
    await expect(menu).toBeHidden()

    const person = page.getByRole('button', { name: 'Anna Holm your menu' })
    await person.hover()
    await expect(page.getByText('anna@example.com').filter({ visible: true })).toHaveCount(1)
    await person.click()
    const profile = page.getByRole('menuitem', { name: 'My profile' })
    await expect(profile).toBeVisible()
    await page.mouse.click(500, 700)
    await expect(profile).toBeHidden()
  },
)

test('On a phone the breadcrumbs are above the page and lead back', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(paths.newMembership())
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const back = trail.getByRole('link', { name: 'Memberships' })
  expect((await back.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
  await expect(trail).toBeHidden()
})

test(
  'The app store badge is shown on a desktop, and on a phone when signed in',
  { tag: '@nightly' },
  async ({ signedInAs, page }) => {
    // The configuration of a portal with an app store link, outside production.
    await page.route('**/*', async (route) => {
      const asked = route.request()
      if (asked.resourceType() !== 'document' || asked.url().includes('/realms/')) return route.fallback()
      const answer = await route.fetch()
      const html = (await answer.text())
        .replace('"appStoreUrl":null', '"appStoreUrl":"https://apps.example/portal"')
        .replace('"devEnvironment":0', '"devEnvironment":1')
      return route.fulfill({ response: answer, body: html })
    })
    const badge = page.getByRole('link', { name: /The app for your phone/ })
    await page.goto(paths.contactUs())
    await expect(page.getByRole('link', { name: 'DEV TITLE' })).toHaveAttribute('href', '/')
    await expect(badge).toHaveAttribute('href', 'https://apps.example/portal')
    await expect(badge).toBeVisible()
    await page.setViewportSize({ width: 775, height: 800 })
    await expect(badge).toBeHidden()

    await signedInAs('anna@example.com')
    await page.goto(paths.memberships())
    await page.getByRole('button', { name: 'Open the menu', exact: true }).click()
    await expect(badge).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(badge).toBeHidden()
    for (const [width, roomy] of [
      [1024, false],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(badge).toBeVisible()
      expect((await badge.boundingBox())!.width > 100).toBe(roomy)
      await expect(page.getByRole('link', { name: 'DEV TITLE' })).toBeVisible()
    }
  },
)

test('The sidebar has three widths', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.dashboard())
  const sidebar = page.getByRole('navigation', { name: 'Main menu' })
  await expect(sidebar.getByRole('link', { name: 'Membership', exact: true })).toBeVisible()
  const width = async () => (await sidebar.boundingBox())?.width
  expect(await width()).toBe(264)
  await page.setViewportSize({ width: 1299, height: 900 })
  await expect.poll(width).toBe(76)
  await page.setViewportSize({ width: 775, height: 900 })
  await expect(sidebar).toBeHidden()
})

test('An address without a page says so', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  const answer = await page.goto('/nothing-here')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Page not found: /nothing-here')).toBeVisible()
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard())
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeHidden()
})

test(
  'On the narrowest phone and with text of twice the size every button of the header is in sight, and no name is cut',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await addNotifications(portal, 'anna@example.com', [
      { type: 'ORDER_READY', title: 'An order is ready', message: 'Pay it.' },
    ])
    for (const [width, text] of [
      [320, '100%'],
      [390, '100%'],
      [390, '200%'],
      [600, '100%'],
      [1440, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(paths.dashboard())
      await page.getByRole('button', { name: /unread notification/ }).waitFor()
      await settled(page)
      await page.evaluate(`document.documentElement.style.fontSize = '${text}'`)
      await expect
        .soft(page.getByRole('button', { name: 'Acting for: yourself. Change' }), `${width} px, ${text}`)
        .toBeVisible()
      expect.soft(await page.evaluate<string[]>(misplaced), `${width} px, ${text}`).toEqual([])
    }
  },
)

/** Buttons and links of the header that lie over another or outside of the screen; the name of who one acts for, where a part shows. */
const misplaced = `(() => {
  const boxes = [...document.querySelectorAll('header :is(a, button)')]
    .map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect()])
    .filter(([, { width }]) => width > 0)
    .toSorted(([, a], [, b]) => a.left - b.left)
  const chip = document.querySelector('header [data-acting]')
  const inside = chip.getBoundingClientRect()
  const name = chip.querySelector(':scope > span[aria-hidden]').getBoundingClientRect()
  const gone = name.top >= inside.bottom - 1 || name.width === 0
  const whole = name.left >= inside.left && name.right <= inside.right && name.bottom <= inside.bottom
  return [
    ...boxes.filter(([, { left, right }], at) =>
      left < 0 || right > innerWidth + 1 || (at > 0 && left < boxes[at - 1][1].right - 1)).map(([label]) => label),
    ...(gone || whole ? [] : ['the name is cut']),
  ]
})()`
