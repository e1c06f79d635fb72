import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
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

test(
  'An event manager makes an event, publishes it, registers somebody and marks them as present with the keyboard alone',
  { tag: '@nightly' },
  async ({ page, portal, signedInAs }) => {
    await signedInAs('events@roklub.example')
    await page.goto(paths.officeEvents('ROKLUB'))
    await settled(page)
    const press = async (target: Locator, key?: 'Shift+Tab') => {
      await tabTo(page, target, key)
      await page.keyboard.press('Enter')
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await test.step('a draft from a template', async () => {
      await press(button('New event'))
      const dialog = page.getByRole('dialog', { name: 'New event' })
      await expect(dialog.getByLabel('Start with')).toBeFocused()
      await page.keyboard.type('Party')
      await expect(dialog.getByLabel('Start with')).toHaveValue('party')
      await press(dialog.getByRole('button', { name: 'Create draft' }))
      await expect(page.getByRole('heading', { level: 1, name: 'Untitled' })).toBeFocused()
    })

    await test.step('gets a title and a price, and is published', async () => {
      await tabTo(page, page.getByLabel('Title in Danish'))
      await page.keyboard.type('Tastefest')
      await tabTo(page, page.getByRole('tab', { name: 'What', exact: true }), 'Shift+Tab')
      for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('ArrowRight')
      await tabTo(page, page.getByRole('group', { name: 'Adult' }).getByLabel('Price in DKK').first())
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('75')
      await press(button('Publish'))
      const question = page.getByRole('dialog', { name: 'Publish Tastefest?' })
      await press(question.getByRole('button', { name: 'Publish' }))
      await expect(page.getByRole('alert').filter({ hasText: 'Tastefest' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Tastefest' })).toBeVisible()
    })

    await test.step('somebody is registered and, on the day, marked as present', async () => {
      await inDatabase(portal, `update events set starts_at = portal_now() where title = 'Tastefest'`)
      await tabTo(page, page.getByRole('tab', { name: 'Prices and places' }), 'Shift+Tab')
      for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('ArrowRight')
      await follow(page, page.getByRole('link', { name: 'Register a person' }), 'Add by hand')
      await tabTo(page, page.getByLabel('Find a person'))
      await page.keyboard.type('Anna Holm')
      await tabTo(page, page.getByRole('radio', { name: /^Anna Holm/ }))
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'What is added?' })).toBeFocused()
      await tabTo(page, page.getByLabel('Category'))
      await page.keyboard.press('ArrowDown')
      await press(button('Next'))
      await expect(page.getByRole('heading', { name: 'How is it paid?' })).toBeFocused()
      await press(button('Add'))
      await expect(page.getByRole('heading', { name: 'Added and paid' })).toBeFocused()
      await follow(page, page.getByRole('link', { name: 'Registrations', exact: true }), 'Tastefest')
      const anna = page.getByRole('table', { name: 'Registrations' }).getByRole('row', { name: /Anna Holm/ })
      await tabTo(page, anna.getByRole('checkbox'))
      await page.keyboard.press('Space')
      await press(button('Mark as present'), 'Shift+Tab')
      await expect(anna.getByRole('button', { name: 'Mark Anna Holm as not present' })).toBeVisible()
    })
  },
)
