import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { tabTo } from './support/tab-to.ts'

async function follow(page: Page, target: Locator, heading: string, key?: 'Shift+Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await settled(page)
}

test(
  'A treasurer filters members, opens one and changes a price with the keyboard alone',
  { tag: '@nightly' },
  async ({ page, signedInAs }) => {
    await signedInAs('treasurer@roklub.example')
    await page.goto(paths.dashboard())
    await settled(page)
    const menu = page.getByRole('navigation', { name: 'Main menu' })

    await test.step('into the office, and to its members', async () => {
      await follow(page, menu.getByRole('link', { name: 'Club office' }), 'Today')
      await follow(page, menu.getByRole('link', { name: 'Members', exact: true }), 'Members', 'Shift+Tab')
    })

    const filtered = page.getByText(/^\d+ people: expired$/)
    const person = page.getByRole('table').getByRole('link', { name: 'Erik Lund' })
    await test.step('a filter is set in its dialog, which gives the focus back', async () => {
      const add = page.getByRole('button', { name: 'Add a filter' })
      await tabTo(page, add)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add a filter' })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(add).toBeFocused()
      await page.keyboard.press('Enter')
      await tabTo(page, dialog.getByRole('checkbox', { name: 'expired', exact: true }))
      await page.keyboard.press('Space')
      await tabTo(page, dialog.getByRole('button', { name: 'Apply the filter' }))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(add).toBeFocused()
      await expect(filtered).toBeVisible()
    })

    await test.step('a person, and back to the same place', async () => {
      await follow(page, person, 'Erik Lund')
      // The browser's own key for it is not a page's.
      await page.goBack()
      await expect(filtered).toBeVisible()
      await expect(person).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeFocused()
    })

    await test.step('a price is changed, said, and changed back', async () => {
      await follow(page, menu.getByRole('link', { name: 'Memberships', exact: true }), 'Memberships', 'Shift+Tab')
      const passive = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Passiv / }) })
      const edit = passive.getByRole('link', { name: /^Edit / }).first()
      await expect(passive.first()).toContainText('DKK 200.00')
      await follow(page, edit, 'Edit the membership')
      const price = page.getByLabel('Price before VAT, DKK')
      await tabTo(page, price)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('225')
      await page.keyboard.press('Enter')
      const said = page.getByRole('alert').filter({ hasText: 'is saved' })
      await expect(said).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeFocused()
      await expect(passive.first()).toContainText('DKK 225.00')
      await tabTo(page, said.getByRole('button', { name: 'Undo' }))
      await page.keyboard.press('Enter')
      await expect(passive.first()).toContainText('DKK 200.00')
    })
  },
)
