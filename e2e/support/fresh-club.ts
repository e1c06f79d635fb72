import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { pixel } from '#server/testing/files/pixel.ts'
import { paths } from '#web/paths.ts'
import { payWithCard, paymentSuccessful, sayBirthDate } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import type { Portal } from './portal.ts'
import { anotherBrowser } from './registering.ts'
import { signInFresh } from './sign-in.ts'
import { mailsTo } from './simulated.ts'

export const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

const club = 'Sejlklubben Vestenvind'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

async function personAt(browser: Browser, portal: Portal, email: string): Promise<Page> {
  const page = await anotherBrowser(browser, portal)
  await signInFresh(page, email)
  return page
}

/** Signs in whoever got an invitation to the office by mail, and accepts it. */
async function accept(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const mailed = async () => (await mailsTo(request, email)).find(({ text }) => text.includes('/office-invitation?'))
  await expect.poll(mailed).toBeTruthy()
  await page.goto(/https?:\/\/\S+office-invitation\?token=[\w.-]+/.exec((await mailed())!.text)![0])
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(heading(page, 'Today')).toBeVisible()
}

/** Types a billing address where it is asked for. */
export async function sayAddress(page: Page): Promise<void> {
  const billing = page.getByRole('region', { name: 'Billing details' })
  await expect(billing).toBeVisible()
  if (!(await billing.getByLabel('Street and number').isVisible())) return
  await billing.getByLabel('Street and number').fill('Havnegade 3')
  await billing.getByLabel('Postcode').fill('4000')
  await expect(billing.getByLabel('City')).toHaveValue('Roskilde')
}

/** Buys the adult's membership and pays by card. */
export async function buyAdult(page: Page, orgPath: string): Promise<void> {
  await page.goto(orgPath)
  await page
    .getByRole('link', { name: /^Buy Voksen/ })
    .first()
    .click()
  await expect(heading(page, 'New Membership')).toBeVisible()
  await sayBirthDate(page)
  await sayAddress(page)
  await page.getByRole('checkbox', { name: /^I agree that/ }).check()
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
  await payWithCard(page, '0000')
  await expect(paymentSuccessful(page)).toBeVisible()
}

