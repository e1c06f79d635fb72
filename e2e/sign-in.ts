import type { Page } from '@playwright/test'

/** Fills the sign-in page of the identity provider. */
export async function signInAs(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What every page has for someone who is signed in, and for nobody else. */
export const signedIn = (page: Page) => page.getByRole('button', { name: /^Open the menu of / })
