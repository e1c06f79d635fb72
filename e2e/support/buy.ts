import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

/** Starts at the club's own page and stops in the payment window. */
export async function chooseMembership(page: Page, { name, club }: { name: string; club: string }): Promise<void> {
  await page.goto(paths.memberships())
  await page.getByRole('article', { name: club }).getByRole('link', { name: club, exact: true }).click()
  const links = page.getByRole('link', { name: new RegExp(String.raw`^Buy ${name} \d{4}(/\d\d)? at ${club}$`) })
  await expect(links.first()).toBeVisible()
  // The current season, also where it is nearly over and listed below the next.
  const names = await Promise.all(
    (await links.all()).map(async (link) => (await link.getAttribute('aria-label')) ?? ''),
  )
  await page.getByRole('link', { name: names.toSorted()[0]!, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New Membership' })).toBeVisible()
  await sayBirthDate(page)
  await page.getByRole('checkbox', { name: /^I agree that/ }).check()
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
  await expect(paymentWindow(page)).toBeVisible()
}

/** Adds the reader's date of birth where it is asked for beside what they buy. */
export async function sayBirthDate(page: Page): Promise<void> {
  const asked = page.getByLabel('Your date of birth')
  await expect(asked.or(page.getByRole('button', { name: /^Pay DKK/ })).first()).toBeVisible()
  if (!(await asked.isVisible())) return
  await asked.fill('1985-05-14')
  await asked.blur()
  await expect(asked).toHaveAccessibleDescription(/^Saved in the profile/)
}

/** Pays in the gateway's window with the demo card that ends in `tail`. */
export async function payWithCard(page: Page, tail: string): Promise<void> {
  await page.getByLabel('Card number').fill(`4100 0000 0000 ${tail}`)
  await page.getByLabel('Expiry').fill('12/39')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay DKK/ }).click()
}

/** The welcome that a paid membership, or a basket with places, begins with. */
export const paymentSuccessful = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^(.+ (are|is) (a member|members) of .+|Payment Successful)$/ })
/** Nothing is paid yet, or can be any more. */
export const paymentFailed = (page: Page) =>
  page.getByRole('heading', {
    level: 1,
    name: /^(Not paid yet(: your (purchase is|places are) reserved until .+)?|Payment Failed)$/,
  })

/** The notice of an order that waits for its payment. */
export const unpaidOrder = (page: Page) =>
  page.getByRole('region', { name: /^You have an unpaid order, \d+ minutes left:/ })

/** The token in the address, which names the order. */
export const orderToken = (page: Page) => new URL(page.url()).searchParams.get('izytoken')

/** Chooses a club for the person who stands last; the page may have chosen one. */
export async function chooseClub(page: Page, name: string): Promise<void> {
  const clubs = page.getByRole('radiogroup', { name: /^Club/ })
  const other = page.getByRole('button', { name: 'Another club', exact: true })
  await expect(clubs.or(other).first()).toBeVisible()
  if ((await clubs.count()) === 0) await other.last().click()
  // The list closes once a club is chosen.
  await clubs.last().getByRole('radio', { name }).click()
}

/** Chooses a membership by its name, in the season where it is sold now. */
export const chooseOffer = (page: Page, name: RegExp) => page.getByRole('radio', { name }).last().click()

/** Gives consent and goes to the payment window. */
export async function goToPayment(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('checkbox', { name: /^I agree that/ }).check()
  await page.getByRole('button', { name: button }).click()
  await expect(paymentWindow(page)).toBeVisible()
}

export const paymentWindow = (page: Page) => page.getByRole('heading', { name: 'Card payment' })
