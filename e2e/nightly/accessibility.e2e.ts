import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from '../support/axe.ts'
import { chooseMembership, paymentFailed, paymentSuccessful, payWithCard, unpaidOrder } from '../support/buy.ts'
import { memberPages, officePages, operatorPages, settled, visit } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'

const withUnpaidOrders = {
  dashboard: paths.dashboard(),
  'new membership': paths.newMembership(),
  memberships: paths.memberships(),
}

test.describe('In both themes and languages', () => {
  test("axe finds nothing on a member's pages", async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    for (const { name, open } of memberPages) {
      await open(page)
      await settled(page)
      await expectNoViolationsInBothLanguages(page, name)
    }
  })

  test("axe finds nothing on an office's pages", async ({ signedInAs }) => {
    const page = await signedInAs('admin@roklub.example')
    for (const { name, open } of officePages) {
      await open(page)
      await settled(page)
      await expectNoViolationsInBothLanguages(page, name)
    }
  })

  test("axe finds nothing on an operator's pages", async ({ signedInAs }) => {
    const page = await signedInAs('super@example.com')
    for (const { name, open } of operatorPages) {
      await open(page)
      await settled(page)
      await expectNoViolationsInBothLanguages(page, name)
    }
  })

  test('axe finds nothing on the way through a payment', async ({ signedInAs }) => {
    const page = await signedInAs('erik@example.com')
    await chooseMembership(page, { name: 'Sanger', club: 'Kammerkoret Havnelys' })
    await expectNoViolationsInBothLanguages(page, 'payment window')
    await chooseMembership(page, { name: 'Senior', club: 'Tennisklubben Lunden' })
    for (const [name, path] of Object.entries(withUnpaidOrders)) {
      await visit(page, path)
      await settled(page)
      await expect(unpaidOrder(page)).toHaveCount(2)
      await expectNoViolationsInBothLanguages(page, `${name} with two unpaid orders`)
    }
    const choir = unpaidOrder(page).filter({ hasText: 'Kammerkoret Havnelys' })
    await choir.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolationsInBothThemes(page, 'whether to cancel the order')
    await page.getByRole('button', { name: 'Keep the order' }).click()
    await choir.getByRole('button', { name: 'Pay now' }).click()
    await payWithCard(page, '0016')
    await expect(page.getByText(/^DKK.*was released$/)).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'payment refunded')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await payWithCard(page, '0001')
    await expect(paymentFailed(page)).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'payment failed')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'payment successful')
  })
})
