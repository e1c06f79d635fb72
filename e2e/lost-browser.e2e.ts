import type { APIRequestContext } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { newBuyer } from './support/newcomer.ts'
import { ownPassword, signInAs } from './support/sign-in.ts'
import { capturedFor, confirmationsTo } from './support/simulated.ts'

const rowing = 'Roskilde Fjord Roklub'

const receiptsTo = (request: APIRequestContext, email: string) => confirmationsTo(request, email, rowing)

test(
  'Paying and closing the tab is enough: the callback pays the order once',
  { tag: '@nightly' },
  async ({ page, portal, context, request }) => {
    const email = await newBuyer(page, portal, 'Egon')
    await chooseMembership(page, { name: 'Voksen', club: rowing })
    const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
    await payWithCard(page, '0010')
    await expect(page.getByText('You may close this window.')).toBeVisible()
    await page.close()

    await expect.poll(async () => (await receiptsTo(request, email)).length).toBe(1)
    expect(await capturedFor(request, orderNumber)).toEqual([70_000])

    const later = await context.newPage()
    await later.goto(paths.memberships())
    await expect(later.getByRole('article', { name: rowing })).toContainText('Active until')
    await later.getByRole('article', { name: rowing }).getByRole('link', { name: 'History' }).click()
    await expect(later.getByRole('link', { name: /^Receipt for/ })).toHaveCount(1)
    expect(await receiptsTo(request, email)).toHaveLength(1)
  },
)

test(
  'Being signed out while paying loses nothing: the return alone settles the order once, and shows no personal data',
  { tag: '@nightly' },
  async ({ page, portal, context, request }) => {
    const email = await newBuyer(page, portal, 'Carlota')
    await chooseMembership(page, { name: 'Voksen', club: rowing })
    const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
    await context.clearCookies()
    await payWithCard(page, '0011')

    await expect(paymentSuccessful(page)).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('The order is paid.')
    await expect(main).not.toContainText(/Carlota|DKK|ROKLU-M|Roskilde/)
    await expect.poll(async () => (await receiptsTo(request, email)).length).toBe(1)
    expect(await capturedFor(request, orderNumber)).toEqual([70_000])

    await main.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, email, ownPassword)
    await expect(paymentSuccessful(page)).toBeVisible()
    await expect(main).toContainText('DKK')
    expect(await receiptsTo(request, email)).toHaveLength(1)
  },
)
