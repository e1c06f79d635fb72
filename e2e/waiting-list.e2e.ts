import { paths } from '#web/paths.ts'
import { eventOf, ordersFor, withFamilyOfFour } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { newcomer, settleIn } from './support/newcomer.ts'
import { agree, anotherBrowser, look, success } from './support/registering.ts'

test('A family joins the waiting list of a full event, and accepts the place that somebody cancels', async ({
  page,
  portal,
  browser,
}) => {
  const eventId = await eventOf(portal, {
    club: 'ROKLUB',
    title: 'Night row',
    capacity: 1,
    categories: [{ category: 'seat', name: 'Seat', price: 0 }],
  })
  const other = await anotherBrowser(browser, portal)
  const emails = [await newcomer(page, 'Pia'), await newcomer(other, 'Rolf')] as const
  for (const email of emails) await settleIn(portal, email)
  await withFamilyOfFour(portal, emails[1])
  const panel = other.getByRole('region', { name: 'Waiting list' })

  await test.step('one takes the last place', async () => {
    await page.goto(paths.registerForEvent('ROKLUB', eventId))
    await agree(page)
    await page.getByRole('button', { name: 'Register for free' }).click()
    await expect(success(page)).toBeVisible()
  })

  await test.step('the family joins: any of them, and reads the rule', async () => {
    await other.goto(paths.event('ROKLUB', eventId))
    await expect(panel).toContainText('No one is waiting yet.')
    await expect(panel.getByRole('listitem')).toHaveCount(5)
    await panel.getByRole('button', { name: 'Join the waiting list' }).click()
    await panel.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(panel).toContainText('Choose at least one person.')
    for (const box of await panel.getByRole('checkbox').all()) await box.check()
    await look(other, 'waiting-join')
    await panel.getByRole('radio', { name: 'All of us – otherwise we wait' }).check()
    await panel.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(panel.getByRole('alert')).toContainText('There will never be that many places together.')
    await panel.getByRole('radio', { name: /^As many as possible/ }).check()
    await panel.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(panel).toContainText("You're first in line.")
    await look(other, 'waiting')
    await other.goto(paths.dashboard())
    await expect(other.getByRole('region', { name: 'On waiting lists' })).toContainText('Night row')
  })

  await test.step('the place that is cancelled is offered to them, and not for sale', async () => {
    await page.goto(paths.ticketsOf('ROKLUB', eventId))
    await page.getByRole('link', { name: 'Pia Klok' }).click()
    await page.getByRole('button', { name: 'Cancel this ticket' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel this ticket' }).click()
    await expect(page.getByText('Ticket cancelled')).toBeVisible()
    await expect
      .poll(() => inDatabase(portal, `select status from waiting_wishes where event_id = $1`, [eventId]))
      .toEqual([{ status: 'offered' }])
    await page.goto(paths.event('ROKLUB', eventId))
    await expect(page.getByText('No places left.').first()).toBeVisible()
  })

  await test.step('they accept it, and the others of them wait on', async () => {
    await other.goto(paths.event('ROKLUB', eventId))
    await expect(panel).toContainText('There is room for')
    await look(other, 'waiting-offer')
    const offer = other.getByRole('region', { name: /^You have an order to accept/ })
    await offer.getByRole('checkbox', { name: /^I agree/ }).check()
    await offer.getByRole('button', { name: 'Accept the order' }).click()
    await expect.poll(() => ordersFor(portal, eventId, emails[1])).toMatchObject([{ status: 'paid' }])
    await other.goto(paths.event('ROKLUB', eventId))
    await expect(panel).toContainText('Waiting for places for')
    await panel.getByRole('button', { name: 'Leave the waiting list' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Leave the waiting list' }).click()
    await expect(panel).toContainText('No one is waiting yet.')
  })
})
