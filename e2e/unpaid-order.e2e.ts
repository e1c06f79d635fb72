import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import {
  chooseClub,
  chooseMembership,
  chooseOffer,
  goToPayment,
  paymentSuccessful,
  payWithCard,
  unpaidOrder as unpaid,
} from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { newBuyer } from './support/newcomer.ts'
import { ownPassword, signedIn, signInAs } from './support/sign-in.ts'
import { capturedFor, delayGateway } from './support/simulated.ts'

const tennis = 'Tennisklubben Lunden'
const senior = { name: 'Senior', club: tennis }

const paymentWindow = (page: Page) => page.getByRole('heading', { name: 'Card payment' })
const orderNumber = async (page: Page) => (await page.getByText(/^TENNI-M-/).textContent())!

test(
  'An order whose tab was closed is paid from another browser: one order, one membership',
  { tag: '@nightly' },
  async ({ page, portal, browser, baseURL, request }) => {
    const email = await newBuyer(page, portal, 'Astrid')
    await chooseMembership(page, senior)
    const number = await orderNumber(page)
    await page.close()

    const phone = await browser.newContext({
      baseURL: baseURL!,
      locale: 'en-GB',
      viewport: { width: 390, height: 844 },
    })
    const elsewhere = await phone.newPage()
    await elsewhere.goto(paths.dashboard())
    await elsewhere.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(elsewhere, email, ownPassword)
    await expect(signedIn(elsewhere)).toBeVisible()
    await expect(unpaid(elsewhere)).toContainText(tennis)

    await elsewhere.goto(paths.memberships())
    await expect(unpaid(elsewhere)).toContainText('Astrid Klok')
    await expect(unpaid(elsewhere)).toContainText('DKK 1,550.00')
    expect(await elsewhere.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await unpaid(elsewhere).getByRole('button', { name: 'Pay now' }).dblclick()

    await expect(paymentWindow(elsewhere)).toBeVisible()
    expect(await orderNumber(elsewhere)).toBe(number)
    await payWithCard(elsewhere, '0000')
    await expect(paymentSuccessful(elsewhere)).toBeVisible()
    expect(await capturedFor(request, number)).toEqual([155_000])

    await elsewhere.getByRole('link', { name: 'To my memberships' }).click()
    const club = elsewhere.getByRole('article', { name: tennis })
    await expect(club).toContainText('Active until')
    await expect(elsewhere.getByRole('region', { name: /unpaid/ })).toHaveCount(0)
    await club.getByRole('link', { name: 'History' }).click()
    await expect(elsewhere.getByRole('link', { name: /^Receipt for/ })).toHaveCount(1)
    await phone.close()
  },
)

test('An unpaid order is cancelled after a confirmation, and another tab notices at its next click', async ({
  page,
  portal,
  context,
}) => {
  await newBuyer(page, portal, 'Carlota')
  await chooseMembership(page, senior)
  await page.goto(paths.memberships())
  await unpaid(page).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(question).toContainText("You won't be charged.")
  await question.getByRole('button', { name: 'Keep the order' }).click()
  await expect(question).toBeHidden()

  const tab = await context.newPage()
  await tab.goto(paths.memberships())
  await expect(unpaid(tab)).toBeVisible()

  await unpaid(page).getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Cancel the order' }).click()
  const given = page.getByRole('region', { name: 'You cancelled the order' })
  await expect(given).toContainText("You haven't been charged.")
  await expect(given).toBeFocused()

  await unpaid(tab).getByRole('button', { name: 'Pay now' }).click()
  await expect(tab.getByRole('region', { name: 'This order was cancelled' })).toContainText("You haven't been charged.")
  await expect(unpaid(tab)).toHaveCount(0)

  await given.getByRole('button', { name: 'Close' }).click()
  await expect(given).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article', { name: tennis })).toBeVisible()
  await expect(page.getByRole('region', { name: /order/ })).toHaveCount(0)
})

test(
  'A new selection in the same club replaces the unpaid order, after saying so',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    await newBuyer(page, portal, 'Birk')
    await chooseMembership(page, senior)
    await page.goto(paths.newMembership())
    await expect(page.getByRole('region', { name: 'Billing details' })).toBeVisible()
    // It is listed once, and not in the form again.
    await expect(unpaid(page)).toContainText('Senior')
    await expect(unpaid(page)).not.toContainText('for the same people at this club replaces this one')
    await chooseClub(page, tennis)
    await chooseOffer(page, /^Passiv [\d/]+/)
    await expect(unpaid(page)).toContainText('for the same people at this club replaces this one')
    await goToPayment(page, /^Pay DKK/)
    await page.goto(paths.memberships())
    await expect(unpaid(page)).toHaveCount(1)
    await expect(unpaid(page)).toContainText('Passiv')
  },
)

test(
  'While a payment is being confirmed the buyer is not asked to pay, and the membership appears by itself',
  { tag: '@nightly' },
  async ({ page, portal, context, request }) => {
    await newBuyer(page, portal, 'Sune')
    await chooseMembership(page, senior)
    const number = await orderNumber(page)
    const tab = await context.newPage()
    const [answer] = await Promise.all([tab.waitForResponse(/\/orders\/unpaid$/), tab.goto(paths.memberships())])
    await expect(unpaid(tab)).toBeVisible()
    const [{ token }] = (await answer.json()) as [{ token: string }]

    // The return page before the payment is known shows neither success nor failure.
    const back = await context.newPage()
    await back.goto(paths.membershipConfirm({ izytoken: token }))
    await expect(back.getByRole('heading', { level: 1, name: 'Confirming your payment…' })).toBeVisible()
    await expect(back).toHaveTitle(/^Confirming your payment…/)

    await delayGateway(request, 'capture', 9000)
    await payWithCard(page, '0011')
    const confirming = tab.getByRole('region', { name: 'Your payment is being confirmed' })
    await expect(async () => {
      await tab.evaluate("dispatchEvent(new Event('focus'))")
      expect(await confirming.isVisible()).toBe(true)
    }).toPass()
    await expect(confirming.getByRole('button')).toHaveCount(0)

    await expect(tab.getByRole('region', { name: 'Your order is paid' })).toBeVisible()
    await expect(tab.getByRole('article', { name: tennis })).toContainText('Active until')
    await expect(paymentSuccessful(back)).toBeVisible()
    await expect(back).toHaveTitle(/^Payment Successful/)
    await expect(paymentSuccessful(page)).toBeVisible()
    expect(await capturedFor(request, number)).toEqual([155_000])
  },
)

test(
  'When the time runs out on an open page, the buyer can still try to pay',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    await newBuyer(page, portal, 'Egon')
    await chooseMembership(page, senior)
    // Only this browser's clock is moved: on the server the order is still held.
    await page.clock.install()
    await page.goto(paths.memberships())
    await expect(unpaid(page)).toBeVisible()
    await page.clock.fastForward('26:00')
    await expect(page.getByRole('region', { name: /^You have an unpaid order, \d:\d\d left:/ })).toBeVisible()
    // Half an hour without activity would sign them out.
    await page.mouse.move(20, 20)
    await page.clock.fastForward('05:00')
    const over = page.getByRole('region', { name: 'Time has run out for your unpaid order' })
    await expect(over).toContainText("we'll check whether it's still available")
    await expect(over.getByRole('link', { name: 'Start over' })).toBeVisible()
    await over.getByRole('button', { name: 'Try to pay' }).click()
    await expect(paymentWindow(page)).toBeVisible()
  },
)
