import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessTokenOf } from '#server/testing/sign-in.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolations } from './support/axe.ts'
import { paymentSuccessful, payWithCard } from './support/buy.ts'
import { counted, countFromHere } from './support/counted.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase, minuteOver } from './support/in-database.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'
import { capturedFor } from './support/simulated.ts'

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

/** Gives somebody two children and a relative, all of them in the rowing club as they are. */
async function withFamilyInClub(portal: Portal, email: string) {
  await inDatabase(
    portal,
    `with parent as (select id from members where email = $1),
       children as (
         insert into members (id, parent_id, first_name, last_name, date_of_birth)
         select portal_new_id(), parent.id, name, 'Klok', '2016-05-01' from parent, unnest(array['Clara', 'David']) name returning id),
       relative as (
         insert into members (id, first_name, last_name, email, date_of_birth)
         values (portal_new_id(), 'Otto', 'Klok', 'otto.' || $1, '1980-02-02') returning id),
       link as (
         insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, answered_at)
         select portal_new_id(), parent.id, relative.id, 'otto.' || $1, portal_new_id(), 'approved', portal_now() from parent, relative),
       season as (
         select configuration.*, starts.name as kind from membership_configurations configuration
         join organisations on organisations.id = configuration.org_id and organisations.key = 'ROKLUB'
         join unnest(array['Voksen', 'Junior']) starts (name) on configuration.name like starts.name || ' %'
         where (portal_now() at time zone 'Europe/Copenhagen')::date between start_date and end_date),
       wanted as (
         select id, 'Junior' as kind from children union all select id, 'Voksen' from relative union all select id, 'Voksen' from parent),
       membership as (
         insert into memberships (id, org_id, member_id, enabled)
         select portal_new_id(), season.org_id, wanted.id, true from season join wanted on wanted.kind = season.kind
         returning id, org_id, member_id)
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date,
       gdpr_agreement, status, status_change_date)
     select portal_new_id(), membership.id, membership.org_id, membership.member_id, season.id, extract(year from season.start_date),
       season.start_date, season.end_date, true, 'active', portal_now() - interval '100 days'
     from membership join wanted on wanted.id = membership.member_id join season on season.kind = wanted.kind`,
    [email],
  )
}

/** The club's office refunds a member's last purchase. */
async function refundLine(portal: Portal, email: string): Promise<void> {
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
  await minuteOver(portal)
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFileSync(await file.path())
}

test('A family of four is renewed in two clicks', { tag: '@nightly' }, async ({ page, portal, request }) => {
  const email = await newBuyer(page, portal, 'Filippa')
  await withFamilyInClub(portal, email)
  await countFromHere(page)
  await page.goto(paths.memberships())
  await page.getByRole('link', { name: /^Renew for everyone: DKK.2,100\.00$/ }).click()
  await expect(heading(page, 'Renew membership')).toBeVisible()
  for (const name of ['Filippa Klok', 'Otto Klok', 'Clara Klok', 'David Klok'])
    await expect(page.getByRole('group', { name, exact: true })).toContainText(/(Voksen|Junior) \d{4}/)
  await expect(page.getByText('That still holds.')).toBeVisible()
  await settled(page)
  await expectNoViolations(page, 'renewing four')
  await page.getByRole('button', { name: /^Pay DKK.2,100\.00$/ }).click()
  const number = (await page.getByText(/^ROKLU-M-/).textContent())!
  await payWithCard(page, '0000')
  await expect(paymentSuccessful(page)).toBeVisible()
  expect(await counted(page)).toEqual({ clicks: 2, fields: [] })
  expect(await capturedFor(request, number)).toEqual([210_000])
})

test(
  'A member renews, switches automatic renewal on and off, and finds every receipt',
  { tag: '@nightly' },
  async ({ page, portal }) => {
    const email = await newBuyer(page, portal, 'Rosa')
    await joinLongAgo(portal, email)

    await test.step('sees until when, and what going on costs', async () => {
      await page.goto(paths.dashboard())
      await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText(`Renew at ${club}`)
      await page.goto('/membership-list')
      const card = page.getByRole('article', { name: club })
      await expect(card).toContainText(/Active until 31 December \d{4}/)
      await card.getByRole('link', { name: 'Renew for Rosa Klok' }).click()
    })

    await test.step('renews with the card kept for the next time', async () => {
      await expect(heading(page, 'Renew membership')).toBeVisible()
      await expect(page.getByText('That still holds.'), 'who agreed is not asked again').toBeVisible()
      await page.getByRole('checkbox', { name: /^Renew automatically/ }).check()
      await page.getByRole('button', { name: /^Pay DKK 700\.00/ }).click()
      await payWithCard(page, '0000')
      await expect(paymentSuccessful(page)).toBeVisible()
    })

    const card = page.getByRole('article', { name: club })
    const renews = card.getByRole('switch', { name: 'Automatic renewal for Rosa Klok' })
    await test.step('sees the plan, switches it off and on again by keyboard', async () => {
      await page.goto(paths.memberships())
      await expect(card).toContainText(/Voksen \d{4} is paid/)
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
      await expect(page.getByRole('main')).toContainText("Your memberships here don't renew automatically.")
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

    await test.step("an office's refund is on the receipt, with its credit note", async () => {
      await refundLine(portal, email)
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
  },
)

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    "Anna's family fits in three screens, and one press renews everything",
    { tag: '@nightly' },
    async ({ signedInAs }) => {
      const page = await signedInAs('anna@example.com')
      await page.goto(paths.memberships())
      const rowing = page.getByRole('article', { name: club })
      await expect(rowing.getByRole('listitem')).toHaveText([/^AHAnna Holm/, /Alma Holm/, /Bo Holm/, /Viggo Holm/])
      for (const row of await rowing.getByRole('listitem').all())
        await expect(row).toContainText(/Active until 31 December \d{4}/)
      await expect(page.getByRole('link', { name: 'Join Tennisklubben Lunden' })).toHaveAttribute('href', /orgId=/)
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      expect(height).toBeLessThanOrEqual(3 * 844)

      const all = page.getByRole('region', { name: /^Renew by 31 December \d{4}$/ })
      // Bo has a sign-in of his own.
      await expect(all.getByRole('link', { name: 'Renew yours (3)' })).toHaveAttribute('href', /lines=/)
      await all.getByRole('link', { name: /^Renew for everyone/ }).click()
      await expect(page).toHaveURL(({ pathname, searchParams }) => {
        return pathname === paths.newMembership() && searchParams.get('lines')?.split('~').length === 4
      })
    },
  )
})
