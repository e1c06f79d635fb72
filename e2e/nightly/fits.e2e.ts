import { expect, type Page } from '@playwright/test'
import { memberPages, offices, operatorPages, publicPages, settled, type PageToOpen } from '../support/every-page.ts'
import { test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const shown = '__TSR_ROUTER__.state.matches.at(-1)?.routeId'
const routesOfOffice = `Object.keys(__TSR_ROUTER__.routesById).filter((id) => /_office\\/office\\/\\$orgKey\\/./.test(id))`

async function fit(page: Page, pages: readonly PageToOpen[]) {
  const met = new Set<string>()
  for (const { name, open } of pages) {
    await open(page)
    await settled(page)
    await expectFits(page, name)
    met.add(String(await page.evaluate(`typeof __TSR_ROUTER__ === 'object' ? ${shown} : ''`)))
  }
  return met
}

test.describe('At 320 px and with text of twice the size everything fits', () => {
  test('on the pages for anyone', ({ page }) => fit(page, publicPages))
  test("on a member's pages", async ({ signedInAs }) => fit(await signedInAs('anna@example.com'), memberPages))
  for (const { admin, pages } of offices)
    test(`on the pages of the office of ${admin}`, async ({ signedInAs }) => {
      const page = await signedInAs(admin)
      const met = await fit(page, pages)
      if (pages !== offices[0]!.pages) return
      const all = await page.evaluate<string[]>(routesOfOffice)
      expect(all.filter((id) => !met.has(id) && !id.endsWith('/events/series/$seriesId'))).toEqual([])
    })
  test("on an operator's pages", async ({ signedInAs }) => fit(await signedInAs('super@example.com'), operatorPages))
})
