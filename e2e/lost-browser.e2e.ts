import type { APIRequestContext } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './ground/buy.ts'
import { expect, test } from './ground/fixtures.ts'
import { signInAs } from './ground/sign-in.ts'
import { capturedFor, confirmationsTo } from './ground/simulated.ts'

const rowing = 'Roskilde Fjord Roklub'

const receiptsTo = (request: APIRequestContext, email: string) => confirmationsTo(request, email, rowing)

test('Paying and closing the tab is enough: the callback pays the order once', async ({
  signedInAs,
  context,
  request,
}) => {
  const page = await signedInAs('erik@example.com')
  await chooseMembership(page, { name: 'Voksen', club: rowing })
  const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
  await payWithCard(page, '0010')
  await expect(page.getByText('You may close this window.')).toBeVisible()
  await page.close()

  await expect.poll(async () => (await receiptsTo(request, 'erik@example.com')).length).toBe(1)
  expect(await capturedFor(request, orderNumber)).toEqual([70_000])

  const later = await context.newPage()
  await later.goto(paths.memberships())
  await expect(later.getByRole('article', { name: rowing })).toContainText('Active until')
  await later.getByRole('article', { name: rowing }).getByRole('link', { name: 'History' }).click()
  // The season that expired, and the new one.
  await expect(later.getByRole('link', { name: /^Receipt for/ })).toHaveCount(2)
  expect(await receiptsTo(request, 'erik@example.com')).toHaveLength(1)
})

test('Being signed out while paying loses nothing: the return alone pays the order once, and says so to nobody in particular', async ({
  signedInAs,
  context,
  request,
}) => {
  const page = await signedInAs('carla@example.com')
  await chooseMembership(page, { name: 'Voksen', club: rowing })
  const orderNumber = (await page.getByText(/^ROKLU-M-/).textContent())!
  await context.clearCookies()
  await payWithCard(page, '0011')

  await expect(paymentSuccessful(page)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('The order is paid.')
  await expect(main).not.toContainText(/Carla|DKK|ROKLU-M|Roskilde/)
  await expect.poll(async () => (await receiptsTo(request, 'carla@example.com')).length).toBe(1)
  expect(await capturedFor(request, orderNumber)).toEqual([70_000])

  await main.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, 'carla@example.com')
  await expect(paymentSuccessful(page)).toBeVisible()
  await expect(main).toContainText('DKK')
  expect(await receiptsTo(request, 'carla@example.com')).toHaveLength(1)
})
