import type { Page } from '@playwright/test'
import { inDatabase } from './in-database.ts'
import type { Portal } from './portal.ts'
import { register } from './sign-in.ts'

/** A person of this story only, with everything needed to buy. @returns their e-mail */
export async function newBuyer(page: Page, portal: Portal, firstName: string): Promise<string> {
  const email = await newcomer(page, firstName)
  await settleIn(portal, email)
  return email
}

/** Registers a person of this story only. @returns their e-mail */
export async function newcomer(page: Page, firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.com`
  await register(page, { firstName, lastName: 'Klok', email })
  return email
}

/** Gives a newcomer the address and the birth date that they need to buy. */
export async function settleIn(portal: Portal, email: string): Promise<void> {
  await inDatabase(
    portal,
    `update members set address_line1 = 'Klokkevej 1', city = 'Roskilde', post_code = '4000', country = 'Denmark',
       date_of_birth = '1985-05-14' where email = $1`,
    [email],
  )
}
