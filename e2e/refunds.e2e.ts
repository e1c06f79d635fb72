import { paths } from '#web/paths.ts'
import {
  chooseMembership,
  orderToken,
  paymentFailed,
  paymentSuccessful,
  payWithCard,
  unpaidOrder,
} from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { newBuyer } from './support/newcomer.ts'
import { capturedFor, delayGateway } from './support/simulated.ts'

const tennis = 'Tennisklubben Lunden'

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'A payment that does not match the order is refunded with an explanation, and the order can be paid again',
    { tag: '@nightly' },
    async ({ page, portal, request }) => {
      await newBuyer(page, portal, 'Gudrun')
      await chooseMembership(page, { name: 'Senior', club: tennis })
      const number = (await page.getByText(/^TENNI-M-/).textContent())!
      await delayGateway(request, 'void', 9000)
      await payWithCard(page, '0016')

      await expect(paymentFailed(page)).toBeVisible()
      await expect(page.getByText("The payment didn't match the order.")).toHaveCount(1)
      await expect(page.getByText("Your order is still open. Pay when you're ready.")).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'is being refunded' })).toBeVisible()
      const released = page.getByRole('status').filter({ hasText: 'was released' })
      await expect(released).toContainText("you haven't been charged")
      await expect(page.getByText(/You haven't been charged/)).toHaveCount(0)
      expect(await capturedFor(request, number)).toEqual([])

      await page.goto(paths.memberships())
      await unpaidOrder(page).getByRole('button', { name: 'Pay now' }).click()
      await expect(page.getByText(number)).toBeVisible()
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
      await expect(page.getByText("Your purchase isn't affected.")).toBeVisible()
      await expect(released).toBeVisible()
      expect(await capturedFor(request, number)).toEqual([155_000])
    },
  )
})

test(
  'Money for a cancelled order is released when its season was bought elsewhere, and the page says that it came too late',
  { tag: '@nightly' },
  async ({ page: forgotten, portal, context }) => {
    await newBuyer(forgotten, portal, 'Gerda')
    await chooseMembership(forgotten, { name: 'Studerende', club: 'Kammerkoret Havnelys' })

    const page = await context.newPage()
    await page.goto(paths.memberships())
    await unpaidOrder(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByRole('region', { name: 'You cancelled the order' })).toBeVisible()
    await chooseMembership(page, { name: 'Studerende', club: 'Kammerkoret Havnelys' })
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    const bought = orderToken(page)

    await payWithCard(forgotten, '0000')
    await expect(forgotten.getByRole('heading', { level: 1, name: 'The payment came too late' })).toBeVisible()
    expect(orderToken(forgotten)).not.toBe(bought)
    const released = forgotten.getByRole('status').filter({ hasText: 'was released' })
    await expect(released).toContainText('its places are no longer available')
    await expect(forgotten.getByText(/You haven't been charged/)).toHaveCount(0)
    await forgotten.getByRole('link', { name: 'Start over' }).click()
    await expect(forgotten.getByRole('heading', { level: 1, name: 'New Membership' })).toBeVisible()
  },
)
