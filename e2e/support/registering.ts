import type { Browser, Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './axe.ts'
import { lookAt } from './look-at.ts'
import { ignoreMembershipPrompt } from './membership-prompt.ts'
import type { Portal } from './portal.ts'

/** An event for families: children pay less, members too. */
export const party = [
  { category: 'adult', name: 'Adult', price: 200, memberPrice: 150, minAge: 15 },
  { category: 'child', name: 'Child', price: 80, maxAge: 14 },
]

export const tick = (page: Page, name: RegExp | string) => page.getByRole('checkbox', { name })
export const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: tick(page, new RegExp(`^${name}`)) })
export const summary = (page: Page) => page.getByRole('region', { name: 'Your registration' })
export const total = (page: Page) => page.getByText('Total', { exact: true }).locator('..')
export const pay = (page: Page, amount: string) =>
  page.getByRole('button', { name: new RegExp(String.raw`^Pay DKK.${amount.replaceAll('.', '\\.')}$`) })
export const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree that/ }).check()
export const success = (page: Page) => page.getByRole('heading', { level: 1, name: /^See you on / })
export const decline = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^(Not paid yet|Registration Decline)/ })
export const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: `Register for ${title}` })

/** A new browser in which nobody is signed in. */
export async function anotherBrowser(browser: Browser, portal: Portal): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  await ignoreMembershipPrompt(page)
  return page
}

/** All checks of a page, in both themes. */
export async function look(page: Page, name: string) {
  await expectNoViolationsInBothThemes(page, name)
  await lookAt(page, name)
}