/** In an empty portal the operator creates the club SEJL, its chair sets it up, and it takes real payments. */
export async function foundClub(browser: Browser, portal: Portal, request: APIRequestContext) {
  const operator = await personAt(browser, portal, 'super@example.com')
  await test.step('the operator creates the club and invites its chair', async () => {
    await operator.goto(paths.operatorNewClub())
    await operator.getByLabel("The club's name").fill(club)
    await operator.getByLabel(/^Key/).fill('sejl')
    await operator.getByLabel('Address', { exact: true }).fill('Havnegade 12, 4000 Roskilde')
    await operator.getByLabel(/^E-mail address/).fill('kontor@sejl.example')
    await next(operator)
    await next(operator)
    await operator.getByLabel('E-mail address of person 1').fill('chair@roklub.example')
    await next(operator)
    await next(operator)
    await operator.getByRole('button', { name: 'Create the club in test mode' }).click()
    await expect(heading(operator, club)).toBeVisible()
  })

  const chair = await personAt(browser, portal, 'chair@roklub.example')
  let clubPage = ''
  await test.step('the chair accepts, and finds what to do first', async () => {
    await accept(chair, request, 'chair@roklub.example')
    // The chair's own invitation is no step of theirs.
    const start = chair.getByRole('region', { name: 'Getting started' })
    await expect(start.getByText('0 of 10', { exact: false })).toBeVisible()
  })
  const step = async (name: string) => {
    await chair.goto(paths.office('SEJL'))
    await chair.getByRole('region', { name: 'Getting started' }).getByRole('link', { name }).click()
  }
  await test.step('each step leads to its field: texts, logo, terms and the key', async () => {
    await step('Write about the club')
    await expect(chair.getByLabel('Description in Danish')).toBeFocused()
    await chair.keyboard.type('Vi sejler på fjorden hele sommeren.')
    await chair.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(chair.getByText('Saved.').first()).toBeVisible()
    await step('Choose logo')
    const logo = chair.getByRole('group', { name: 'Logo' })
    await expect(logo.getByRole('button', { name: 'Choose' })).toBeFocused()
    await logo
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel) })
    await expect(logo.getByRole('button', { name: 'Remove' })).toBeVisible()
    for (const [link, title] of [
      ['Write terms', 'Terms of sale'],
      ['Write policy', 'Privacy policy'],
    ] as const) {
      await step(link)
      const form = chair.getByRole('form', { name: title })
      const danish = form.getByLabel('The text in Danish')
      await expect(danish).toBeFocused()
      await form.getByRole('button', { name: 'Use the sample' }).click()
      await expect(danish).toHaveValue(/Sejlklubben Vestenvind/)
      await form.getByRole('button', { name: 'Publish the text' }).click()
      await expect(form.getByText('There is still a [udfyld:', { exact: false })).toBeVisible()
      for (const language of ['Danish', 'English']) {
        const field = form.getByLabel(`The text in ${language}`)
        await field.fill((await field.inputValue()).replaceAll(/\[(udfyld|fill in): [^\]]+\]/g, '7'))
      }
      await form.getByRole('button', { name: 'Publish the text' }).click()
      await expect(form.getByRole('button', { name: 'Publish version 2' })).toBeVisible()
    }
    await step('Enter key')
    const key = chair.getByRole('textbox', { name: "The club's key" })
    await expect(key).toBeFocused()
    const missing = chair.getByRole('link', { name: 'The key at the card provider is set' })
    await expect(missing).toBeVisible()
    await key.fill('not-a-key-of-the-gateway')
    await chair.getByRole('button', { name: 'Try and save the key' }).click()
    await expect(chair.getByText("The card provider doesn't know this key.").first()).toBeVisible()
    await key.fill('7d1f0c34-58b2-4f7e-9a55-0c1e8d2b4f61')
    await chair.getByRole('button', { name: 'Try and save the key' }).click()
    await expect(chair.getByText('The key works and is saved.')).toBeVisible()
    await expect(missing).toHaveCount(0)
    await step('Invite')
    await expect(chair.getByLabel('E-mail')).toBeFocused()
  })
  await test.step('makes the memberships from a template, publishes them, and buys one in test', async () => {
    await step('See memberships')
    const template = chair
      .getByRole('group', { name: 'Start from a template' })
      .getByRole('button', { name: 'Sports club' })
    await expect(template).toBeFocused()
    await template.click()
    const publish = chair.getByRole('button', { name: /^Publish \d drafts$/ })
    await expect(publish).toBeVisible()
    // Late in the year there is the next season, too, which the club copies later here.
    await inDatabase(portal, `delete from membership_configurations where start_date > portal_now()::date`)
    await step('See memberships')
    await expect(publish).toBeFocused()
    await publish.click()
    await chair.getByRole('dialog').getByRole('button', { name: 'Publish 3 drafts' }).click()
    await expect(chair.getByText('On sale', { exact: true })).toHaveCount(3)
    await chair.goto(paths.organisations())
    await chair.getByRole('link', { name: club }).first().click()
    await expect(heading(chair, club)).toBeVisible()
    clubPage = new URL(chair.url()).pathname
    await buyAdult(chair, clubPage)
    await step('See receipt')
    await expect(chair.getByRole('heading', { level: 1, name: /receipt/i })).toBeVisible()
  })
  await test.step('asks to go live', async () => {
    await step("See what's missing")
    const ask = chair.getByRole('button', { name: 'Ask for real payments now' })
    await expect(ask).toBeFocused()
    await ask.click()
    await expect(chair.getByText("You've asked for real payments").first()).toBeVisible()
  })
  await test.step('the operator goes through the checklist and switches; the test ends, and its buyer is notified', async () => {
    await operator.reload()
    await operator.getByRole('button', { name: 'Go live' }).click()
    const dialog = operator.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('All is there')
    await dialog.getByLabel(/^Enter the club's key/).fill('SEJL')
    await dialog.getByRole('button', { name: 'Go live' }).click()
    await expect(operator.getByText('Real payments')).toBeVisible()
    const subjects = async () => (await mailsTo(request, 'chair@roklub.example')).map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/test/i))
    await expect.poll(subjects).toContainEqual('Sejlklubben Vestenvind now takes real payments')
    await chair.goto(paths.office('SEJL'))
    await expect(chair.getByText('Sejlklubben Vestenvind takes real payments')).toBeVisible()
    await expect(chair.getByRole('region', { name: 'Getting started' })).toBeVisible()
    await chair.goto(paths.memberships())
    await expect(chair.getByRole('article', { name: club })).toHaveCount(0)
  })

  return {
    /** Where anybody finds the club. */
    clubPage,
    /** The chair invites somebody with a role, who accepts. */
    invited: (email: string, role: 'Treasurer' | 'Event manager') =>
      test.step(`the chair invites ${email}, ${role}`, async () => {
        await chair.goto(paths.office('SEJL', 'settings/people'))
        await chair.getByLabel('E-mail').fill(email)
        await chair.getByRole('checkbox', { name: role }).check()
        await chair.getByRole('button', { name: 'Send invitation' }).click()
        const page = await personAt(browser, portal, email)
        await accept(page, request, email)
        return page
      }),
  }
}
