import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from '../support/axe.ts'
import {
  chooseClub,
  chooseMembership,
  chooseOffer,
  goToPayment,
  paymentFailed,
  paymentSuccessful,
  payWithCard,
  unpaidOrder,
} from '../support/buy.ts'
import { eventOf, withFamilyOfFour } from '../support/event-in-database.ts'
import { memberPages, offices, operatorPages, settled, visit } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { newBuyer, newcomer, settleIn } from '../support/newcomer.ts'
import type { Portal } from '../support/portal.ts'
import { agree, decline, party, success, tick, total } from '../support/registering.ts'

/** Everything that axe knows, as it is on a screen and on a phone. */
async function look(page: Page, name: string) {
  await expectNoViolationsInBothLanguages(page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoViolationsInBothThemes(page, `${name}, narrow`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

const withChild = (portal: Portal, email: string) =>
  inDatabase(
    portal,
    `insert into members (id, parent_id, first_name, last_name, date_of_birth)
     select portal_new_id(), id, 'Viggo', 'Klok', '2016-05-01' from members where email = $1`,
    [email],
  )

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

  for (const { admin, pages } of offices)
    test(`axe finds nothing on the pages of the office of ${admin}`, async ({ signedInAs }) => {
      const page = await signedInAs(admin)
      for (const { name, open } of pages) {
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

  test('axe finds nothing after each step of joining, wide and narrow', async ({ page, portal }) => {
    const email = await newcomer(page, 'Axel')
    await withChild(portal, email)
    await page.goto(paths.newMembership())
    await settled(page)
    await look(page, 'nothing chosen')
    await chooseClub(page, 'Roskilde Fjord Roklub')
    await chooseOffer(page, /^Voksen \d{4}/)
    await look(page, 'membership chosen')
    const pay = page.getByRole('button', { name: /^Pay DKK/ })
    await pay.click()
    await expect(page.getByLabel('Your date of birth')).toBeFocused()
    await look(page, 'birth date missing')
    await settleIn(portal, email)
    await page.reload()
    await page.getByRole('checkbox', { name: 'Viggo Klok' }).check()
    await expect(page.getByRole('button', { name: 'Edit the membership for Viggo Klok' })).toBeVisible()
    await look(page, 'two people')
    await page.getByRole('button', { name: 'Edit the membership for Axel Klok' }).click()
    await look(page, 'a folded line opened')
    await page.getByRole('checkbox', { name: 'Viggo Klok' }).uncheck()
    await page.getByRole('button', { name: 'Edit billing details' }).click()
    await pay.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Tick the box to agree.' })).toBeVisible()
    await look(page, 'no consent')
    await goToPayment(page, /^Pay DKK/)
    await payWithCard(page, '0001')
    await expect(paymentFailed(page)).toBeVisible()
    await settled(page)
    await look(page, 'declined')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    await settled(page)
    await look(page, 'paid')
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await expect(page.getByRole('article', { name: /^Receipt / })).toBeVisible()
    await settled(page)
    await look(page, 'receipt')
  })

  test('axe finds nothing after each step of buying and cancelling tickets, wide and narrow', async ({
    page,
    portal,
  }) => {
    const paid = await eventOf(portal, { club: 'ROKLUB', title: 'Axe party', capacity: 60, categories: party })
    const adult = { category: 'adult', name: 'Adult', price: 0 }
    const free = await eventOf(portal, { club: 'ROKLUB', title: 'Free axe party', capacity: 60, categories: [adult] })
    const email = await newBuyer(page, portal, 'Alba')
    await withFamilyOfFour(portal, email)
    await page.goto(paths.registerForEvent('ROKLUB', paid))
    await settled(page)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(tick(page, /^Alba Klok/)).toBeFocused()
    await look(page, 'nobody chosen')
    for (const name of [/^Alba Klok/, /^Clara Klok/]) await tick(page, name).check()
    await expect(total(page)).toHaveText(/280\.00$/)
    await look(page, 'two chosen')
    const button = page.getByRole('button', { name: /^Pay DKK/ })
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Tick the box to agree.' })).toBeVisible()
    await look(page, 'registration without consent')
    await goToPayment(page, /^Pay DKK/)
    await payWithCard(page, '0001')
    await expect(decline(page)).toBeVisible()
    await settled(page)
    await look(page, 'registration declined')
    await page.getByRole('button', { name: 'Pay again' }).click()
    await payWithCard(page, '0000')
    await expect(success(page)).toBeVisible()
    await settled(page)
    await look(page, 'registered')
    await page.getByRole('link', { name: 'See your tickets' }).click()
    await expect(page.getByRole('main').getByText('Clara Klok').first()).toBeVisible()
    await settled(page)
    await look(page, 'tickets bought')

    await page.goto(paths.registerForEvent('ROKLUB', free))
    await tick(page, /^Alba Klok/).check()
    await agree(page)
    await page.getByRole('button', { name: 'Register for free' }).click()
    await expect(success(page)).toBeVisible()
    await page.goto(paths.ticketsOf('ROKLUB', free))
    await page.getByRole('main').getByRole('link', { name: 'Alba Klok' }).click()
    await page.getByRole('button', { name: 'Cancel this ticket' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel the ticket for Alba Klok?' })
    await expect(question).toBeVisible()
    await look(page, 'whether to cancel a ticket')
    await question.getByRole('button', { name: 'Cancel this ticket' }).click()
    await expect(page.getByText('Ticket cancelled')).toBeVisible()
    await settled(page)
    await look(page, 'ticket cancelled')
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
