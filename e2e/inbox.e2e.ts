import type { Locator, Page } from '@playwright/test'
import { pixel } from '#server/testing/files/pixel.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase, minuteOver, addNotifications } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import type { Portal } from './support/portal.ts'
import { signInFresh } from './support/sign-in.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('link')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const log = (page: Page) => page.getByRole('log')
const answer = (page: Page) => page.getByRole('textbox', { name: 'Reply to Bo Holm' })
const unsent = (page: Page) => page.getByRole('region', { name: 'Reply not sent yet' })
const notes = (page: Page) => page.getByRole('region', { name: 'Internal notes' })
const templates = (page: Page) => page.getByRole('dialog', { name: 'Templates' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Presses Tab until something has the focus, up to a number of stops. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab')
    if (await target.and(page.locator(':focus')).isVisible()) return
  }
  await expect(target).toBeFocused()
}

test(
  'An office finds a question, answers it from a template, closes it and opens it again, by keyboard alone',
  { tag: '@nightly' },
  async ({ portal, signedInAs }) => {
    const word = crypto.randomUUID().slice(0, 8)
    const subject = `Long oars ${word}`
    await ask(portal, subject, 'May we borrow the long oars on Sunday?\n<script>alert(1)</script>')
    await givePicture(portal, 'bo@example.com')
    const page = await signedInAs('admin@roklub.example')
    await page.goto(paths.office('ROKLUB'))
    await page.getByRole('link', { name: /^Inbox\s*\d+ waiting for an answer$/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeFocused()

    await test.step('keys go through the list, and words find one', async () => {
      await rows(page).first().focus()
      await page.keyboard.press('j')
      await expect(rows(page).nth(1)).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(rows(page).first()).toBeFocused()
      await page.getByRole('searchbox', { name: 'Search' }).focus()
      await page.keyboard.type(`oars ${word.toUpperCase()}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('Unread')
      await tabTo(page, rows(page))
      await page.keyboard.press('Enter')
      await expect(heading(page, subject)).toBeFocused()
      await expect(log(page)).toContainText('<script>alert(1)</script>')
      await expect(rows(page)).not.toContainText('Unread')
      await page.keyboard.press('Escape')
      await expect(rows(page)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(heading(page, subject)).toBeFocused()
    })

    await test.step("the asker and the office's notes are beside it", async () => {
      const card = page.getByRole('region', { name: 'Sender' })
      await expect(card.getByRole('link', { name: 'bo@example.com' })).toHaveAttribute('href', 'mailto:bo@example.com')
      await expect(card.locator('img')).toBeVisible()
      await expect(card.getByRole('region', { name: 'Family in the club' })).toContainText('Anna Holm')
      await notes(page).getByRole('textbox', { name: 'New note' }).focus()
      await page.keyboard.type('The oars are promised to the juniors.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(notes(page).getByRole('listitem')).toContainText('The oars are promised to the juniors.')
      await expect(rows(page)).toContainText('1 note')
      await notes(page).getByRole('button', { name: 'Delete the note: The oars' }).press('Enter')
      await expect(notes(page).getByRole('listitem')).toHaveCount(0)
      await toast(page, 'The note is deleted.').getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(notes(page).getByRole('listitem')).toContainText('promised to the juniors')
    })

    await test.step('a template is filled in for the asker', async () => {
      await page.getByRole('button', { name: 'Templates' }).press('Enter')
      await templates(page).getByRole('button', { name: 'New template' }).press('Enter')
      const form = page.getByRole('dialog', { name: 'New template' })
      await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
      await page.keyboard.type('Svømmeprøve')
      await form.getByRole('textbox', { name: 'Reply' }).focus()
      await page.keyboard.type('Dear {name}, yes. Yours, {club}')
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Templates' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(form.getByRole('textbox', { name: 'Reply' })).toHaveValue('Dear {name}, yes. Yours, {club}')
      await form.getByRole('button', { name: 'Save template' }).press('Enter')
      await expect(form.getByText("There's already a template with this title.")).toBeVisible()
      await form.getByRole('textbox', { name: 'Title' }).fill(`Yes ${word}`)
      await page.keyboard.press('Enter')
      await expect(templates(page).getByRole('button', { name: 'New template' })).toBeFocused()
      await templates(page)
        .getByRole('button', { name: `Delete the template Yes ${word}` })
        .press('Enter')
      await expect(templates(page).getByRole('button', { name: 'New template' })).toBeFocused()
      await toast(page, `The template Yes ${word} is deleted.`).getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(templates(page).getByRole('button', { name: `Delete the template Yes ${word}` })).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'templates')
      await lookAt(page, 'inbox-templates')
      await templates(page)
        .getByRole('button', { name: `Insert the template Yes ${word}` })
        .press('Enter')
      await expect(answer(page)).toHaveValue('Dear Bo, yes. Yours, Roskilde Fjord Roklub')
      await expect(answer(page)).toBeFocused()
    })

    await test.step('typed text survives a reload, and Ctrl+Enter sends it', async () => {
      await page.keyboard.type('!')
      await page.reload()
      await expect(answer(page)).toHaveValue('Dear Bo, yes. Yours, Roskilde Fjord Roklub!')
      await settled(page)
      await expectNoViolationsInBothThemes(page, 'inbox')
      await lookAt(page, 'inbox-thread')
      await answer(page).press('Control+Enter')
      await expect(unsent(page)).toContainText('Dear Bo, yes. Yours, Roskilde Fjord Roklub!')
      await expect(answer(page)).toHaveValue('')
    })

    await test.step('stopped within the minute, the text returns; sent again, it goes out with nobody looking', async () => {
      await expect(unsent(page).getByRole('timer')).toHaveText(/^Goes out in \d+ seconds?$/)
      await settled(page)
      await expectNoViolationsInBothThemes(page, 'inbox-unsent')
      await lookAt(page, 'inbox-unsent')
      await unsent(page).getByRole('button', { name: 'Stop the reply' }).press('Enter')
      await expect(answer(page)).toHaveValue('Dear Bo, yes. Yours, Roskilde Fjord Roklub!')
      await expect(unsent(page)).toHaveCount(0)
      await expect(log(page)).not.toContainText('Dear Bo')
      await answer(page).press('Control+Enter')
      await expect(unsent(page)).toBeVisible()
      await page.goto(paths.office('ROKLUB'))
      await expect(page.getByText(/^The reply to Bo Holm goes out in/)).toBeVisible()
      await minuteOver(portal)
      await page.goBack()
      await expect(log(page)).toContainText('Dear Bo, yes. Yours, Roskilde Fjord Roklub!')
      await expect(log(page)).not.toContainText('promised to the juniors')
      await expect(page.getByRole('heading', { name: 'No conversations found' })).toBeVisible()
      await page.getByRole('radio', { name: /^Answered/ }).press('Space')
      await expect(rows(page)).toContainText('Last reply by Rikke')
    })

    await test.step('closed and opened again', async () => {
      await page.getByRole('button', { name: 'Close conversation' }).press('Enter')
      await expect(heading(page, subject)).toBeFocused()
      await expect(page.getByRole('banner').or(page.locator('header')).filter({ hasText: subject })).toContainText(
        'Closed',
      )
      await page.getByRole('button', { name: 'Open again' }).press('Enter')
      await expect(toast(page, 'The conversation is waiting for an answer again.')).toBeVisible()
      await page.getByRole('radio', { name: /^Waiting/ }).press('Space')
      await expect(rows(page)).toContainText(subject)
    })

    await test.step('a phone shows the list or the thread, and continues where one was', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await expect(rows(page)).toBeHidden()
      const room = (side: 'clientHeight' | 'scrollHeight') =>
        page.evaluate<number>(`document.querySelector('[role=log]').${side}`)
      expect(await room('clientHeight'), 'the messages have room on the smallest phone').toBeGreaterThan(220)
      await page.emulateMedia({ media: 'print' })
      await expect(answer(page)).toBeHidden()
      expect(await room('scrollHeight'), 'paper has all of them').toBe(await room('clientHeight'))
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('radio', { name: 'Notes (1)' }).check()
      await expect(notes(page)).toBeVisible()
      await expect(log(page)).toBeHidden()
      await lookAt(page, 'inbox-notes')
      await page.getByRole('button', { name: 'Back to the inbox' }).click()
      await expect(rows(page)).toBeFocused()
      await expect(heading(page, subject)).toBeHidden()
      await lookAt(page, 'inbox-list')
    })
  },
)

test(
  'When two admins answer at once, the second one sees the first answer and keeps what they typed',
  { tag: '@nightly' },
  async ({ browser, portal, signedInAs }) => {
    const subject = `Keys ${crypto.randomUUID().slice(0, 8)}`
    const thread = await ask(portal, subject, 'Where are the keys?')
    const page = await signedInAs('admin@roklub.example')
    const elsewhere = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const colleague = await elsewhere.newPage()
    await ignoreMembershipPrompt(colleague)
    await signInFresh(colleague, 'all-clubs@example.com')
    await colleague.goto(paths.inbox('ROKLUB'))
    await page.goto(paths.inbox('ROKLUB', { thread }))
    await answer(page).fill('They hang in the boat house.')
    // The page polls every half a minute; the refusal tells it sooner.
    const refused = page.waitForResponse((response) => response.status() === 409)
    await page.route(/\/thread\/[\w-]+\/item/, async (route) => {
      await refused
      await route.continue()
    })

    await rows(colleague).filter({ hasText: subject }).click()
    await answer(colleague).fill('Ask Poul for them.')
    await colleague.getByRole('button', { name: 'Send and close' }).click()
    await expect(unsent(colleague)).toContainText('Ask Poul for them.')
    await minuteOver(portal)
    await expect(log(colleague)).toContainText('Ask Poul for them.')

    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(page.getByText("There's a newer message in this conversation.")).toBeVisible()
    await expect(log(page)).toContainText('Ask Poul for them.')
    await expect(log(page)).not.toContainText('boat house')
    await expect(answer(page)).toHaveValue('They hang in the boat house.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(unsent(page)).toContainText('They hang in the boat house.')
    await minuteOver(portal)
    await expect(log(page)).toContainText('They hang in the boat house.')
    await expect(answer(page)).toHaveValue('')
    expect(
      await inDatabase(portal, 'select count(*)::int from thread_messages where thread_id = $1', [thread]),
    ).toEqual([{ count: 3 }])
    await elsewhere.close()

    await test.step('news of the thread that is open need no toast', async () => {
      const email = 'admin@roklub.example'
      const [news, other] = [`Bo asks: ${subject}`, `Other than ${subject}`]
      await addNotifications(portal, email, [
        { type: 'CONTACT_US', title: news, message: 'And now?', data: { org: 'ROKLUB', threadId: thread } },
      ])
      await addNotifications(portal, email, [{ type: 'ORDER_READY', title: other, message: 'Ready.' }])
      await expect(page.locator('.mantine-Notification-root').filter({ hasText: other })).toBeVisible()
      await expect(page.locator('.mantine-Notification-root').filter({ hasText: news })).toHaveCount(0)
      await inDatabase(portal, 'delete from notifications where title in ($1, $2)', [news, other])
    })
  },
)

test('Somebody who administers no club has no inbox', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.inbox('ROKLUB'))
  await expect(page.getByText("You're not allowed to do this.")).toBeVisible()
  await expect(page.getByRole('link', { name: /^Inbox/ })).toHaveCount(0)
})

/** The smallest picture. */
const givePicture = (portal: Portal, email: string) =>
  inDatabase(
    portal,
    `with member as (update members set profile_image = '/pixel?v=1' where email = $1 returning id)
     insert into member_images (member_id, content_type, bytes) select id, 'image/webp', decode($2, 'base64') from member
     on conflict (member_id) do nothing`,
    [email, Buffer.from(pixel).toString('base64')],
  )

/** Lets Bo ask the rowing club. @returns the thread's id */
async function ask(portal: Portal, subject: string, text: string): Promise<string> {
  const [thread] = await inDatabase<{ id: string }>(
    portal,
    `with thread as (
       insert into threads (id, org_id, member_id, subject, preview, search)
       select portal_new_id(), organisations.id, members.id, $1, $2, lower($1 || ' bo holm ' || $2)
       from organisations, members where organisations.key = 'ROKLUB' and members.email = 'bo@example.com'
       returning id, member_id),
     message as (
       insert into thread_messages (id, thread_id, sender, member_id, author, text, token_hash)
       select portal_new_id(), id, 'asker', member_id, 'Bo Holm', $2, $1 from thread)
     select id from thread`,
    [subject, text],
  )
  return thread!.id
}
