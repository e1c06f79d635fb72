import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { eventOf } from './support/event-in-database.ts'
import { expectNoViolationsInBothLanguages } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'
import { agree, success } from './support/registering.ts'
import type { Portal } from './support/portal.ts'

const notNow = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Not now' })
const card = (page: Page) => page.getByRole('region', { name: 'Waiting for you' })
const line = (page: Page, label: string) => page.getByRole('main').getByRole('list', { name: label })

/** Their one season at the rowing club ended so many days ago; below zero it still runs. */
async function seasonEnded(portal: Portal, email: string, daysAgo: number): Promise<void> {
  await inDatabase(
    portal,
    `insert into memberships (id, org_id, member_id, enabled)
     select portal_new_id(), organisations.id, members.id, true from organisations, members where key = 'ROKLUB' and email = $1
     on conflict do nothing`,
    [email],
  )
  await inDatabase(portal, `delete from membership_terms where member_id = (select id from members where email = $1)`, [
    email,
  ])
  await inDatabase(
    portal,
    `insert into membership_terms
       (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status, status_change_date)
     select portal_new_id(), memberships.id, memberships.org_id, memberships.member_id, season.id, 2025,
       current_date - $2::int - 300, current_date - $2::int, 'active', portal_now() - interval '300 days'
     from memberships join members on members.id = memberships.member_id and email = $1
     join lateral (select id from membership_configurations where org_id = memberships.org_id and name like 'Voksen%'
       order by start_date limit 1) season on true`,
    [email, daysAgo],
  )
}

test(
  'Home asks somebody whose membership ended in one line, until they say not now, on every device',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const email = await newBuyer(page, portal, 'Laila')
    const home = async (daysAgo: number, name: string) => {
      await seasonEnded(portal, email, daysAgo)
      await page.goto(paths.dashboard())
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').getByText('My memberships')).toBeVisible()
      await lookAt(page, `home-${name}`)
    }

    await test.step('a member is asked nothing, and in the days of grace with a card', async () => {
      await home(-90, 'member')
      await expect(card(page)).toHaveCount(0)
      await home(3, 'grace')
      await expect(card(page)).toContainText(/Renew/)
      await expect(line(page, 'When it suits you')).toHaveCount(0)
    })

    await test.step('afterwards one line says which season it is', async () => {
      await home(60, 'lapsed-lately')
      await expect(card(page)).toHaveCount(0)
      await home(400, 'lapsed-long-ago')
      // Late in the year it is the next one.
      await expect(line(page, 'When it suits you')).toContainText(
        /Become a member of Roskilde Fjord Roklub again\. (This season runs until|Next season begins on)/,
      )
      await expectNoViolationsInBothLanguages(page, 'Home after a membership')
    })

    await test.step('after Not now it stays away, here and in a second tab', async () => {
      await notNow(page).click()
      await expect(line(page, 'When it suits you')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await lookAt(page, 'home-dismissed')
      const second = await page.context().newPage()
      await second.goto(paths.dashboard())
      await expect(second.getByRole('main').getByText('My memberships')).toBeVisible()
      await expect(line(second, 'When it suits you')).toHaveCount(0)
      await second.close()
    })
  },
)

test('A visitor with a ticket may say not now to becoming a member', { tag: '@nightly' }, async ({ page, portal }) => {
  const email = await newBuyer(page, portal, 'Tove')
  const eventId = await eventOf(portal, {
    club: 'ROKLUB',
    title: 'Open boathouse',
    categories: [{ category: 'adult', name: 'Adult', price: 0 }],
  })
  await page.goto(paths.registerForEvent('ROKLUB', eventId))
  await agree(page)
  await page.getByRole('button', { name: /^Register(?! others)/ }).click()
  await expect(success(page)).toBeVisible()
  await page.goto(paths.dashboard())
  const steps = page.getByRole('region', { name: 'Become a member' })
  await expect(steps).toBeVisible()
  await lookAt(page, 'home-visitor')

  await test.step('after a month the steps are one line', async () => {
    await inDatabase(
      portal,
      `update orders set paid_at = paid_at - interval '40 days' where buyer_id = (select id from members where email = $1)`,
      [email],
    )
    await page.goto(paths.dashboard())
    await expect(line(page, 'Become a member')).toBeVisible()
    await expect(steps).toHaveCount(0)
    await lookAt(page, 'home-visitor-quiet')
  })

  await notNow(page).click()
  await expect(line(page, 'Become a member')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Your next event')).toBeVisible()
  await expect(line(page, 'Become a member')).toHaveCount(0)
  await lookAt(page, 'home-visitor-dismissed')
})
