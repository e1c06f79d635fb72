import type { Page } from '@playwright/test'
import {
  memberPages,
  officePages,
  operatorPages,
  publicPages,
  settled,
  type PageToOpen,
} from '../support/every-page.ts'
import { test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

async function fit(page: Page, pages: readonly PageToOpen[]) {
  for (const { name, open } of pages) {
    await open(page)
    await settled(page)
    await expectFits(page, name)
  }
}

test.describe('At 320 px and with text of twice the size everything fits', () => {
  test('on the pages for anyone', ({ page }) => fit(page, publicPages))
  test("on a member's pages", async ({ signedInAs }) => fit(await signedInAs('anna@example.com'), memberPages))
  test("on an office's pages", async ({ signedInAs }) => fit(await signedInAs('admin@roklub.example'), officePages))
  test("on an operator's pages", async ({ signedInAs }) => fit(await signedInAs('super@example.com'), operatorPages))
})
