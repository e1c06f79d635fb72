import type { Page } from '@playwright/test'
import { payWithCard, paymentSuccessful } from './support/buy.ts'
import { paths } from '#web/paths.ts'
import { buyAdult, foundClub, inMenu } from './support/fresh-club.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { anotherBrowser } from './support/registering.ts'
import { signInFresh } from './support/sign-in.ts'

/** A portal of its own: nobody has been there, and there is no club. */
let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal({ env: { DEMO_WORLD: 'off' } })
})
test.afterAll(() => portal.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test(
  'From an empty database to a club that sells and renews, without SQL or shell',
  { tag: '@nightly' },
  async ({ browser, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: portal.url })
    const { clubPage, invited } = await foundClub(browser, portal, request)

    const newcomer = await anotherBrowser(browser, portal)
    await test.step('a newcomer finds the public page and joins by card', async () => {
      await newcomer.goto(clubPage)
      await expect(heading(newcomer, 'Sejlklubben Vestenvind')).toBeVisible()
      await signInFresh(newcomer, 'newcomer@example.com')
      await buyAdult(newcomer, clubPage)
    })
    const treasurer = await invited('treasurer@roklub.example', 'Treasurer')
    await test.step('the treasurer copies the season', async () => {
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
    await request.dispose()
  },
)
