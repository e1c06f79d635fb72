import type { Browser, Page, Request } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseClub, chooseOffer, paymentSuccessful, payWithCard } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { answerMembershipPrompt, ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'
import { signedIn, signInAs } from './support/sign-in.ts'

const isStream = (request: Request) => request.url().endsWith('/notification/stream')
const chip = (page: Page) => page.getByRole('button', { name: /^Acting for: / })
const outcome = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })
const link = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Family links' }).getByRole('listitem').filter({ hasText: email })

/** Somebody at another browser. */
async function elsewhere(browser: Browser, portal: Portal, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, email)
  await signedIn(page).waitFor()
  await answerMembershipPrompt(page)
  return page
}

/** Opens a page and waits until its stream is open. */
async function listening(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => isStream(response.request()))
  await page.goto(path)
  await opened
  await settled(page)
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel("The other person's e-mail address").fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, `The invitation has been sent to ${email}.`)).toBeVisible()
}

test(
  'A child is added, a relative links, acts for the child, and stops at once when the link ends',
  { tag: '@nightly' },
  async ({ browser, page: anna, portal }) => {
    const annas = await newBuyer(anna, portal, 'Anna')

    await test.step('Anna adds a child; what she typed survives a reload', async () => {
      await anna.goto(paths.participants())
      await anna.getByRole('link', { name: 'Add participant' }).first().click()
      const form = anna.getByRole('form', { name: 'Participant' })
      await form.getByRole('button', { name: 'Add participant' }).click()
      await expect(form.getByText('Fill in this field.')).toHaveCount(1)
      await form.getByLabel('First name').fill('Freja')
      const born = `${new Date().getFullYear() - 9}-01-01`
      await form.getByLabel('Date of birth').fill(born)
      anna.once('dialog', (dialog) => void dialog.accept())
      await anna.reload()
      await expect(form.getByLabel('First name')).toHaveValue('Freja')
      await expect(form.getByLabel('Date of birth')).toHaveValue(born)
      await form.getByRole('button', { name: 'Add participant' }).click()
      await expect(card(anna, 'Freja Klok')).toContainText('9 years old')
    })

    const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Europe/Copenhagen' })
    const erik = await context.newPage()
    const eriks = await newBuyer(erik, portal, 'Erik')
    await test.step('Erik approves in the bell of another browser, and Anna sees it without loading anything', async () => {
      await listening(erik, paths.memberships())
      await expect(chip(erik)).toHaveCount(0)
      await listening(anna, paths.participants())
      await invite(anna, eriks)
      await expect(link(anna, eriks)).toContainText('Waiting for an answer')
      await expect(link(anna, eriks)).not.toContainText('Erik')

      await erik.getByRole('button', { name: /unread notification/ }).click()
      const bell = erik.getByRole('dialog', { name: 'Notifications' })
      await expect(bell.getByText('you share name, e-mail, phone and address')).toBeVisible()
      await bell.getByRole('button', { name: 'Approve' }).click()
      await expect(outcome(erik, 'Family link approved!')).toBeVisible()
      await outcome(erik, 'Family link approved!').getByRole('button', { name: 'OK' }).click()
      await expect(erik.locator(':focus')).toBeVisible()

      await expect(link(anna, eriks)).toContainText('Linked')
      await expect(card(anna, 'Erik Klok')).toBeVisible()
    })

    await test.step("Erik acts for Anna's child", async () => {
      await chip(erik).click()
      const freja = erik.getByRole('menuitemradio', { name: /^Freja Klok/ })
      await expect(freja).toContainText('Through Anna Klok')
      await freja.click()
      await expect(chip(erik)).toHaveAccessibleName('Acting for: Freja Klok. Change')
      await expect(erik.getByRole('main').getByText("You're acting for Freja Klok.")).toBeVisible()
      await erik.goto(paths.newMembership())
      await expect(erik.getByRole('checkbox', { name: 'Freja Klok' })).toBeChecked()
      await expect(erik.getByRole('checkbox', { name: 'Yourself' })).not.toBeChecked()
      await erik.reload()
      await expect(chip(erik)).toHaveAccessibleName('Acting for: Freja Klok. Change')
    })

    await test.step('he buys for her: the bill is his, the membership hers', async () => {
      await chooseClub(erik, 'Kammerkoret Havnelys')
      await chooseOffer(erik, /^Støttemedlem \d{4}/)
      await expect(erik.getByRole('region', { name: 'Billing details' })).toContainText('Erik Klok')
      await erik.getByRole('checkbox', { name: /^I agree that/ }).check()
      await erik.getByRole('button', { name: /^Pay DKK/ }).click()
      await payWithCard(erik, '0000')
      await expect(paymentSuccessful(erik)).toBeVisible()
      await erik.goto(paths.memberships())
      await expect(erik.getByText(/^Active until/)).toBeVisible()
      await anna.reload()
      await expect(card(anna, 'Freja Klok')).toContainText('Kammerkoret Havnelys')
    })

    await test.step('Anna ends the link: the next thing Erik does is refused with the reason, and he is back to himself', async () => {
      await link(anna, eriks).getByRole('button', { name: 'End the link with Erik Klok' }).click()
      await anna.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
      await expect(outcome(anna, 'The link has ended')).toBeVisible()
      // At once, because Erik's page may notice by itself, and the toast goes after some seconds.
      await erik.getByRole('link', { name: 'Membership', exact: true }).click()
      await expect(toast(erik, "You're acting for yourself again")).toContainText('the family link has ended')
      await expect(chip(erik)).toHaveCount(0)
      await expect(erik.getByRole('main').getByText("You're acting for")).toHaveCount(0)

      await outcome(anna, 'The link has ended').getByRole('button', { name: 'OK' }).click()
      await expect(card(anna, 'Erik Klok')).toHaveCount(0)
      // The button disappeared with the link.
      await expect(anna.getByRole('heading', { name: 'Family links' })).toBeFocused()
    })

    await test.step('Anna reads who did what; a child who holds nothing is put away and brought back', async () => {
      await anna.getByRole('link', { name: 'Activity log' }).click()
      await expect(anna.getByRole('listitem').filter({ hasText: 'Erik Klok, for Freja Klok' }).first()).toContainText(
        'Order',
      )
      await inDatabase(
        portal,
        `insert into members (id, parent_id, first_name, last_name)
       select portal_new_id(), id, 'Karl', 'Klok' from members where email = $1`,
        [annas],
      )
      await anna.goto(paths.participants())
      await anna.getByRole('button', { name: 'Archive Freja Klok' }).click()
      await expect(toast(anna, 'This person has a membership or a ticket.')).toBeVisible()
      await anna.getByRole('button', { name: 'Archive Karl Klok' }).click()
      await expect(card(anna, 'Karl Klok')).toHaveCount(0)
      await toast(anna, 'Karl Klok has been archived.').getByRole('button', { name: 'Undo' }).click()
      await expect(card(anna, 'Karl Klok')).toBeVisible()
      await anna.getByRole('button', { name: 'Archive Karl Klok' }).click()
      await anna.getByText('1 archived').click()
      await anna.getByRole('button', { name: 'Restore Karl Klok' }).click()
      await expect(toast(anna, 'Karl Klok has been restored.')).toBeVisible()
      await expect(card(anna, 'Karl Klok')).toBeVisible()
    })
    await erik.context().close()
  },
)

