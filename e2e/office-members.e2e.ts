import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { axeFindsNothing } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'

const table = (page: Page) => page.getByRole('table', { name: "The club's members" })

test(
  'A secretary finds members by filters and the keyboard, exports them, and opens a person',
  { tag: '@nightly' },
  async ({ page, signedInAs }) => {
    await signedInAs('admin@roklub.example')
    await page.goto(paths.office('ROKLUB', 'members'))
    await expect(table(page).getByRole('link', { name: 'Anna Holm' })).toBeVisible()
    await settled(page)
    await axeFindsNothing(page, "a club's members")

    await test.step('filters have a sentence with a count, and are in the address', async () => {
      await page.getByRole('button', { name: 'Add a filter' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add a filter' })
      await dialog.getByRole('checkbox', { name: 'active', exact: true }).press('Space')
      await axeFindsNothing(page, 'a new filter')
      await dialog.getByRole('button', { name: 'Apply the filter' }).press('Enter')
      await page.getByRole('button', { name: 'Add a filter' }).click()
      await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Age')
      await dialog.getByRole('button', { name: 'Apply the filter' }).click()
      await expect(dialog.getByText('Enter or choose a value.')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Value' }).fill('18')
      await dialog.getByRole('button', { name: 'Apply the filter' }).click()
      await expect(page.getByText(/^\d+ people: active, under 18$/)).toBeVisible()
      await expect(table(page).getByRole('link', { name: 'Alma Holm' })).toBeVisible()
      await expect(table(page).getByRole('link', { name: 'Anna Holm' })).toBeHidden()
      await page.reload()
      await expect(page.getByText(/^\d+ people: active, under 18$/)).toBeVisible()
      await lookAt(page, 'club-members')
    })

    await test.step('the shown rows are selected and exported', async () => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space')
      await expect(page.getByText(/^\d+ selected$/)).toBeVisible()
      await axeFindsNothing(page, 'selected members')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export the selected' }).click()
      await page.getByRole('menuitem', { name: 'CSV for other programs' }).click()
      const text = await readFile(await (await download).path(), 'utf8')
      expect(text).toMatch(/^\uFEFFFirst name;Last name;Age;Status;Membership/)
      expect(text).toContain('Alma;Holm;')
      expect(text).not.toContain('\r\nAnna;Holm;')
      await expect(page.getByRole('alert').filter({ hasText: 'has been downloaded' })).toBeVisible()
    })

    await test.step('they get a tag, which the view of it keeps', async () => {
      await page.getByRole('button', { name: 'Tags' }).click()
      const dialog = page.getByRole('dialog', { name: /^Tags for \d+ pe/ })
      await dialog.getByRole('button', { name: 'Save tags' }).click()
      await expect(dialog.getByText('Enter at least one tag')).toBeVisible()
      await dialog.getByRole('combobox', { name: 'Add tags' }).pressSequentially('Kayak')
      await page.keyboard.press('Enter')
      await axeFindsNothing(page, 'tags of people')
      await dialog.getByRole('button', { name: 'Save tags' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'changed' })).toBeVisible()

      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Young')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('tab', { name: 'Young', selected: true })).toBeVisible()
      await page.getByRole('tab', { name: 'Everyone' }).click()
      await expect(table(page).getByRole('link', { name: 'Anna Holm' })).toBeVisible()
      await page.getByRole('tab', { name: 'Young' }).click()
      await expect(page.getByText(/^\d+ people: active, under 18$/)).toBeVisible()
      await page.getByRole('button', { name: 'More about the view Young' }).click()
      await page.getByRole('menuitem', { name: 'Delete the view' }).click()
      await expect(page.getByRole('tab', { name: 'Young' })).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('tab', { name: 'Young' })).toBeVisible()
      await page.getByRole('tab', { name: 'Young' }).click()
    })

    await test.step('the keyboard searches, walks and opens', async () => {
      await page.locator('h1').focus()
      await page.keyboard.press('Escape')
      await expect(page.getByText(/^\d+ selected$/)).toBeHidden()
      await page.getByRole('button', { name: 'Clear the filters' }).click()
      await page.locator('h1').focus()
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox', { name: 'Search members' })).toBeFocused()
      await page.keyboard.type('holm')
      await expect(page.getByText('4 people', { exact: true })).toBeVisible()
      await page.locator('h1').focus()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await expect(table(page).getByRole('link', { name: 'Anna Holm' })).toBeFocused()
      await page.keyboard.press('k')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    })

    await test.step("the person's page", async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Anna Holm' })).toBeVisible()
      for (const name of ['Contact', 'Memberships', "The club's notes", 'Orders', 'Tickets', 'Conversations'])
        await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
      await settled(page)
      await axeFindsNothing(page, 'a member of a club')
      await lookAt(page, 'club-member')
      await page.getByRole('tab', { name: 'Family' }).click()
      await page
        .getByRole('region', { name: 'Family at the club' })
        .getByRole('link', { name: /Bo Holm/ })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Bo Holm' })).toBeVisible()
    })
  },
)

test('On a phone the members are cards', { tag: '@nightly' }, async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInAs('admin@roklub.example')
  await page.goto(paths.office('ROKLUB', 'members'))
  const cards = page.getByRole('list', { name: "The club's members" })
  await expect(cards.getByRole('link', { name: 'Anna Holm' })).toBeVisible()
  await settled(page)
  await axeFindsNothing(page, "a club's members on a phone")
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Age, ascending')
  await expect(page).toHaveURL(/sort=age/)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
})
