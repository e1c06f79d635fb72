import type { Page } from '@playwright/test'
import path from 'node:path'
import { paths } from '#web/paths.ts'
import { expectNoViolations } from '../support/axe.ts'
import { settled } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase, addNotifications, writeReminder, type SampleNotification } from '../support/in-database.ts'
import { linkEndingReminders } from '../support/simulated.ts'
import { looks } from '../support/looks.ts'

/** The bell, its page and message preferences: axe, sideways scrolling, layout shifts; pictures with SCREENSHOTS. */
const folder = process.env.SCREENSHOTS
const day = 24 * 60

const samples: readonly SampleNotification[] = [
  [
    'FAMILY_LINK_REQUEST',
    'Family link request',
    'Carla Friis would like to link your profiles, so that you can act for each other. Answer by 20 December 2026.',
  ],
  ['MEMBERSHIP_RENEW', 'Renew at Roskilde Fjord Roklub', 'The membership ends on 31 December 2026. You can renew now.'],
  [
    'ORDER_READY',
    'An order is ready for you',
    'Karen Lund has put an order of DKK 700.00 together for you. Pay it within 30 minutes.',
  ],
  ['PAYMENT_RECEIVED', 'Payment received', 'We have received your payment of DKK 1,550.00. Your receipt is ready.'],
  [
    'EVENT_REGISTRATION',
    'You are registered',
    'Beginners in a kayak, 2 May 2027 at 10:00. Two tickets are waiting for you.',
  ],
  [
    'CONTACT_US_REPLY',
    'Roskilde Fjord Roklub replied',
    'Hello,\nthere is room for a double sculler next to the club house.\n<script>alert(1)</script>',
  ],
  [
    'CONTACT_US_REPLY',
    'Tennisklubben Lunden replied',
    `Yes. See https://example.com/${'a-very-long-path-without-a-break'.repeat(4)}`,
  ],
].map(([type, title, message], index) => ({
  type: type!,
  title: title!,
  message: message!,
  ago: [0, 4, 70, 1.2 * day, 1.5 * day, 3 * day, 400 * day][index]!,
  read: index > 4,
}))

/** The layout shift of the page so far, without toasts, which lie above it. */
const shifted = (page: Page) =>
  page.evaluate<number>(
    `new Promise((resolve) => {
      let sum = 0
      const isToast = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest('[class*=mantine-Notification]')
      const add = (list) => list.forEach((entry) => {
        if (!entry.hadRecentInput && !entry.sources.every(isToast)) sum += entry.value
      })
      const observer = new PerformanceObserver((list) => add(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => requestAnimationFrame(() => { add(observer.takeRecords()); resolve(sum) }))
    })`,
  )

for (const { colorScheme, width } of looks(390, 1440)) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } })
    const look = async (page: Page, name: string, fullPage = true) => {
      const picture = folder && path.join(folder, `${name}-${colorScheme}-${width}.png`)
      if (picture) await page.screenshot({ path: picture, fullPage, animations: 'disabled' })
      await expectNoViolations(page, name)
    }

    test('the bell and its page', async ({ signedInAs, portal }) => {
      const page = await signedInAs('carla@example.com')
      await inDatabase(portal, 'delete from notifications')
      await page.goto(paths.dashboard())
      await settled(page)
      const before = await shifted(page)
      await addNotifications(portal, 'carla@example.com', samples.slice(1))
      const bell = page.getByRole('button', { name: /unread notification/ })
      await bell.waitFor()
      await addNotifications(portal, 'carla@example.com', samples.slice(0, 1))
      await expect(page.locator('.mantine-Notification-root').filter({ hasText: samples[0]!.title })).toBeVisible()
      await look(page, 'bell-rings', false)
      expect.soft(await shifted(page), 'nothing moves when the bell comes').toBe(before)
      await bell.click()
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
      await look(page, 'bell-open', false)

      await page.goto(paths.notifications())
      await settled(page)
      await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
      await look(page, 'notifications')
      expect.soft(await shifted(page), 'nothing moves on the page of all').toBe(0)
      await page.setViewportSize({ width: 320, height: 640 })
      const wide = () => page.evaluate<number>('document.documentElement.scrollWidth')
      expect.soft(await wide()).toBe(320)
      await bell.click()
      await look(page, 'bell-open-narrow', false)
      expect.soft(await wide()).toBe(320)
    })

    test('message preferences and unsubscribing', async ({ browser, signedInAs, portal, request }) => {
      await writeReminder(portal, 'bo@example.com', 'waiting')
      const link = () => linkEndingReminders(request, 'bo@example.com')
      await expect.poll(link).toBeTruthy()
      const visitor = await browser.newContext({ colorScheme, viewport: { width, height: 844 }, locale: 'en-GB' })
      const signedOut = await visitor.newPage()
      await signedOut.goto((await link())!)
      await settled(signedOut)
      await look(signedOut, 'unsubscribe')
      await signedOut.getByRole('button', { name: 'Stop these e-mails' }).click()
      await signedOut.getByRole('button', { name: 'Undo, send them again' }).waitFor()
      await look(signedOut, 'unsubscribed')
      await signedOut.getByRole('button', { name: 'Undo, send them again' }).click()
      await signedOut.getByRole('heading', { name: 'You get e-mails about memberships again' }).waitFor()
      await visitor.close()

      const page = await signedInAs('bo@example.com')
      await page.goto(paths.myProfile())
      await settled(page)
      await look(page, 'preferences')
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
    })

    test('messages that were given up', async ({ signedInAs, portal }) => {
      await inDatabase(portal, `delete from messages where status = 'failed'`)
      const page = await signedInAs('super@example.com')
      await page.goto(paths.failedMessages())
      await settled(page)
      await look(page, 'given-up-none')
      for (let times = 0; times < 3; times++) await writeReminder(portal, 'bo@example.com', 'failed')
      await page.reload()
      await settled(page)
      await page
        .getByRole('button', { name: /^Send again/ })
        .nth(1)
        .click()
      await expect(page.getByText('Being sent again', { exact: true })).toBeVisible()
      await look(page, 'given-up')
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
    })
  })
}
