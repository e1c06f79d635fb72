import { axeFindsNothing, expectNoViolationsInBothLanguages } from './support/axe.ts'
import { memberPages, publicPages, settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'

/** One page of each family; the nightly run checks all. */
const families = new Set([
  'dashboard',
  'event',
  'tickets',
  'calendar',
  'organisations',
  'contact-us',
  'participants',
  'memberships',
  'my-profile',
])

test('axe finds nothing on a page of each family', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  for (const { name, open } of memberPages.filter((shown) => families.has(shown.name))) {
    await open(page)
    await settled(page)
    await axeFindsNothing(page, name)
  }
})

test.describe('In both themes and languages', { tag: '@nightly' }, () => {
  test('axe finds nothing on the pages for anyone', async ({ page }) => {
    for (const { name, open } of publicPages) {
      await open(page)
      await settled(page)
      await expectNoViolationsInBothLanguages(page, name)
    }
  })

  test('axe finds nothing on notice pages', async ({ signedInAs }) => {
    const page = await signedInAs('dan@example.com')
    const withNotices = new Set(['events', 'my-profile'])
    for (const { name, open } of memberPages.filter((shown) => withNotices.has(shown.name))) {
      await open(page)
      await settled(page)
      await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toBeVisible()
      await expectNoViolationsInBothLanguages(page, `${name} with notices`)
    }
  })
})
