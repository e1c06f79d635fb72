import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase, addNotifications } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newcomer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'

const button = (page: Page) => page.getByRole('button', { name: /^Show notes, alerts and chat/ })
const panel = (page: Page) => page.getByLabel('Notes, alerts and chat', { exact: true })
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name: new RegExp(`^${name}`) })
const note = (page: Page, text: string) =>
  panel(page).getByRole('list', { name: 'Your notes' }).getByRole('listitem').filter({ hasText: text })
const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })

/** Asks ROKLUB a question dated yesterday. @returns the thread's id */
async function asked(portal: Portal, email: string, subject: string): Promise<string> {
  const [thread] = await inDatabase<{ id: string }>(
    portal,
    `with thread as (
       insert into threads (id, org_id, member_id, subject, preview, created_at, last_at)
       select portal_new_id(), org.id, member.id, $2, 'Is there one?', portal_now() - interval '1 day', portal_now() - interval '1 day'
       from organisations org, members member where org.key = 'ROKLUB' and member.email = $1 returning *
     ), message as (
       insert into thread_messages (id, thread_id, sender, member_id, author, text, token_hash, created_at)
       select portal_new_id(), id, 'asker', member_id, 'Nora Klok', 'Is there one?', gen_random_uuid()::text, created_at from thread
     ) select id from thread`,
    [email, subject],
  )
  return thread!.id
}

/** The club answers, and its asker is notified. */
async function answer(portal: Portal, email: string, threadId: string, text: string): Promise<void> {
  await inDatabase(
    portal,
    `with message as (
       insert into thread_messages (id, thread_id, sender, author, text, token_hash)
       values (portal_new_id(), $1, 'club', 'Rikke', $2, gen_random_uuid()::text) returning *
     ) update threads set state = 'answered', preview = $2, answered_by = 'Rikke', last_at = message.created_at
       from message where threads.id = message.thread_id`,
    [threadId, text],
  )
  const data = { org: 'ROKLUB', threadId }
  await addNotifications(portal, email, [
    { type: 'CONTACT_US_REPLY', title: 'The club has answered', message: text, data },
  ])
}

