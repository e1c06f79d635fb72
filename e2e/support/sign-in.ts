import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { answerMembershipPrompt } from './membership-prompt.ts'

/** Of everybody who is registered in a story. */
export const ownPassword = 'correct horse battery'

/** Fills the sign-in page of the identity provider. */
export async function signInAs(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in from the front door, with a session of its own: a story may end it without ending another's. */
export async function signInFresh(page: Page, email: string): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, email)
  await signedIn(page).waitFor()
}

/** What every page has for someone who is signed in, and for nobody else. */
export const signedIn = (page: Page) => page.getByRole('button', { name: /^Open the menu of / })

/** Creates an account at the identity provider, from the front door to being signed in; `asked`: the portal's prompt comes. */
export async function register(
  page: Page,
  person: { firstName: string; lastName: string; email: string },
  { asked = false } = {},
): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await signedIn(page).waitFor()
  if (!asked) await answerMembershipPrompt(page)
}
