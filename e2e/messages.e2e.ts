import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase, writeReminder } from './support/in-database.ts'
import type { Portal } from './support/portal.ts'
import { register } from './support/sign-in.ts'
import { linkEndingReminders, mailsTo } from './support/simulated.ts'

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name })
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test('A member chooses which messages come by which channel', { tag: '@nightly' }, async ({ page }) => {
  await register(page, {
    firstName: 'Vera',
    lastName: 'Valg',
    email: `vera.${crypto.randomUUID().slice(0, 8)}@example.com`,
  })
  await page.goto(paths.messagePreferences())
  const section = page.getByRole('region', { name: 'Messages from the portal' })
  await expect(section).toBeInViewport()
  const payments = section.getByRole('row', { name: /^Payments/ })
  await expect(payments).toContainText('Always sent, because you need your receipts.')
  await expect(switchOf(page, 'Payments: E-mail')).toHaveCount(0)

  await expect(switchOf(page, 'Memberships: E-mail')).toBeChecked()
  await switchOf(page, 'Memberships: E-mail').focus()
  await page.keyboard.press('Space')
  await expect(switchOf(page, 'Memberships: E-mail')).not.toBeChecked()
  await expect(toast(page, 'Your choice is saved.')).toBeVisible()
  await page.reload()
  await expect(switchOf(page, 'Memberships: E-mail')).not.toBeChecked()
  await expect(switchOf(page, 'Events: E-mail')).toBeChecked()
})

test('A choice that cannot be saved is reverted, with the reason', { tag: '@nightly' }, async ({ page }) => {
  await register(page, {
    firstName: 'Uli',
    lastName: 'Valg',
    email: `uli.${crypto.randomUUID().slice(0, 8)}@example.com`,
  })
  await page.goto(paths.myProfile())
  await page.route('**/member/message/preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await switchOf(page, 'Family: E-mail').press('Space')
  await expect(page.getByRole('alert').filter({ hasText: "We can't connect." })).toBeVisible()
  await expect(switchOf(page, 'Family: E-mail')).toBeChecked()
})

test(
  'The unsubscribe link in a mail stops mails of its kind without a sign-in, and resumes them',
  { tag: '@nightly' },
  async ({ page, portal, request }) => {
    await writeReminder(portal, 'bo@example.com', 'waiting')
    const reminded = () => linkEndingReminders(request, 'bo@example.com')
    await expect.poll(reminded).toBeTruthy()
    const link = await reminded()

    await page.goto(link!)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect(heading('Stop e-mails about memberships?')).toBeVisible()
    // Opening it changed nothing, because mail scanners open links, too.
    await page.reload()
    await expect(heading('Stop e-mails about memberships?')).toBeVisible()
    await page.getByRole('button', { name: 'Stop these e-mails' }).press('Enter')
    await expect(heading("You won't get any more e-mails about memberships")).toBeFocused()
    await page.reload()
    await expect(heading("You won't get any more e-mails about memberships")).toBeVisible()
    await page.getByRole('button', { name: 'Undo, send them again' }).press('Enter')
    await expect(heading('You get e-mails about memberships again')).toBeFocused()

    await page.goto(`${link!.slice(0, -6)}broken`)
    await expect(heading("This link doesn't work")).toBeVisible()
    await page.getByRole('link', { name: 'Choose your messages' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  },
)

test(
  'A super admin sees messages that were given up and resends them',
  { tag: '@nightly' },
  async ({ signedInAs, portal, request }) => {
    await failMessages(portal, 22)
    const id = await writeReminder(portal, 'bo@example.com', 'failed')
    const page = await signedInAs('super@example.com')
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: / your menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Operator' }).click()
    await page.getByRole('link', { name: 'Undelivered messages' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Undelivered messages' })).toBeVisible()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(20)
    const reminder = rows.first()
    await expect(reminder).toContainText('Bo Holm')
    await expect(reminder).toContainText('Reminder to renew')
    await expect(reminder).toContainText('550 no such mailbox')

    const before = (await mailsTo(request, 'bo@example.com')).length
    await page.getByRole('button', { name: 'Send again to Bo Holm: Reminder to renew' }).press('Enter')
    await expect(reminder).toContainText('Being sent again')
    await expect(toast(page, 'The message to Bo Holm is being sent again.')).toBeVisible()
    await expect.poll(async () => (await mailsTo(request, 'bo@example.com')).length).toBe(before + 1)
    expect(await inDatabase(portal, 'select status from messages where id = $1', [id])).toEqual([{ status: 'sent' }])

    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(rows).toHaveCount(23)
    await expect(rows.nth(20)).toBeFocused()
    await inDatabase(portal, `delete from messages where status = 'failed'`)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'All messages get through' })).toBeVisible()
  },
)

test('Nobody else sees messages that were given up', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('admin@roklub.example')
  await page.goto(paths.failedMessages())
  await expect(page.getByText("You're not allowed to do this.")).toBeVisible()
  await settled(page)
  await page.getByRole('button', { name: / your menu$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Operator' })).toHaveCount(0)
})

const failMessages = (portal: Portal, count: number) =>
  inDatabase(
    portal,
    `insert into messages (id, channel, once_key, template, member_id, data, status, attempts, error)
     select portal_new_id(), 'mail', 'story:' || gen_random_uuid(), 'order-paid', members.id, '{}', 'failed', 20,
       'The mail server does not answer'
     from members, generate_series(1, $1) where email = 'anna@example.com'`,
    [count],
  )
