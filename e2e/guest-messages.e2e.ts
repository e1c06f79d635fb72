import { paths } from '#web/paths.ts'
import { payWithCard } from './support/buy.ts'
import { eventOf } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { minuteOver } from './support/in-database.ts'
import { newBuyer } from './support/newcomer.ts'
import { agree, anotherBrowser, pay, success, tick } from './support/registering.ts'

test(
  'An office writes to the guests, presses Stop once, moves the event, and a guest is refunded on the ticket',
  { tag: '@nightly' },
  async ({ browser, portal, signedInAs }) => {
    const title = 'Fakkeltur langs åen'
    const eventId = await eventOf(portal, {
      club: 'ROKLUB',
      title,
      inDays: 40,
      categories: [{ category: 'adult', name: 'Adult', price: 150 }],
    })
    const guest = await anotherBrowser(browser, portal)
    await newBuyer(guest, portal, 'Freja')
    await guest.goto(paths.registerForEvent('ROKLUB', eventId))
    await tick(guest, /^Freja/).check()
    await agree(guest)
    await pay(guest, '150.00').click()
    await payWithCard(guest, '0000')
    await expect(success(guest)).toBeVisible()

    const page = await signedInAs('events@roklub.example')
    const write = async () => {
      await page.goto(paths.officeEvent('ROKLUB', eventId, { tab: 'people' }))
      await page.getByRole('button', { name: 'Write to guests' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Write to the guests' })
      await dialog.getByLabel('Subject in Danish').pressSequentially('Husk lygte')
      await dialog.getByLabel('Text in Danish').pressSequentially('Det er mørkt.')
      await dialog.getByLabel('Subject in English').pressSequentially('Bring a torch')
      await dialog.getByLabel('Text in English').pressSequentially('It is dark.')
      await expect(dialog.getByRole('region', { name: 'How it looks' })).toContainText('Fakkeltur langs åen')
      await dialog.getByRole('button', { name: 'Send in a minute' }).click()
      await expect(dialog).toBeHidden()
    }
    await write()
    await page.getByRole('button', { name: 'Stop the message “Husk lygte”' }).click()
    await write()
    await expect(page.getByRole('button', { name: 'Stop the message “Husk lygte”' })).toBeVisible()
    await minuteOver(portal)
    await page.goto(paths.guestMessages('ROKLUB', eventId))
    const messages = page.getByRole('region', { name: 'Bring a torch' })
    await expect(messages).toHaveCount(2)
    await expect(messages.first()).toContainText('1 of 1 sent')
    await expect(messages.last()).toContainText('Stopped')

    await page.goto(paths.officeEvent('ROKLUB', eventId, { tab: 'when' }))
    await page.getByLabel('Place in Danish').fill('Søbredden')
    const notice = page.getByRole('status').filter({ hasText: 'Send them the old and the new time or place' })
    await notice.getByLabel('Your words to the guests in Danish').pressSequentially('Åen er gået over sine bredder.')
    await expect(notice.getByLabel('Guests can have their money back until')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('timer')).toContainText(title)
    await minuteOver(portal)

    await guest.goto(paths.ticketsOf('ROKLUB', eventId))
    await guest.getByRole('link', { name: /^Freja/ }).click()
    await expect(guest.getByRole('button', { name: 'Show at the door' })).toBeVisible()
    const asked = guest.getByRole('note').filter({ hasText: 'The event has moved' })
    await expect(async () => {
      await guest.reload()
      await expect(asked).toBeVisible({ timeout: 2000 })
    }).toPass()
    await asked.getByRole('button', { name: 'Keep the ticket' }).click()
    await expect(asked).toContainText('You keep the ticket.')
    await asked.getByRole('button', { name: /^Refund/ }).click()
    await guest
      .getByRole('dialog', { name: 'Cancel the ticket?' })
      .getByRole('button', { name: /^Refund/ })
      .click()
    await expect(guest.getByText('The ticket is cancelled').first()).toBeVisible()

    await page.goto(paths.guestMessages('ROKLUB', eventId))
    await expect(page.getByRole('region', { name: 'Answers after the move' })).toContainText('1 refunded')
  },
)
