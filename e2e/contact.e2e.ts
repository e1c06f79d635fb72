import type { Browser, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { minuteOver } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import type { Portal } from './support/portal.ts'
import { signInFresh } from './support/sign-in.ts'
import { mailsTo } from './support/simulated.ts'

const club = 'Roskilde Fjord Roklub'
/** A picture of one pixel, and an HTML page with a picture's name. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const disguised = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

const log = (page: Page, subject: string) => page.getByRole('log', { name: `Conversation: ${subject}` })
const question = (page: Page) => page.getByRole('form', { name: 'New question to a club' })
const field = (page: Page, role: 'combobox' | 'textbox', name: string) => question(page).getByRole(role, { name })
const attach = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').first().setInputFiles(files)

/** Another person's browser. */
async function elsewhere(browser: Browser, portal: Portal, email?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  if (email) await signInFresh(page, email)
  return page
}

/** Stops polling, so that a page shows changes only when it is notified. */
const neverAsksAgain = (page: Page) =>
  page.addInitScript(() => {
    const every = globalThis.setInterval
    globalThis.setInterval = (act: () => void, time = 0) => every(act, time < 30_000 ? time : 2 ** 31 - 1)
  })

/** Delays an answer of the server until it is released. */
async function holdBack(page: Page, path: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let times = 0
  await page.route(path, async (route) => {
    times += 1
    await promise
    await route.continue()
  })
  return { times: () => times, release: resolve }
}

/** Opens a page and waits until its stream is open. */
async function listening(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith('/notification/stream'))
  await page.goto(path)
  await opened
  await settled(page)
}