test(
  'The panel keeps notes, alerts and threads beside every page, by keyboard alone and on a phone',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const { keyboard } = page
    const email = await newcomer(page, 'Nora')
    await page.goto(paths.memberships())
    await settled(page)

    await test.step('it opens with chat beside the page, which it does not cover, and is walked by arrows', async () => {
      await button(page).focus()
      await keyboard.press('Enter')
      await expect(tab(page, 'Chat')).toBeFocused()
      await expect(panel(page).getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
      await settled(page)
      const covered = `document.querySelector('#main h1').closest('div').getBoundingClientRect().right -
      document.querySelector('aside').getBoundingClientRect().left`
      expect(await page.evaluate<number>(covered)).toBeLessThanOrEqual(0)
      await keyboard.press('ArrowLeft')
      await expect(tab(page, 'Alerts')).toBeFocused()
      await expect(panel(page).getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
      await keyboard.press('ArrowRight')
      await keyboard.press('ArrowRight')
      await expect(tab(page, 'Notes')).toBeFocused()
      await expect(tab(page, 'Notes')).toHaveAttribute('aria-selected', 'true')
    })

    const field = panel(page).getByLabel('New note')
    await test.step('a note is written, ticked off, changed, deleted and brought back', async () => {
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await expect(field).toBeFocused()
      await keyboard.type('Buy an oar <b>for two</b>')
      await keyboard.press('Control+Enter')
      await expect(note(page, 'Buy an oar <b>for two</b>')).toBeVisible()
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
      // The answer is slow and then lost: typed text is kept, and the note is stored once.
      const answered = Promise.withResolvers<void>()
      await page.route(
        '**/member/note/item',
        async (route) => {
          await answered.promise
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await keyboard.type('Call the club')
      await keyboard.press('Control+Enter')
      await keyboard.type(' again')
      await expect(field).toHaveValue('Call the club')
      answered.resolve()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await keyboard.press('Control+Enter')
      await expect(note(page, 'Call the club')).toBeVisible()
      await expect(field).toHaveValue('')
      const kept = `select text from notes join members on members.id = member_id where email = $1 and text like 'Call%'`
      expect(await inDatabase(portal, kept, [email])).toEqual([{ text: 'Call the club' }])

      const box = panel(page).getByRole('checkbox', { name: 'Done: Call the club' })
      await box.focus()
      await keyboard.press('Space')
      await expect(box).toBeChecked()
      await expect(box).toBeFocused()
      await expect(panel(page).getByRole('listitem').last()).toContainText('Call the club')

      await panel(page).getByRole('button', { name: 'Edit: Call the club' }).press('Enter')
      await expect(panel(page).getByLabel('Text of the note')).toBeFocused()
      await keyboard.press('Escape')
      await expect(panel(page).getByRole('button', { name: 'Edit: Call the club' })).toBeFocused()

      await panel(page).getByRole('button', { name: 'Delete: Call the club' }).press('Enter')
      await expect(note(page, 'Call the club')).toHaveCount(0)
      await expect(note(page, 'Buy an oar').getByRole('button').first()).toBeFocused()
      await toast(page, 'Deleted: Call the club').getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(note(page, 'Call the club')).toBeVisible()
    })

    await test.step('changes of another tab are seen before they are written over', async () => {
      await panel(page).getByRole('button', { name: 'Edit: Buy an oar' }).press('Enter')
      const text = panel(page).getByLabel('Text of the note')
      await text.fill('Buy three oars')
      await keyboard.press('Escape')
      await expect(panel(page).getByRole('button', { name: 'Edit: Buy an oar' })).toBeFocused()
      await keyboard.press('Enter')
      await expect(text).toHaveValue('Buy three oars')
      await inDatabase(
        portal,
        `update notes set text = 'Borrow an oar', version = version + 1 where text like 'Buy an oar%'
       and member_id = (select id from members where email = $1)`,
        [email],
      )
      await page.reload()
      await button(page).press('Enter')
      await expect(tab(page, 'Notes')).toBeFocused()
      await expect(text).toHaveValue('Buy three oars')
      await text.press('Control+Enter')
      await expect(panel(page).getByText('It now says:')).toBeVisible()
      await expect(note(page, 'Borrow an oar').getByLabel('Text of the note')).toHaveValue('Buy three oars')
      await keyboard.press('Control+Enter')
      await expect(note(page, 'Buy three oars').getByRole('button', { name: 'Edit: Buy three oars' })).toBeFocused()
      await expectNoViolationsInBothThemes(page, 'notes beside a page')
      await lookAt(page, 'side-panel-notes')
    })

    const threadId = await asked(portal, email, 'A double scull')
    await test.step('closed, it gives the focus back; what was typed and the last tab stay over a reload', async () => {
      await field.fill('Half a thought')
      await keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
      await page.reload()
      await button(page).press('Enter')
      await expect(tab(page, 'Notes')).toBeFocused()
      await expect(field).toHaveValue('Half a thought')
      await field.fill('')
    })

    await test.step('an answer appears in the open thread, without a toast, and is marked as read', async () => {
      await tab(page, 'Notes').press('End')
      await keyboard.press('Enter')
      await panel(page)
        .getByRole('button', { name: /A double scull/ })
        .press('Enter')
      await expect(panel(page).getByRole('heading', { name: 'A double scull' })).toBeFocused()
      await expect(panel(page).getByRole('log')).toContainText('Is there one?')
      await answer(portal, email, threadId, 'Yes: <i>number 4</i>.')
      await expect(panel(page).getByRole('log')).toContainText('Yes: <i>number 4</i>.')
      await addNotifications(portal, email, [{ type: 'ORDER_READY', title: 'An order is ready', message: 'Pay it.' }])
      await expect(toast(page, 'An order is ready')).toBeVisible()
      await expect(toast(page, 'The club has answered')).toHaveCount(0)
      await toast(page, 'An order is ready').getByRole('button', { name: 'Close' }).press('Enter')
      await expect(button(page)).toHaveAccessibleName('Show notes, alerts and chat')
      await expectNoViolationsInBothThemes(page, 'a thread beside a page')
      await lookAt(page, 'side-panel-chat')
      await panel(page).getByRole('button', { name: 'All conversations' }).press('Enter')
      await expect(panel(page).getByRole('button', { name: /A double scull/ })).toBeFocused()
    })

    await test.step('on a phone it lies over the page, which waits', async () => {
      await keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      await answer(portal, email, threadId, 'And bring a life jacket.')
      await expect(button(page)).toHaveAccessibleName('Show notes, alerts and chat: 1 unread message')
      await button(page).press('Enter')
      await expect(panel(page)).toHaveAttribute('aria-modal', 'true')
      await expect(page.locator('#root')).toHaveAttribute('inert', '')
      await expect(tab(page, 'Chat')).toHaveAccessibleName('Chat 1 unread')
      await expect(panel(page).getByRole('button', { name: /Unread: 1: A double scull/ })).toBeVisible()
      await tab(page, 'Chat').press('ArrowLeft')
      await expect(
        panel(page)
          .getByRole('link', { name: /The club has answered/ })
          .first(),
      ).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'alerts over a page')
      await lookAt(page, 'side-panel-alerts')
      await panel(page).getByRole('link', { name: 'The club has answered unread' }).first().press('Enter')
      await expect(page).toHaveURL(paths.contactUs({ thread: threadId }))
      await expect(panel(page)).toHaveCount(0)
      await expect(page.getByRole('log')).toContainText('And bring a life jacket.')
    })
  },
)

test('Escape closes the panel at every width, wherever the focus is', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.memberships())
  await settled(page)
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await button(page).click()
    await expect(tab(page, 'Chat')).toBeFocused()
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Escape')
    await expect(panel(page), `${width} px`).toHaveCount(0)
  }
})
