import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import {
  chooseClub,
  chooseMembership,
  paymentFailed,
  paymentSuccessful,
  paymentWindow,
  payWithCard,
  unpaidOrder,
} from './support/buy.ts'
import { eventOf } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { newBuyer } from './support/newcomer.ts'
import { agree, success } from './support/registering.ts'

/** Back, as often as it takes to the form; the window of the payment lies between. */
async function backTo(page: Page, path: string) {
  for (let steps = 0; steps < 5 && new URL(page.url()).pathname !== path; steps++) await page.goBack()
  await expect(page).toHaveURL(new RegExp(path))
}

test(
  'After paying, Back leads to the receipt and no basket, and Home shows what was not finished',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const email = await newBuyer(page, portal, 'Bodil')
    const pay = page.getByRole('button', { name: /^(Pay|Go to payment|Register(?! others))/ })

    await test.step('Home shows a declined card with the reason', async () => {
      await chooseMembership(page, { name: 'Voksen', club: 'Roskilde Fjord Roklub' })
      await payWithCard(page, '0001')
      await expect(paymentFailed(page)).toBeVisible()
      await page.goto(paths.dashboard())
      await expect(unpaidOrder(page)).toContainText('Your bank declined the payment.')
    })

    await test.step('after paying, Back leads to the receipt', async () => {
      await unpaidOrder(page).getByRole('button', { name: 'Pay now' }).click()
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
      await page.goto(paths.newMembership())
      await chooseClub(page, 'Tennisklubben Lunden')
      await page.getByRole('checkbox', { name: /^I agree that/ }).check()
      await pay.click()
      await expect(paymentWindow(page)).toBeVisible()
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
      await backTo(page, paths.newMembership())
      await expect(page.getByRole('heading', { level: 2, name: 'Your order is paid' })).toBeVisible()
      await expect(pay).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
      await page.getByRole('button', { name: 'Buy something else' }).click()
      await expect(page.getByRole('form', { name: 'New Membership' })).toBeVisible()
    })

    await test.step('after a registration that costs nothing, too', async () => {
      const eventId = await eventOf(portal, {
        club: 'ROKLUB',
        title: 'Open boathouse',
        categories: [{ category: 'adult', name: 'Adult', price: 0 }],
      })
      await page.goto(paths.registerForEvent('ROKLUB', eventId))
      await agree(page)
      await pay.click()
      await expect(success(page)).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('link', { name: 'See your tickets' })).toBeVisible()
      await expect(pay).toHaveCount(0)
      // Who comes anew is not registered twice by a slip.
      await page.getByRole('button', { name: 'Register others' }).click()
      await expect(page.getByText(/^You have a ticket/)).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /^Bodil Klok/ })).not.toBeChecked()
    })

    await test.step('Home shows once that a payment window expired', async () => {
      await page.goto(paths.newMembership())
      await chooseClub(page, 'Kammerkoret Havnelys')
      await page.getByRole('checkbox', { name: /^I agree that/ }).check()
      await pay.click()
      await expect(paymentWindow(page)).toBeVisible()
      await inDatabase(
        portal,
        `update orders set status = 'expired', reserved_until = null where status = 'open'
         and buyer_id = (select id from members where email = $1)`,
        [email],
      )
      await page.goto(paths.dashboard())
      const lost = page.getByRole('region', { name: /^This order has expired/ })
      await expect(lost).toContainText("You haven't been charged")
      await lost.getByRole('button', { name: 'Close' }).click()
      await expect(lost).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(lost).toHaveCount(0)
    })
  },
)