test(
  'Whoever declines a request sees nothing of the other; several requests are answered at once',
  { tag: '@nightly' },
  async ({ browser, page: karen, portal }) => {
    const karens = await newBuyer(karen, portal, 'Karen')
    const ask = async (email: string) => {
      const page = await elsewhere(browser, portal, email)
      await page.goto(paths.participants())
      await invite(page, karens)
      await page.context().close()
    }

    await test.step('Karen declines Anna, and sees nothing of her', async () => {
      await ask('anna@example.com')
      await listening(karen, paths.participants())
      await karen.getByRole('main').getByRole('button', { name: 'See and answer', exact: true }).click()
      const question = karen.getByRole('dialog', { name: 'Link with Anna Holm?' })
      for (const shared of ['Name', 'Email', 'Phone', 'Address'])
        await expect(question.getByText(shared, { exact: true })).toBeVisible()
      await question.getByRole('button', { name: 'Decline' }).click()
      await expect(outcome(karen, 'Family link declined!')).toBeVisible()
      await outcome(karen, 'Family link declined!').getByRole('button', { name: 'OK' }).click()
      await expect(karen.getByRole('heading', { level: 1, name: 'My Participants' })).toBeFocused()
      await expect(karen.getByRole('main')).not.toContainText('Anna')
      await expect(karen.getByRole('main')).not.toContainText('anna@example.com')
      await expect(chip(karen)).toHaveCount(0)
      await expect(karen.getByText('Alma')).toHaveCount(0)
    })

    await test.step('Dan and Erik ask her; she approves both in one go', async () => {
      for (const email of ['dan@example.com', 'erik@example.com']) await ask(email)
      await karen.getByRole('button', { name: 'See and answer all' }).click()
      const question = karen.getByRole('dialog', { name: 'Link with 2 people?' })
      await expect(question).toContainText('Dan Krogh')
      await expect(question).toContainText('Erik Lund')
      await question.getByRole('button', { name: 'Approve all' }).click()
      await expect(outcome(karen, 'Family link approved!')).toBeVisible()
      await outcome(karen, 'Family link approved!').getByRole('button', { name: 'OK' }).click()
      await expect(card(karen, 'Dan Krogh')).toBeVisible()
      await expect(card(karen, 'Erik Lund')).toBeVisible()
    })

    await test.step('both links are ended again', async () => {
      for (const [name, email] of [
        ['Dan Krogh', 'dan@example.com'],
        ['Erik Lund', 'erik@example.com'],
      ] as const) {
        await link(karen, email)
          .getByRole('button', { name: `End the link with ${name}` })
          .click()
        await karen.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
        await outcome(karen, 'The link has ended').getByRole('button', { name: 'OK' }).click()
        await expect(link(karen, email)).toHaveCount(0)
      }
      await expect(chip(karen)).toHaveCount(0)
    })
  },
)
