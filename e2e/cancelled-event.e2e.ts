import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages } from './support/axe.ts'
import { payWithCard, paymentWindow } from './support/buy.ts'
import { eventOf } from './support/event-in-database.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'
import { signInAs } from './support/sign-in.ts'
import { mailsTo } from './support/simulated.ts'
import { agree, anotherBrowser, pay, success, tick } from './support/registering.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function looked(page: Page, name: string) {
  await settled(page)
  await expectNoViolationsInBothLanguages(page, name)
  await lookAt(page, name)
}

test(
  'An event manager cancels an event, the treasurer approves its refunds, and the buyer reads why and gets the money back',
  { tag: '@nightly' },
  async ({ page, portal, browser, request, signedInAs }) => {
    test.slow()
    const title = 'Moonlight row'
    const eventId = await eventOf(portal, {
      club: 'ROKLUB',
      title,
      categories: [{ category: 'adult', name: 'Adult', price: 200 }],
    })
    const buyer = await anotherBrowser(browser, portal)
    const email = await newBuyer(buyer, portal, 'Rikke')

    await test.step('somebody buys a place', async () => {
      await buyer.goto(paths.registerForEvent('ROKLUB', eventId))
      await tick(buyer, /^Rikke Klok/).check()
      await agree(buyer)
      await pay(buyer, '200.00').click()
      await expect(paymentWindow(buyer)).toBeVisible()
      await payWithCard(buyer, '0000')
      await expect(success(buyer)).toBeVisible()
    })

    await test.step('the event manager sees what happens, writes to the guests, and types the name', async () => {
      await signedInAs('events@roklub.example')
      await page.goto(paths.officeEvents('ROKLUB', { q: title }))
      await page.getByRole('button', { name: new RegExp(`${title}$`) }).click()
      await page.getByRole('menuitem', { name: 'Cancel the event…' }).click()
      await expect(heading(page, `Cancel ${title}`)).toBeVisible()
      await expect(page.getByRole('row', { name: /^Goes back to the cards/ })).toContainText('200.00')
      await expect(page.getByText("You can't refund yourself.")).toBeVisible()
      await looked(page, 'cancel-numbers')
      await page.getByRole('button', { name: 'Next step' }).press('Enter')
      await page.getByRole('button', { name: 'Next step' }).click()
      await expect(page.getByText('Write why the event is cancelled.')).toBeVisible()
      await expect(page.getByLabel('Text in Danish')).toBeFocused()
      await page.keyboard.type('Fjorden er frosset til.')
      await page.getByLabel('Text in English').fill('The fjord is frozen.')
      await expect(page.getByRole('region', { name: 'In Danish' })).toContainText('Fjorden er frosset til.')
      await looked(page, 'cancel-text')
      await page.reload()
      await expect(page.getByLabel('Text in English')).toHaveValue('The fjord is frozen.')
      await page.getByRole('button', { name: 'Next step' }).click()
      await page.getByRole('button', { name: 'Cancel the event' }).click()
      await expect(page.getByText("That isn't the event's name.")).toBeVisible()
      await page.getByLabel(/^Type the name of the event/).fill('moonlight  row')
      await looked(page, 'cancel-name')
      await page.getByRole('button', { name: 'Cancel the event' }).click()
      await expect(heading(page, `Cancellation of ${title}`)).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Waiting for approval' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Approve the refunds' })).toBeHidden()
      await looked(page, 'cancel-waiting')
      await page.getByRole('link', { name: 'To the event' }).click()
      await expect(page.getByText('The refunds wait for approval.')).toBeVisible()
    })

    await test.step('the treasurer finds it in Today, approves, and sees it finish', async () => {
      const treasurer = await anotherBrowser(browser, portal)
      await treasurer.goto(paths.office('ROKLUB'))
      await signInAs(treasurer, 'treasurer@roklub.example')
      await treasurer.getByRole('link', { name: 'Look and approve' }).click()
      await expect(heading(treasurer, `Cancellation of ${title}`)).toBeVisible()
      await treasurer.getByRole('button', { name: 'Approve the refunds' }).click()
      const dialog = treasurer.getByRole('dialog', { name: /200\.00\?$/ })
      await dialog.getByRole('button', { name: 'Approve the refunds' }).click()
      await expect(treasurer.getByText('The cancellation is complete')).toBeVisible({ timeout: 90_000 })
      await expect(treasurer.getByText('1 of 1 orders have ended')).toBeVisible()
      await looked(treasurer, 'cancel-done')
      await treasurer.context().close()
    })

    await test.step('the buyer reads it in a mail, on the page and on the ticket', async () => {
      await buyer.goto(paths.event('ROKLUB', eventId))
      await expect(heading(buyer, `${title} has been cancelled`)).toBeVisible()
      await expect(buyer.getByText('The fjord is frozen.')).toBeVisible()
      await expect(buyer.getByText('What was paid goes back to the card it was paid with.')).toBeVisible()
      await looked(buyer, 'called-off-event')
      await buyer.getByRole('link', { name: 'See your tickets' }).click()
      await buyer.getByRole('link', { name: 'Rikke Klok' }).click()
      await expect(buyer.getByText('This ticket is no longer valid')).toBeVisible()
      await expect(buyer.getByText('The fjord is frozen.')).toBeVisible()
      await looked(buyer, 'called-off-ticket')
      const [mail] = (await mailsTo(request, email)).filter(({ text }) => text.includes('The fjord is frozen.'))
      expect(mail?.text).toContain('200.00')
    })
  },
)
