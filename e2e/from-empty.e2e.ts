import type { Browser, Page } from '@playwright/test'
import { pixel } from '#server/testing/files/pixel.ts'
import { paths } from '#web/paths.ts'
import { payWithCard, paymentSuccessful, sayBirthDate } from './support/buy.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { signInFresh } from './support/sign-in.ts'
import { mailsTo } from './support/simulated.ts'

/** A portal of its own: nobody has been there, and there is no club. */
let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal({ env: { DEMO_WORLD: 'off' } })
})
test.afterAll(() => portal.stop())

async function personAt(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  await signInFresh(page, email)
  return page
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const heading = (page: Page, name: string | RegExp, level = 1) => page.getByRole('heading', { level, name })
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

/** Buys the adult's membership and pays by card. */
async function buyAdult(page: Page, orgPath: string): Promise<void> {
  await page.goto(orgPath)
  await page
    .getByRole('link', { name: /^Buy Voksen/ })
    .first()
    .click()
  await expect(heading(page, 'New Membership')).toBeVisible()
  await sayBirthDate(page)
  const billing = page.getByRole('region', { name: 'Billing details' })
  if (await billing.getByLabel('Street and number').isVisible()) {
    await billing.getByLabel('Street and number').fill('Havnegade 3')
    await billing.getByLabel('Postcode').fill('4000')
    await expect(billing.getByLabel('City')).toHaveValue('Roskilde')
  }
  await page.getByRole('checkbox', { name: /^I agree that/ }).check()
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
  await payWithCard(page, '0000')
  await expect(paymentSuccessful(page)).toBeVisible()
}

test(
  'From an empty database to a club that sells and renews, without SQL or shell',
  { tag: '@nightly' },
  async ({ browser, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: portal.url })
    const operator = await personAt(browser, 'super@example.com')
    await test.step('the operator creates the club and invites its chair', async () => {
      await operator.goto(paths.operatorNewClub())
      await operator.getByLabel("The club's name").fill('Sejlklubben Vestenvind')
      await operator.getByLabel(/^Key/).fill('sejl')
      await operator.getByLabel('Address', { exact: true }).fill('Havnegade 12, 4000 Roskilde')
      await operator.getByLabel(/^E-mail address/).fill('kontor@sejl.example')
      await next(operator)
      await next(operator)
      await operator.getByLabel('E-mail address of person 1').fill('chair@roklub.example')
      await next(operator)
      await next(operator)
      await operator.getByRole('button', { name: 'Create the club in test mode' }).click()
      await expect(heading(operator, 'Sejlklubben Vestenvind')).toBeVisible()
    })

    /** The link in the invitation that somebody got by mail. */
    const invitationOf = async (email: string): Promise<string> => {
      const mailed = async () =>
        (await mailsTo(request, email)).find(({ text }) => text.includes('/office-invitation?'))
      await expect.poll(mailed).toBeTruthy()
      return /https?:\/\/\S+office-invitation\?token=[\w.-]+/.exec((await mailed())!.text)![0]
    }

    const chair = await personAt(browser, 'chair@roklub.example')
    let clubPage = ''
    await test.step('the chair accepts, and finds what to do first', async () => {
      await chair.goto(await invitationOf('chair@roklub.example'))
      await chair.getByRole('button', { name: 'Accept' }).click()
      await expect(heading(chair, 'Today')).toBeVisible()
      // The chair's own invitation is no step of theirs.
      const start = chair.getByRole('region', { name: 'Getting started' })
      await expect(start.getByText('0 of 7', { exact: false })).toBeVisible()
    })
    await test.step('sets texts, logo, terms and the key', async () => {
      await inMenu(chair, 'Settings').click()
      await chair.getByLabel('Description in Danish').fill('Vi sejler på fjorden hele sommeren.')
      await chair.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(chair.getByText('Saved.').first()).toBeVisible()
      await chair
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel) })
      await expect(chair.getByRole('button', { name: 'Remove' }).first()).toBeVisible()
      await chair.getByRole('tab', { name: 'Terms' }).click()
      for (const [at, text] of ['Medlemskabet betales forud.', 'Vi gemmer navn og adresse.'].entries()) {
        await chair.getByLabel('The text in Danish').nth(at).fill(text)
        await chair.getByRole('button', { name: 'Publish the text' }).first().click()
        await expect(chair.getByRole('button', { name: 'Publish version 2' })).toHaveCount(at + 1)
      }
      await chair.getByRole('tab', { name: 'Payment' }).click()
      await chair.getByRole('textbox', { name: "The club's key" }).fill('not-a-key-of-the-gateway')
      await chair.getByRole('button', { name: 'Try and save the key' }).click()
      await expect(chair.getByText("The card provider doesn't know this key.").first()).toBeVisible()
      await chair.getByRole('textbox', { name: "The club's key" }).fill('7d1f0c34-58b2-4f7e-9a55-0c1e8d2b4f61')
      await chair.getByRole('button', { name: 'Try and save the key' }).click()
      await expect(chair.getByText('The key works and is saved.')).toBeVisible()
    })
    await test.step('makes the memberships from a template, publishes them, and buys one in test', async () => {
      await chair.goto(paths.office('SEJL'))
      await chair
        .getByRole('region', { name: 'Getting started' })
        .getByRole('link', { name: 'See memberships' })
        .click()
      await chair
        .getByRole('group', { name: 'Start from a template' })
        .getByRole('button', { name: 'Sports club' })
        .click()
      await chair.getByRole('button', { name: 'Publish 3 drafts' }).click()
      await chair.getByRole('dialog').getByRole('button', { name: 'Publish 3 drafts' }).click()
      await expect(chair.getByText('On sale', { exact: true })).toHaveCount(3)
      await chair.goto(paths.organisations())
      await chair.getByRole('link', { name: 'Sejlklubben Vestenvind' }).first().click()
      await expect(heading(chair, 'Sejlklubben Vestenvind')).toBeVisible()
      clubPage = new URL(chair.url()).pathname
      await buyAdult(chair, clubPage)
      await chair.goto(paths.office('SEJL'))
      await chair.getByRole('region', { name: 'Getting started' }).getByRole('link', { name: 'See receipt' }).click()
    })
    await test.step('asks to go live', async () => {
      await chair.goto(paths.clubSettings('SEJL', { tab: 'payment' }))
      await chair.getByRole('button', { name: 'Ask for real payments now' }).click()
      await expect(chair.getByText("You've asked for real payments").first()).toBeVisible()
    })
    await test.step('the operator goes through the checklist and switches; the test ends, and its buyer is told', async () => {
      await operator.reload()
      await operator.getByRole('button', { name: 'Go live' }).click()
      const dialog = operator.getByRole('dialog')
      await dialog.getByLabel(/^Reason/).fill('All is there')
      await dialog.getByLabel(/^Type the club's key/).fill('SEJL')
      await dialog.getByRole('button', { name: 'Go live' }).click()
      await expect(operator.getByText('Real payments')).toBeVisible()
      const told = async () => (await mailsTo(request, 'chair@roklub.example')).map(({ subject }) => subject)
      await expect.poll(told).toContainEqual(expect.stringMatching(/test/i))
      await chair.goto(paths.memberships())
      await expect(chair.getByRole('article', { name: 'Sejlklubben Vestenvind' })).toHaveCount(0)
    })

    await test.step('a newcomer finds the public page and joins by card', async () => {
      const visitor = await (await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })).newPage()
      await visitor.goto(clubPage)
      await expect(heading(visitor, 'Sejlklubben Vestenvind')).toBeVisible()
      await visitor.context().close()
      const newcomer = await personAt(browser, 'newcomer@example.com')
      await buyAdult(newcomer, clubPage)

      const { treasurer } = await test.step('the chair invites a treasurer', async () => {
        await chair.goto(paths.office('SEJL', 'settings/people'))
        await chair.getByLabel('E-mail').fill('treasurer@roklub.example')
        await chair.getByRole('checkbox', { name: 'Treasurer' }).check()
        await chair.getByRole('button', { name: 'Send invitation' }).click()
        const page = await personAt(browser, 'treasurer@roklub.example')
        await page.goto(await invitationOf('treasurer@roklub.example'))
        await page.getByRole('button', { name: 'Accept' }).click()
        await expect(heading(page, 'Today')).toBeVisible()
        return { treasurer: page }
      })
      await test.step('who copies the season', async () => {
        await inMenu(treasurer, 'Memberships').click()
        await treasurer.getByRole('link', { name: 'Copy to next season' }).click()
        const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Copenhagen' })
        await treasurer.getByLabel('On sale from this day').fill(today)
        await treasurer.getByRole('button', { name: /^Create \d drafts?$/ }).click()
        await treasurer.getByRole('button', { name: /^Publish \d drafts?$/ }).click()
        await treasurer
          .getByRole('dialog')
          .getByRole('button', { name: /^Publish/ })
          .click()
        await expect(treasurer.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
      })
      await test.step('and the member renews', async () => {
        // Nobody who has just paid is asked to renew.
        await inDatabase(portal, `update portal_clock set "offset" = '8 days'`)
        await newcomer.goto(paths.memberships())
        await newcomer
          .getByRole('link', { name: /^Renew/ })
          .first()
          .click()
        await newcomer
          .getByRole('checkbox', { name: /^I agree that/ })
          .or(newcomer.getByRole('button', { name: /^Pay DKK/ }))
          .first()
          .click()
        if (await newcomer.getByRole('button', { name: /^Pay DKK/ }).isVisible())
          await newcomer.getByRole('button', { name: /^Pay DKK/ }).click()
        await payWithCard(newcomer, '0000')
        await expect(paymentSuccessful(newcomer)).toBeVisible()
      })
    })
    await request.dispose()
  },
)
