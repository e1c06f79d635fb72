import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessTokenOf } from '#server/testing/sign-in.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolations } from './support/axe.ts'
import { paymentSuccessful, payWithCard } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'

const club = 'Roskilde Fjord Roklub'
const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Gives somebody the rowing club's current season, as if they had joined long ago. */
const joinLongAgo = (portal: Portal, email: string) =>
  inDatabase(
    portal,
    `with season as (
       select configuration.* from membership_configurations configuration
       join organisations on organisations.id = configuration.org_id and organisations.key = 'ROKLUB'
       where configuration.name like 'Voksen %'
         and (portal_now() at time zone 'Europe/Copenhagen')::date between start_date and end_date
     ), membership as (
       insert into memberships (id, org_id, member_id, enabled)
       select portal_new_id(), season.org_id, members.id, true from season, members where members.email = $1
       returning id, org_id, member_id
     )
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date,
       gdpr_agreement, status, status_change_date)
     select portal_new_id(), membership.id, membership.org_id, membership.member_id, season.id,
       extract(year from season.start_date), season.start_date, season.end_date, true, 'active', portal_now() - interval '100 days'
     from season, membership`,
    [email],
  )

/** The club's office refunds a member's last purchase. */
async function giveBack(portal: Portal, email: string): Promise<void> {
  const [bought] = await inDatabase<{ org_id: string; order_id: string; line_id: string }>(
    portal,
    `select orders.org_id, orders.id as order_id, order_lines.id as line_id
     from orders join order_lines on order_lines.order_id = orders.id join members on members.id = orders.buyer_id
     where members.email = $1 and orders.status = 'paid' order by orders.id desc limit 1`,
    [email],
  )
  const admin = 'admin@roklub.example'
  const headers = {
    authorization: `Bearer ${await accessTokenOf(`${portal.url}/realms/izy`, admin)}`,
    'content-type': 'application/json',
  }
  // The first call after a sign-in creates its member.
  await fetch(`${portal.url}/izy-member-api/api/v1/member/sign-in`, { method: 'POST', headers, body: '{}' })
  const answer = await fetch(
    `${portal.url}/izy-org-api/api/v1/org/${bought!.org_id}/order/${bought!.order_id}/refund`,
    {
      method: 'POST',
      headers,
      body: JSON.stringify({ lineIds: [bought!.line_id] }),
    },
  )
  expect(answer.status, await answer.text()).toBe(200)
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFileSync(await file.path())
}

test('A member renews, switches automatic renewal on and off, and finds every receipt', async ({ page, portal }) => {
  const email = await newBuyer(page, portal, 'Rosa')
  await joinLongAgo(portal, email)

  await test.step('sees until when, and what going on costs', async () => {
    await page.goto(paths.dashboard())
    await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText(`Renew at ${club}`)
    await page.goto('/membership-list')
    const card = page.getByRole('article', { name: club })
    await expect(card).toContainText(/Active until 31 December \d{4}/)
    await expect(card).toContainText('Next season is on sale: Voksen')
    await expect(card).toContainText('DKK 650.00 + DKK 50.00 surcharge')
    await card.getByRole('link', { name: 'Renew for Rosa Klok' }).click()
  })

  await test.step('renews with the card kept for the next time', async () => {
    await expect(heading(page, 'New Membership')).toBeVisible()
    await page.getByRole('checkbox', { name: /^I agree that/ }).check()
    await page.getByRole('checkbox', { name: /^Renew automatically/ }).check()
    await page.getByRole('button', { name: /^Pay DKK 700\.00/ }).click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
  })

  const card = page.getByRole('article', { name: club })
  const renews = card.getByRole('switch', { name: 'Automatic renewal for Rosa Klok' })
  await test.step('sees the plan, switches it off and on again by keyboard', async () => {
    await page.goto(paths.memberships())
    await expect(card).toContainText(/Renews automatically on 17 December \d{4}/)
    await expect(card).toContainText('your card 4100 00XX XXXX 0000 (expires 12/39)')
    await settled(page)
    await expectNoViolations(page, 'memberships with a plan')
    await renews.press('Space')
    await expect(card).toContainText("Doesn't renew automatically")
    await expect(renews).not.toBeChecked()
    await toast(page, 'Automatic renewal is off for Rosa Klok.').getByRole('button', { name: 'Undo' }).click()
    await expect(renews).toBeChecked()
    await expect(card).toContainText('Renews automatically on')
  })

  await test.step('deletes the card: what it would have renewed ends as any other', async () => {
    await page.goto(paths.savedCards())
    const cards = page.getByRole('region', { name: 'Cards' })
    await expect(cards).toContainText(`Renews memberships for Rosa Klok at ${club}`)
    await cards.getByRole('button', { name: /^Delete card/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete card' }).click()
    await expect(toast(page, 'has been deleted.')).toBeVisible()
    await expect(cards).toContainText('You have no saved cards yet.')
    await page.goto(paths.memberships())
    await expect(card).toContainText("Your memberships here don't renew automatically.")
    await expect(renews).toHaveCount(0)
  })

  await test.step('finds what was paid, and its receipt in two languages', async () => {
    await card.getByRole('link', { name: 'History of Rosa Klok' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Voksen' })).toHaveCount(2)
    await expect(page.getByText('DKK 700.00, paid by you.')).toHaveCount(1)
    await page.getByRole('link', { name: /^Receipt for/ }).click()
    await expect(heading(page, 'Memberships Receipt')).toBeVisible()
    const files = [await download(page, 'Download PDF'), await download(page, 'PDF på dansk')]
    for (const file of files) expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files[0]!.equals(files[1]!)).toBe(false)
  })

  await test.step('the old address leads back to the history', async () => {
    const termId = new URL(page.url()).pathname.split('/').at(-2)!
    await page.goto(`/membership-${termId}-receipt`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(crumbs).toHaveText('Memberships›Memberships History›Receipt')
    await expect(page).toHaveTitle(/^Receipt ·/)
  })

  await test.step('what the office gives back is on the receipt, with its credit note', async () => {
    await giveBack(portal, email)
    const receipt = page.getByRole('article', { name: /^Receipt / })
    await expect(async () => {
      await page.reload()
      await receipt.waitFor()
      expect(await receipt.getByRole('region', { name: 'Credit notes' }).isVisible()).toBe(true)
    }).toPass()
    await expect(receipt).toContainText('DKK 700.00 was refunded')
    await expect(receipt).toContainText(/Total after refund\s*DKK.0\.00/)
    await settled(page)
    await expectNoViolations(page, 'receipt with a credit note')
    expect((await download(page, 'Credit note')).subarray(0, 5).toString()).toBe('%PDF-')
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Memberships History' })
      .click()
    await expect(page.getByText('DKK 700.00 was refunded.')).toBeVisible()
  })
})
