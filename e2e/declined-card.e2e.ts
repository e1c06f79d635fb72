import { chooseMembership, orderToken, paymentFailed, paymentSuccessful, payWithCard } from './buy.ts'
import { expect, test } from './fixtures.ts'
import { confirmationsTo } from './simulated.ts'

const club = 'Roskilde Fjord Roklub'

const declines = [
  { tail: '0001', email: 'admin@roklub.example', reason: 'Your bank declined the payment.' },
  { tail: '0002', email: 'super@example.com', reason: 'There is not enough money on the account.' },
  { tail: '0003', email: 'admin@tennis.example', reason: 'The card has expired.' },
]

for (const { tail, email, reason } of declines) {
  test(`A card that is declined (…${tail}) says why, and the same order is paid with another`, async ({
    signedInAs,
    request,
  }) => {
    const page = await signedInAs(email)
    await chooseMembership(page, { name: 'Voksen', club })
    await payWithCard(page, tail)

    await expect(paymentFailed(page)).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByText('No money was taken.')).toBeVisible()
    const declined = orderToken(page)
    expect(declined).toMatch(/^[A-Za-z0-9]{40}$/)
    const confirmations = () => confirmationsTo(request, email, club)
    expect(await confirmations()).toHaveLength(0)

    await page.getByRole('button', { name: 'Pay again' }).click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    expect(orderToken(page)).toBe(declined)
    await expect.poll(async () => (await confirmations()).length).toBe(1)
  })
}
