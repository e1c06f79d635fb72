import { expectNoViolationsInBothLanguages } from './ground/axe.ts'
import { memberPages, publicPages, settled } from './ground/every-page.ts'
import { expect, test } from './ground/fixtures.ts'

test.describe('In both themes and languages', { tag: '@nightly' }, () => {
  test.setTimeout(300_000)

  test('axe finds nothing on the pages for anyone', async ({ page }) => {
    for (const { name, open } of publicPages) {
      await open(page)
      await settled(page)
      await expectNoViolationsInBothLanguages(page, name)
    }
  })

  test('axe finds nothing on notices', async ({ signedInAs }) => {
    const page = await signedInAs('dan@example.com')
    const withNotices = new Set(['dashboard', 'new-membership', 'my-profile'])
    for (const { name, open } of memberPages.filter((shown) => withNotices.has(shown.name))) {
      await open(page)
      await settled(page)
      await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toBeVisible()
      await expectNoViolationsInBothLanguages(page, `${name} with notices`)
    }
  })
})
