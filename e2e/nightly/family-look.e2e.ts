import type { Page } from '@playwright/test'
import path from 'node:path'
import { paths } from '#web/paths.ts'
import { expectNoViolations } from '../support/axe.ts'
import { settled, visit } from '../support/every-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { inDatabase } from '../support/in-database.ts'
import { membershipPrompt } from '../support/membership-prompt.ts'
import type { Portal } from '../support/portal.ts'
import { register } from '../support/sign-in.ts'
import { looks } from '../support/looks.ts'

/** The family's pages and dialogs, empty, full and failed: axe, sideways scrolling; pictures with SCREENSHOTS. */
const folder = process.env.SCREENSHOTS

/** Thirty people with names of the maximum length, some of them linked relatives. */
async function fill(portal: Portal, email: string) {
  await inDatabase(
    portal,
    `insert into members (id, parent_id, first_name, last_name, date_of_birth)
     select portal_new_id(), parent.id, names.first, names.last, '2014-06-01'::date + number * 30
     from members parent, generate_series(1, 30) number, lateral (select
       (array['Alma', 'Wilhelmina-Konstantina Maximiliane', repeat('Ærø', 26), 'Bo'])[1 + number % 4] as first,
       (array['Holm', 'von Hohenstein-Wittgenstein zu Løvenborg', repeat('x', 80), 'Å'])[1 + number % 4] as last) names
     where parent.email = $1`,
    [email],
  )
}

for (const { colorScheme, width } of looks(390, 1440)) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } })
    const look = async (page: Page, name: string, fullPage = true) => {
      const picture = folder && path.join(folder, `${name}-${colorScheme}-${width}.png`)
      if (picture) await page.screenshot({ path: picture, fullPage, animations: 'disabled' })
      await expectNoViolations(page, name)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect.soft(wide, `${name} scrolls sideways by`).toBeLessThanOrEqual(0)
    }

    test('the family from empty to full', async ({ page, portal }) => {
      const email = `full.${crypto.randomUUID().slice(0, 8)}@example.com`
      await page.removeLocatorHandler(membershipPrompt(page))
      await register(page, { firstName: 'Fulda', lastName: 'Tom', email }, { asked: true })
      await visit(page, paths.events())
      await expect(membershipPrompt(page)).toBeVisible()
      await look(page, 'membership-prompt', false)
      await membershipPrompt(page).getByRole('button', { name: 'Ignore' }).click()

      await visit(page, paths.participants())
      await settled(page)
      await look(page, 'participants-empty')
      await visit(page, paths.acts())
      await settled(page)
      await look(page, 'acts-empty')

      await fill(portal, email)
      await page.goto(paths.participants())
      await settled(page)
      await expect(page.getByRole('heading', { level: 3, name: 'Alma Holm' }).first()).toBeVisible()
      await look(page, 'participants-full')
      await page.getByLabel('Find a person').fill('nobody has this name')
      await look(page, 'participants-found-none', false)
      await page.getByRole('button', { name: /^Acting for/ }).click()
      await look(page, 'acting-list-full', false)
      await page
        .getByRole('menuitemradio', { name: /^Wilhelmina/ })
        .first()
        .click()
      await settled(page)
      await look(page, 'acting-for-long-name', false)
      await visit(page, paths.newMembership())
      await settled(page)
      await look(page, 'buy-for-thirty')
      await visit(page, paths.dashboard())
      await settled(page)
      await look(page, 'dashboard-acting', false)

      await page.route('**/family/**', (route) => route.fulfill({ status: 503, body: '' }))
      await page.goto(paths.participants())
      await settled(page)
      await look(page, 'participants-failed')
    })

    test('links, their dialogs and the log', async ({ signedInAs }) => {
      const page = await signedInAs('anna@example.com')
      await page.goto(paths.participants())
      await settled(page)
      await look(page, 'participants')
      await page.getByRole('button', { name: 'End the link with Bo Holm' }).click()
      await expect(page.getByRole('dialog', { name: 'End the link with Bo Holm?' })).toBeVisible()
      await look(page, 'end-link', false)
      await page.keyboard.press('Escape')
      await visit(page, paths.editProfile())
      await settled(page)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'a.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        })
      await expect(page.getByRole('alert').filter({ hasText: "can't read this file as a picture" })).toBeVisible()
      await look(page, 'picture-refused')
      await visit(page, paths.acts())
      await settled(page)
      await look(page, 'acts')
      await visit(page, paths.myProfile())
      await settled(page)
      await look(page, 'my-profile')
    })

    test('acting as a member', async ({ signedInAs }) => {
      const page = await signedInAs('super@example.com')
      await page.goto(paths.dashboard())
      await page.getByRole('button', { name: 'Act as a member' }).click()
      await expect(page.getByRole('status').filter({ hasText: /^Members found/ })).toBeVisible()
      await look(page, 'impersonation-list', false)
      await page.getByRole('combobox').fill('carla@')
      await page.getByRole('option').click()
      await expect(page.getByRole('region', { name: "You're acting as another member" })).toBeVisible()
      await page.goto(paths.participants())
      await settled(page)
      await look(page, 'impersonating', false)
      await page.getByRole('button', { name: 'See and answer', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Link with Anna Holm?' })).toBeVisible()
      await look(page, 'approval', false)
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await expect(page.getByRole('dialog', { name: 'Family link approval failed!' })).toBeVisible()
      await look(page, 'approval-failed', false)
    })
  })
}