test(
  'Anna asks her rowing club, which sees the question at once and answers; she replies from the panel',
  { tag: '@nightly' },
  async ({ browser, portal, signedInAs }) => {
    const subject = `A kayak for Sunday ${crypto.randomUUID().slice(0, 6)}`
    const anna = await signedInAs('anna@example.com')
    const office = await elsewhere(browser, portal, 'admin@roklub.example')
    await neverAsksAgain(office)
    await listening(office, paths.inbox('ROKLUB'))

    await test.step('she writes, and what she typed survives a reload; a page that calls itself a picture is refused', async () => {
      await anna.goto(paths.contactUs())
      // The only club that she belongs to.
      await expect(field(anna, 'combobox', 'Club').locator('option:checked')).toHaveText(club)
      await question(anna).getByRole('button', { name: 'Send question' }).click()
      await expect(field(anna, 'textbox', 'Subject')).toBeFocused()
      await field(anna, 'textbox', 'Subject').fill(subject)
      await field(anna, 'textbox', 'Message').fill('Is one free?\n<img src=x onerror=alert(1)> & *not* a picture')
      await attach(anna, { name: 'boat.png', mimeType: 'image/png', buffer: disguised })
      await expect(question(anna).getByRole('alert')).toContainText("boat.png: This type of file can't be sent")
      await attach(anna, { name: 'pier <b>.png', mimeType: 'image/png', buffer: point })
      await expect(anna.getByRole('button', { name: 'Remove pier _b_.webp' })).toBeVisible()
      await anna.reload()
      await expect(field(anna, 'textbox', 'Subject')).toHaveValue(subject)
      await expect(anna.getByRole('button', { name: 'Remove pier _b_.webp' })).toBeVisible()
      await settled(anna)
      await lookAt(anna, 'contact-us-question')
      const asking = await holdBack(anna, /\/member\/thread\/item$/)
      await question(anna).getByRole('button', { name: 'Send question' }).dblclick()
      await expect(field(anna, 'textbox', 'Message')).toHaveAttribute('readonly')
      await field(anna, 'textbox', 'Message').press('x')
      asking.release()
      await expect(anna.getByRole('heading', { level: 2, name: subject })).toBeFocused()
      expect(asking.times()).toBe(1)
      await expect(log(anna, subject)).toContainText('<img src=x onerror=alert(1)> & *not* a picture')
      await expect(log(anna, subject).getByRole('button', { name: /^pier _b_\.webp .* download$/ })).toBeVisible()
    })
    const threadId = new URL(anna.url()).searchParams.get('thread')!

    await test.step('the office sees it without loading its page again, and answers', async () => {
      await office.getByRole('link', { name: subject }).click()
      const messages = office.getByRole('log', { name: `Messages: ${subject}` })
      await expect(messages).toContainText('Is one free?')
      await expect(messages.getByRole('button', { name: /^pier _b_\.webp .* download$/ })).toBeVisible()
      // She is on another page when the answer arrives.
      await listening(anna, paths.events())
      await office.getByRole('textbox', { name: /^Reply to Anna/ }).fill('Number 4 is yours on Sunday.')
      await office.getByRole('button', { name: 'Send reply' }).click()
      await expect(office.getByRole('region', { name: 'Reply not sent yet' })).toContainText('Number 4')
      await minuteOver(portal)
      await expect(messages).toContainText('Number 4 is yours on Sunday.')
    })

    await test.step('her bell rings, and she answers from the panel beside the page', async () => {
      await anna.getByRole('button', { name: /unread notifications?$/ }).click()
      await expect(anna.getByText(`${club} has replied: ${subject}`).first()).toBeVisible()
      await anna.keyboard.press('Escape')
      await anna.getByRole('button', { name: /^Show notes, alerts and chat/ }).click()
      const panel = anna.getByLabel('Notes, alerts and chat', { exact: true })
      await panel.getByRole('button', { name: new RegExp(subject) }).click()
      await expect(panel.getByRole('log')).toContainText('Number 4 is yours on Sunday.')
      const writing = await holdBack(anna, /\/member\/thread\/[^/]+\/message$/)
      const text = panel.getByRole('textbox', { name: `Write to ${club}` })
      await text.fill('Thank you!')
      await anna.keyboard.press('Control+Enter')
      // The answer is slow, and she continues typing.
      await text.pressSequentially(' And a vest?')
      await anna.keyboard.press('Control+Enter')
      writing.release()
      await expect(panel.getByRole('log')).toContainText('Thank you!')
      await expect(text).toHaveValue('And a vest?')
      await anna.keyboard.press('Control+Enter')
      await expect(panel.getByRole('log')).toContainText('And a vest?')
      await expect(text).toHaveValue('')
      expect(writing.times()).toBe(2)
      // The office has it at once, too.
      await expect(office.getByRole('log')).toContainText('And a vest?')
    })

    await test.step('the thread has a page of its own; it was read, and mails link to it', async () => {
      await anna.goto(paths.contactUs({ thread: threadId }))
      await expect(log(anna, subject).getByRole('listitem').filter({ hasText: 'Thank you!' })).toHaveCount(1)
      await expect(anna.getByRole('link', { name: new RegExp(`^(?!.*Unread).*${subject}`) })).toBeVisible()
      await settled(anna)
      await expectNoViolationsInBothThemes(anna, 'thread')
      await lookAt(anna, 'contact-us-thread')
      const lastMail = async () =>
        (await mailsTo(anna.request, 'anna@example.com')).find((mail) => mail.subject.includes(subject))
      await expect
        .poll(lastMail)
        .toMatchObject({ text: expect.stringContaining(paths.contactUs({ thread: threadId })) })
    })

    await test.step('on a phone she comes back to its place in the list, and continues to ask', async () => {
      await anna.setViewportSize({ width: 390, height: 844 })
      await anna.getByRole('link', { name: 'All conversations' }).click()
      const row = anna.getByRole('link', { name: new RegExp(subject) })
      await expect(row).toBeFocused()
      await expect(row).toBeInViewport()
      await settled(anna)
      await lookAt(anna, 'contact-us-list')
      await row.click()
      await expect(anna.getByRole('heading', { level: 2, name: subject })).toBeFocused()
      await anna.getByRole('link', { name: 'New question' }).click()
      await expect(anna.getByRole('heading', { level: 2, name: 'New question' })).toBeFocused()
      await expect(field(anna, 'textbox', 'Message')).toHaveValue('')
    })

    await test.step("another club's admin sees nothing of it", async () => {
      const stranger = await elsewhere(browser, portal, 'admin@tennis.example')
      await stranger.goto(paths.inbox('ROKLUB', { thread: threadId }))
      await expect(stranger.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible()
      await stranger.goto(paths.contactUs({ thread: threadId }))
      await expect(stranger.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
      await stranger.getByRole('link', { name: 'All conversations' }).click()
      await expect(stranger.getByRole('heading', { level: 2, name: 'New question' })).toBeVisible()
      await stranger.context().close()
    })
    await office.context().close()
  },
)

test(
  'A visitor asks a club, is answered by mail, and replies through the link in it',
  { tag: '@nightly' },
  async ({ browser, page, portal }) => {
    const mark = crypto.randomUUID().slice(0, 6)
    const email = `eva.${mark}@example.net`
    const subject = `A trial for grown-ups ${mark}`

    await test.step('she proves by some work of her browser that she is no robot', async () => {
      await page.goto(paths.dashboard())
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' })).toBeVisible()
      await page.getByRole('link', { name: 'Contact a club' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused()
      await settled(page)
      await expectNoViolationsInBothThemes(page, 'question of a visitor')
      await lookAt(page, 'contact-us-visitor')
      await field(page, 'combobox', 'Club').selectOption({ label: club })
      await field(page, 'textbox', 'Your name').fill('Eva Sand')
      await field(page, 'textbox', 'Your e-mail').fill('eva')
      await page.getByRole('button', { name: 'Send question' }).click()
      await expect(field(page, 'textbox', 'Your e-mail')).toBeFocused()
      await expect(field(page, 'textbox', 'Your e-mail')).toHaveAccessibleDescription(/^Enter a valid e-mail address\./)
      await expect(field(page, 'textbox', 'Subject')).toHaveAccessibleDescription('Fill in this field.')
      await field(page, 'textbox', 'Your e-mail').fill(email)
      await field(page, 'textbox', 'Subject').fill(subject)
      await field(page, 'textbox', 'Message').fill('Rindfleischetikettierung'.repeat(4))
      await lookAt(page, 'contact-us-long-word')
      await field(page, 'textbox', 'Message').fill('May I try before I join?')
      await attach(page, { name: 'me.png', mimeType: 'image/png', buffer: point })
      await expect(page.getByRole('button', { name: 'Remove me.webp' })).toBeVisible()
      await page.getByRole('button', { name: 'Send question' }).click()
      await expect(page.getByRole('heading', { name: 'Your question is on its way' })).toBeFocused()
      await expect(page.getByText(email)).toBeVisible()
      await lookAt(page, 'contact-us-sent')
    })

    await test.step('the club is notified by mail, she is not; the office answers', async () => {
      const office = await elsewhere(browser, portal, 'admin@roklub.example')
      await office.goto(paths.inbox('ROKLUB'))
      await office.getByRole('link', { name: subject }).click()
      const lastMail = async () =>
        (await mailsTo(page.request, 'kontor@roklub.example')).find((mail) => mail.subject.includes(subject))
      await expect.poll(lastMail).toMatchObject({ text: expect.stringContaining('May I try before I join?') })
      expect(await mailsTo(page.request, email)).toEqual([])
      await office.getByRole('textbox', { name: /^Reply to Eva/ }).fill('Come by on Tuesday.')
      await office.getByRole('button', { name: 'Send reply' }).click()
      await expect(office.getByRole('region', { name: 'Reply not sent yet' })).toContainText('Come by')
      await minuteOver(portal)
      await expect(office.getByRole('log')).toContainText('Come by on Tuesday.')
      await office.context().close()
    })

    await test.step('the link of the mail opens the conversation, and that alone', async () => {
      const mails = () => mailsTo(page.request, email)
      await expect.poll(async () => (await mails()).length).toBe(1)
      const [mail] = await mails()
      expect(mail!.text).toContain('Come by on Tuesday.')
      expect(mail!.text).not.toContain('May I try before I join?')
      const link = new URL(/https?:\/\/\S+\/contact-us\?link=\S+/.exec(mail!.text)![0])
      await page.goto(link.pathname + link.search)
      await expect(page.getByRole('log')).toContainText('May I try before I join?')
      await expect(page.getByRole('button', { name: /^me\.webp .* download$/ })).toBeVisible()
      await page.getByRole('textbox', { name: `Write to ${club}` }).fill('I will.')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('log')).toContainText('I will.')
      await settled(page)
      await expectNoViolationsInBothThemes(page, "a visitor's thread")
      await lookAt(page, 'contact-us-link')
      const forged = link.searchParams
        .get('link')!
        .replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
      await page.goto(paths.contactUs({ link: forged }))
      await expect(page.getByRole('heading', { name: "The conversation can't be opened" })).toBeVisible()
    })
  },
)
