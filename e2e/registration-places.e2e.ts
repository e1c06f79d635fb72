import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { payWithCard, paymentWindow } from './support/buy.ts'
import { eventOf, ordersFor, withFamilyOfFour } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { newcomer, settleIn } from './support/newcomer.ts'
import { agree, anotherBrowser, look, party, pay, row, success, tick, total } from './support/registering.ts'

test(
  'With the keyboard alone a free event is booked at once, and a full event says what to do',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const free = await eventOf(portal, {
      club: 'KOR',
      title: 'Open rehearsal',
      categories: [{ category: 'seat', name: 'Seat', price: 0 }],
    })
    const email = await newcomer(page, 'Kaja')
    const control = (role: 'button' | 'checkbox' | 'link', name: RegExp | string) => page.getByRole(role, { name })
    /** Presses Tab until something has the focus. */
    const tabTo = async (role: 'button' | 'checkbox' | 'link', name: RegExp | string) => {
      const wanted = control(role, name)
      await expect(wanted).toBeVisible()
      for (let presses = 0; presses < 60; presses++) {
        if ((await wanted.and(page.locator(':focus')).count()) === 1) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`The keyboard does not reach ${String(name)}`)
    }

    await page.goto(paths.registerForEvent('KOR', free))
    await expect(tick(page, /^Kaja Klok/)).toBeChecked()
    await tabTo('checkbox', /^Kaja Klok/)
    await page.keyboard.press('Space')
    await expect(tick(page, /^Kaja Klok/)).not.toBeChecked()
    await look(page, 'register-empty')
    await tabTo('button', 'Register')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Choose at least one person.' })).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await tabTo('checkbox', /^Kaja Klok/)
    await page.keyboard.press('Space')
    await expect(control('button', 'Register for free')).toBeVisible()
    await expect(page.getByText('This club is in test mode')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Billing details' })).toBeHidden()
    await tabTo('checkbox', /^I agree that/)
    await page.keyboard.press('Space')
    await tabTo('button', 'Register for free')
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeVisible()
    await expect(page.getByText("There's nothing to pay")).toBeVisible()
    await look(page, 'register-confirm-free')

    await test.step('a full event says so, with what can be done', async () => {
      const full = await eventOf(portal, { club: 'KOR', title: 'Full concert', capacity: 0, categories: party })
      await page.goto(paths.registerForEvent('KOR', full))
      await expect(page.getByRole('heading', { name: "You can't register right now" })).toBeVisible()
      await expect(page.getByText('No places left.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'See other events' })).toBeVisible()
      await look(page, 'register-full')
      const members = await eventOf(portal, { club: 'KOR', title: 'Choir supper', forMembers: true, categories: party })
      await page.goto(paths.registerForEvent('KOR', members))
      await expect(row(page, 'Kaja Klok')).toContainText('Members only.')
      await look(page, 'register-refused')
    })
    expect(await ordersFor(portal, free, email)).toMatchObject([{ status: 'paid', total: 0 }])
  },
)

test(
  'Two browsers race for the last place: one gets it, the other keeps its form; offline nothing is lost',
  { tag: '@nightly' },
  async ({ page, portal, browser }) => {
    const title = 'Last boat'
    const eventId = await eventOf(portal, {
      club: 'ROKLUB',
      title,
      capacity: 2,
      categories: [{ category: 'seat', name: 'Seat', price: 50 }],
    })
    const other = await anotherBrowser(browser, portal)
    const [first, second] = [await newcomer(page, 'Pia'), await newcomer(other, 'Rolf')]
    for (const email of [first, second]) await settleIn(portal, email)
    await withFamilyOfFour(portal, second)
    await inDatabase(portal, `update events set capacity = 1 where id = $1`, [eventId])

    await test.step('both choose the last place', async () => {
      for (const each of [page, other]) await each.goto(paths.registerForEvent('ROKLUB', eventId))
      await tick(other, /^Rolf Klok/).check()
      for (const each of [page, other]) {
        await expect(total(each)).toHaveText(/DKK.50\.00$/)
        await agree(each)
      }
    })

    await test.step('offline the form says so and stays as it is', async () => {
      await page.context().setOffline(true)
      await pay(page, '50.00').click()
      await expect(page.getByRole('alert').filter({ hasText: "It's safe to try again" })).toBeVisible()
      await expect(tick(page, /^Pia Klok/)).toBeChecked()
      await page.context().setOffline(false)
    })

    await test.step('at the same moment: one of them continues to pay', async () => {
      await Promise.all([
        page.getByRole('button', { name: 'Try again' }).dblclick(),
        other.getByRole('button', { name: /^Pay DKK/ }).dblclick(),
      ])
      const isPaying = async (each: Page) => (await paymentWindow(each).count()) === 1
      await expect.poll(async () => [await isPaying(page), await isPaying(other)].filter(Boolean).length).toBe(1)
      const [winner, loser] = (await isPaying(page)) ? [page, other] : [other, page]
      const name = loser === page ? 'Pia Klok' : 'Rolf Klok'
      const alert = loser.getByRole('alert').filter({ hasText: "Some places can't be reserved" })
      await expect(alert).toContainText(name)
      await expect(alert).toContainText('No places left.')
      await expect(tick(loser, new RegExp(`^${name}`))).toBeChecked()
      await expect(loser.getByRole('button', { name: 'Register', exact: true })).toBeVisible()
      await look(loser, 'register-lost')

      await payWithCard(winner, '0000')
      await expect(success(winner)).toBeVisible()
    })
    const orders = [...(await ordersFor(portal, eventId, first)), ...(await ordersFor(portal, eventId, second))]
    expect(orders.map(({ status }) => status)).toEqual(['paid'])
  },
)
