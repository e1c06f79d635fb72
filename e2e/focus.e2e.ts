import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'

/** Something has the focus, and it is not the body. */
const expectFocused = (page: Page, after: string) => expect(page.locator(':focus'), after).toHaveCount(1)
const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text })

test(
  'The focus never falls to the body when something closes, is sent or goes',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const press = (name: string | RegExp, within = main) =>
      within.getByRole('button', { name, exact: true }).press('Enter')
    await page.goto(paths.participants())

    await test.step('a dialog that is closed returns it', async () => {
      const end = main.getByRole('button', { name: 'End the link with Bo Holm' })
      await end.press('Enter')
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(end).toBeFocused()
    })

    await test.step('a form that was sent keeps it', async () => {
      const send = main.getByRole('button', { name: 'Send invitation' })
      await main.getByLabel("The other person's e-mail address").fill('freja@example.com')
      await send.press('Enter')
      await expect(toast(page, 'The invitation has been sent')).toBeVisible()
      await expect(send).toBeFocused()
    })

    await test.step('a row that goes leaves it to the heading of its list', async () => {
      await press('Withdraw the invitation to freja@example.com')
      await press('Withdraw', dialog)
      await press('OK', dialog)
      await expect(dialog).toHaveCount(0)
      await expect(main.getByRole('heading', { name: 'Family links' })).toBeFocused()
    })

    await test.step('a menu, a panel, and the toast that undoes', async () => {
      const menu = page.getByRole('button', { name: 'Anna Holm your menu' })
      await menu.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'My profile', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()
      const panel = page.getByRole('button', { name: /^Show notes, alerts and chat/ })
      await panel.press('Enter')
      await expect(page.getByRole('tab', { name: /^Chat/ })).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('textbox', { name: 'New note' }).fill('Buy an oar')
      await page.keyboard.press('Control+Enter')
      await press('Delete: Buy an oar', page.locator('body'))
      const undo = toast(page, 'Deleted: Buy an oar').getByRole('button', { name: 'Undo' })
      await expect(undo).toBeVisible()
      await expectFocused(page, 'deleted')
      await undo.press('Enter')
      await expect(undo).toHaveCount(0)
      await expectFocused(page, 'undone')
      await press('Delete: Buy an oar', page.locator('body'))
      await page.keyboard.press('Escape')
      await expect(panel).toBeFocused()
    })

    await test.step('a question asked before leaving', async () => {
      await page.goto(paths.editProfile())
      await page.getByRole('form', { name: 'Profile' }).getByLabel('City').fill('Køge')
      const link = page.getByRole('link', { name: 'Membership', exact: true })
      await link.press('Enter')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expectFocused(page, 'stayed')
    })
  },
)
