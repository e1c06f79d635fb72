import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

/** Starts where the clubs show what they sell, and stops in the payment window. */
export async function chooseMembership(page: Page, { name, club }: { name: string; club: string }): Promise<void> {
  await page.goto(paths.memberships())
  await page
    .getByRole('link', { name: new RegExp(String.raw`^Buy ${name} \d{4}(/\d\d)? at ${club}$`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Membership' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^I agree that/ }).check()
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
  await expect(page.getByRole('heading', { name: 'Card payment' })).toBeVisible()
}

/** Pays in the gateway's window with the demo card that ends in `tail`. */
export async function payWithCard(page: Page, tail: string): Promise<void> {
  await page.getByLabel('Card number').fill(`4100 0000 0000 ${tail}`)
  await page.getByLabel('Expiry').fill('12/39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
}

export const paymentSuccessful = (page: Page) => page.getByRole('heading', { level: 1, name: 'Payment Successful' })
export const paymentFailed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Payment Failed' })

/** The notice of an order that waits for its payment. */
export const unpaidOrder = (page: Page) =>
  page.getByRole('region', { name: /^You have an unpaid order, \d+ minutes left$/ })

/** The token in the address, which names the order. */
export const orderToken = (page: Page) => new URL(page.url()).searchParams.get('izytoken')
