import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { longClub } from './support/long-lists.ts'

test.use({ locale: 'da-DK' })

async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
  await field.press('Tab')
}

/** Types 1,250 kr. in every way, and at last in one that could be 1.25 kr., too. */
async function typeAsDanesDo(page: Page, field: Locator): Promise<void> {
  for (const text of ['1.250,00', '1250,5', 'kr. 1.250,-', '1.250', '1 250 kr']) {
    await type(field, text)
    await expect(field, `typed: ${text}`).toHaveValue(text)
    await expect(field, `typed: ${text}`).toHaveAccessibleDescription(/= 1\.250,[05]0\skr\./)
  }
  await type(field, '1,250')
  await expect(field).toHaveAccessibleDescription(/Er det 1\.250,00\skr\. eller 1,25\skr\.\?/)
  await page
    .getByRole('group', { name: 'Hvilket beløb?' })
    .getByRole('button', { name: /^1\.250,00/ })
    .click()
  await expect(field).toHaveAccessibleDescription(/= 1\.250,00\skr\./)
}

test('Amounts are typed key by key as Danes write them', { tag: '@nightly' }, async ({ portal, signedInAs }) => {
  const { key, eventId } = await longClub(portal)
  const page = await signedInAs('all-clubs@example.com')
  // A form that is left asks.
  page.on('dialog', (dialog) => void dialog.accept())
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await test.step(`the price of an event at ${size.width}`, async () => {
      await page.goto(paths.officeEvent(key, eventId, { tab: 'prices' }))
      await settled(page)
      await typeAsDanesDo(page, page.getByLabel('Pris i kr.').first())
      if (size.width > 390) return
      const fixed = [
        page.getByRole('banner'),
        page.getByRole('region', { name: 'Rediger arrangement' }),
        page.getByRole('navigation').last(),
      ]
      const heights = await Promise.all(fixed.map(async (part) => (await part.boundingBox())!.height))
      expect(heights.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(size.height / 4)
    })
    if (size.width === 1440)
      await test.step('a price that changes a lot is asked about before it is saved', async () => {
        await page.getByRole('button', { name: 'Gem ændringer' }).click()
        const question = page.getByRole('dialog', { name: 'Vil du ændre prisen så meget?' })
        await expect(question).toContainText(/100,00\skr\..*1\.250,00\skr\./)
        await question.getByRole('button', { name: 'Rediger prisen' }).click()
        await expect(question).toBeHidden()
      })
    await test.step(`another price by hand at ${size.width}`, async () => {
      await page.goto(paths.addByHand('ROKLUB'))
      // At the second size, all is kept.
      if (size.width === 1440) {
        await page.getByLabel('Find en person').fill('Anna Holm')
        await page.getByRole('radio', { name: /^Anna Holm/ }).check()
        await page.getByRole('button', { name: 'Næste', exact: true }).click()
        await page.getByLabel('Medlemskab').selectOption({ index: 1 })
      }
      await typeAsDanesDo(page, page.getByLabel('Anden pris (valgfri)'))
    })
    await test.step(`the price of a season at ${size.width}`, async () => {
      await page.goto(paths.newSeason(key))
      await settled(page)
      await typeAsDanesDo(page, page.getByLabel('Pris før moms, kr.'))
    })
  }
})
