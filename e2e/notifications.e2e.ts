import type { Locator, Page, Request } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { addNotifications } from './support/in-database.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { newBuyer, newcomer } from './support/newcomer.ts'
import { delayGateway } from './support/simulated.ts'

const bell = (page: Page) => page.getByRole('button', { name: /unread notifications?$/ })
const dropdown = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const item = (within: Locator, title: string) => within.getByRole('listitem').filter({ hasText: title })
const toast = (page: Page, text: string | RegExp) =>
  page.locator('.mantine-Notification-root').filter({ hasText: text })
const isStream = (request: Request) => request.url().endsWith('/notification/stream')

/** Opens a page and waits until its stream is open. */
async function listening(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => isStream(response.request()))
  await page.goto(path)
  await opened
  await settled(page)
}

/** Changes the visibility of a tab, as a browser does; Playwright's pages all count as seen. */
const show = (page: Page, visible: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${!visible}, configurable: true })
    Object.defineProperty(document, 'visibilityState', { value: '${visible ? 'visible' : 'hidden'}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)

/** The choir is in test mode, and says so. */
const received = 'TEST – Payment received'

test(
  'A payment in one browser rings the bell in another, where it is read, deleted and brought back',
  { tag: '@nightly' },
  async ({ browser, context, page: buyer, portal }) => {
    await newBuyer(buyer, portal, 'Klara')
    const elsewhere = await browser.newContext({
      baseURL: portal.url,
      locale: 'en-GB',
      storageState: await context.storageState(),
    })
    const page = await elsewhere.newPage()
    await ignoreMembershipPrompt(page)
    await listening(page, paths.dashboard())
    await expect(page.getByRole('region', { name: 'Become a member' })).toBeVisible()
    await expect(bell(page)).toHaveCount(0)
    const place = await page.getByRole('link', { name: 'My Tickets' }).first().boundingBox()

    await chooseMembership(buyer, { name: 'Sanger', club: 'Kammerkoret Havnelys' })
    // The buyer's page opens its stream before the payment.
    await delayGateway(buyer.request, 'capture', 5000)
    const back = buyer.waitForResponse((response) => isStream(response.request()))
    await payWithCard(buyer, '0000')
    await back
    await expect(paymentSuccessful(buyer)).toBeVisible()

    await test.step('the other browser rings, says so, and shows what changed, without being loaded again', async () => {
      await expect(bell(page)).toHaveAccessibleName('1 unread notification')
      await expect(toast(page, received)).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: '1 unread notification' })).toHaveCount(1)
      await expect(page.getByText('1 active membership')).toBeVisible()
      // Nothing to the right of the bell has moved.
      expect(await page.getByRole('link', { name: 'My Tickets' }).first().boundingBox()).toEqual(place)
      // The page that shows the payment needs no toast about it.
      await expect(bell(buyer)).toBeVisible()
      await expect(toast(buyer, received)).toHaveCount(0)
    })

    await test.step('deleted in one it is gone in both, and comes back', async () => {
      await bell(page).focus()
      await page.keyboard.press('Enter')
      await expect(item(dropdown(page), received)).toBeVisible()
      // The toast has announced it; the list shows it now.
      await expect(toast(page, received)).toHaveCount(0)
      await dropdown(page)
        .getByRole('button', { name: `Delete: ${received}` })
        .press('Enter')
      await expect(dropdown(page).getByText("You've read everything.")).toBeVisible()
      await expect(dropdown(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
      await expect(bell(buyer)).toHaveCount(0)
      await toast(page, `Deleted: ${received}`).getByRole('button', { name: 'Undo' }).click()
      await expect(bell(buyer)).toBeVisible()
      // A restored notification causes no toast.
      await expect(toast(buyer, received)).toHaveCount(0)
    })

    await test.step('read, it stays until the reader leaves; the focus finds its way', async () => {
      await bell(page).focus()
      await page.keyboard.press('Enter')
      await dropdown(page)
        .getByRole('button', { name: `Mark as read: ${received}` })
        .press('Enter')
      await expect(bell(buyer)).toHaveCount(0)
      await expect(item(dropdown(page), received)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dropdown(page)).toBeHidden()
      const empty = page.getByRole('button', { name: 'Notifications', exact: true })
      await expect(empty).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(empty).toHaveCount(0)
    })

    await test.step('the page of all shows it as read, and leads to what it is about', async () => {
      await page.getByRole('button', { name: / your menu$/ }).click()
      await page.getByRole('menuitem', { name: 'Notifications' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0)
      await page.getByRole('link', { name: received }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
    })
    await elsewhere.close()
  },
)

test(
  'The page of all notifications pages, filters, reads and deletes',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const email = await newcomer(page, 'Pia')
    await page.goto(paths.notifications())
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
    const hour = 60
    await addNotifications(
      portal,
      email,
      Array.from({ length: 45 }, (_, number) => ({
        type: 'CONTACT_US_REPLY',
        title: `Reply ${number}`,
        message: `<b>Text</b> ${number}`,
        read: number >= 3,
        ago: number * 5 * hour,
      })),
    )

    await test.step('a new notification is listed at once, as text, by day, without a toast', async () => {
      await expect(page.getByRole('link', { name: 'Reply 0 unread' })).toBeVisible()
      await expect(page.getByText('<b>Text</b> 0')).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: 'Yesterday' })).toBeVisible()
      await expect(toast(page, 'new notifications')).toHaveCount(0)
      await expect(bell(page)).toHaveAccessibleName('3 unread notifications')
    })

    await test.step('more come on demand, and reading continues with the first of them', async () => {
      const items = page.getByRole('main').locator('li')
      await expect(items).toHaveCount(20)
      await page.getByRole('button', { name: 'Show more' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Reply 20' })).toBeFocused()
      await page.getByRole('button', { name: 'Show more' }).press('Enter')
      await expect(items).toHaveCount(45)
      await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Reply 40' })).toBeFocused()
    })

    await test.step('only the unread ones; one that is read stays in sight', async () => {
      await page.getByRole('radio', { name: 'Unread' }).check()
      await expect(page).toHaveURL(paths.notifications({ filter: 'unread' }))
      await expect(page.getByRole('main').locator('li')).toHaveCount(3)
      await page.getByRole('button', { name: 'Mark as read: Reply 1' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Reply 1', exact: true })).toBeFocused()
      await expect(bell(page)).toHaveAccessibleName('2 unread notifications')
      await expect(page.getByRole('main').locator('li')).toHaveCount(3)
    })

    await test.step('deleted and brought back', async () => {
      await page.getByRole('radio', { name: 'All' }).check()
      await page.getByRole('button', { name: 'Delete: Reply 0' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Reply 1', exact: true })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Reply 0 unread' })).toHaveCount(0)
      await toast(page, 'Deleted: Reply 0').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('link', { name: 'Reply 0 unread' })).toBeVisible()
    })

    await test.step('all read: the bell is gone', async () => {
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await expect(bell(page)).toHaveCount(0)
      await page.getByRole('radio', { name: 'Unread' }).check()
      await expect(page).toHaveURL(paths.notifications({ filter: 'unread' }))
      await page.reload()
      await expect(page.getByRole('heading', { name: "You've read everything" })).toBeVisible()
      await page.getByRole('link', { name: 'Show all notifications' }).click()
      await expect(page.getByRole('link', { name: 'Reply 0' })).toBeVisible()
    })
  },
)

test(
  'A hidden tab closes its stream, and shows what it missed when it returns',
  { tag: '@nightly' },
  async ({ context, page, portal }) => {
    const email = await newcomer(page, 'Tobias')
    await listening(page, paths.tickets())
    const other = await context.newPage()
    const streamClosed = page.waitForEvent('requestfailed', isStream)
    await show(page, false)
    await streamClosed
    await listening(other, paths.tickets())
    await addNotifications(portal, email, [{ type: 'EVENT_REGISTRATION', title: 'You are in', message: '' }])
    await expect(bell(other)).toHaveAccessibleName('1 unread notification')
    await expect(bell(page)).toHaveCount(0)

    await show(page, true)
    await expect(bell(page)).toHaveAccessibleName('1 unread notification')
    await expect(toast(page, 'You are in')).toBeVisible()
  },
)

test('Where streams are refused, the bell polls', { tag: '@nightly' }, async ({ page, portal }) => {
  await page.route('**/notification/stream', (route) => route.fulfill({ status: 503, body: '' }))
  const email = await newcomer(page, 'Rasmus')
  await addNotifications(portal, email, [{ type: 'CONTACT_US_REPLY', title: 'Hello', message: '' }])
  await page.goto(paths.dashboard())
  await expect(bell(page)).toHaveAccessibleName('1 unread notification')
})

test(
  'A portal without notifications has no bell, no stream, no notices and no page for them',
  { tag: '@nightly' },
  async ({ page, portal, signedInAs }) => {
    // Dan has no address, which would show a notice.
    await signedInAs('dan@example.com')
    await addNotifications(portal, 'dan@example.com', [
      { type: 'CONTACT_US_REPLY', title: 'Hello', message: '', read: false },
    ])
    await page.route(
      (url) => url.pathname === paths.dashboard() || url.pathname === paths.notifications(),
      async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace('"notificationsEnabled":true', '"notificationsEnabled":false')
        await route.fulfill({ response, body: html })
      },
    )
    const streams: Request[] = []
    page.on('request', (request) => {
      if (isStream(request)) streams.push(request)
    })
    await page.goto(paths.dashboard())
    await settled(page)
    await expect(page.getByRole('region', { name: 'Notices' })).toHaveCount(0)
    await expect(bell(page)).toHaveCount(0)
    await page.getByRole('button', { name: / your menu$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'My profile' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Notifications' })).toHaveCount(0)
    await page.goto(paths.notifications())
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    expect(streams).toEqual([])
  },
)
