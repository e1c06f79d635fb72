import { chooseMembership, orderToken, paymentFailed, paymentSuccessful, payWithCard } from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { newBuyer } from './support/newcomer.ts'
import { confirmationsTo } from './support/simulated.ts'

const club = 'Roskilde Fjord Roklub'

const declines = [
  { tail: '0001', reason: 'Your bank declined the payment.' },
  { tail: '0002', reason: "There isn't enough money in the account." },
  { tail: '0003', reason: 'The card has expired.' },
]

test(
  'Each declined card shows its reason, and another card pays the same order',
  { tag: '@nightly' },
  async ({ page, portal, request }) => {
    const email = await newBuyer(page, portal, 'Dagny')
    const confirmations = () => confirmationsTo(request, email, club)
    const orders = new Set<string | null>()
    await chooseMembership(page, { name: 'Voksen', club })
    for (const { tail, reason } of declines) {
      await test.step(`declined (…${tail})`, async () => {
        await payWithCard(page, tail)
        await expect(paymentFailed(page)).toBeVisible()
        await expect(page.getByText(reason)).toBeVisible()
        await expect(page.getByText("You haven't been charged.")).toBeVisible()
        orders.add(orderToken(page))
        expect(orderToken(page)).toMatch(/^[A-Za-z0-9]{40}$/)
        expect(await confirmations()).toHaveLength(0)
        await page.getByRole('button', { name: 'Pay again' }).click()
      })
    }
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    orders.add(orderToken(page))
    expect(orders.size).toBe(1)
    await expect.poll(async () => (await confirmations()).length).toBe(1)
  },
)
