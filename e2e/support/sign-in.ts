import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { answerMembershipPrompt } from './membership-prompt.ts'

/** The password of everybody registered in a story. */
export const ownPassword = 'correct horse battery'

/** Fills in the provider's sign-in page. */
export async function signInAs(page: Page, email: string, password = 'demo'): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in from the front page with a session of its own, which the story may end. */
export async function signInFresh(page: Page, email: string): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, email)
  await signedIn(page).waitFor()
}

/** A control that every page has only for somebody who is signed in. */
export const signedIn = (page: Page) => page.getByRole('button', { name: / your menu$/ })

interface Newcomer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Creates an account at the provider and signs in; `asked`: the membership prompt appears. */
export async function register(page: Page, person: Newcomer, { asked = false } = {}): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Create account' }).click()
  await fillRegistration(page, person)
  if (!asked) await answerMembershipPrompt(page)
}

/** Fills in the provider's registration page. */
export async function fillRegistration(page: Page, person: Newcomer): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await signedIn(page).waitFor()
}
