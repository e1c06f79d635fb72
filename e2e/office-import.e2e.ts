import { readFileSync } from 'node:fs'
import path from 'node:path'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'

/** The example with addresses of its own: another story's club has its people, some of whom sign in. */
function list() {
  const name = 'members-messy-windows-1252.csv'
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs/examples', name), 'latin1')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text.replaceAll('@example.org', '@kor.example'), 'latin1') }
}

test(
  'An office moves in from a messy spreadsheet by keyboard: errors corrected in place, run, and taken back',
  { tag: '@nightly' },
  async ({ page, signedInAs }) => {
    // Stories of the rowing club's register count its people.
    await signedInAs('chair@kor.example')
    await page.goto(paths.office('KOR', 'members'))
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Import members' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Import members' })).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'the imports of a club')
    await lookAt(page, 'import-file')

    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
    await (await chooser).setFiles(list())
    await expect(page.getByRole('heading', { level: 1, name: 'members-messy-windows-1252.csv' })).toBeVisible()
    await expect(page.getByText(/CPR numbers in the file were cut/)).toBeVisible()
    const columns = page.getByRole('form', { name: 'Columns' })
    await expect(columns.getByLabel('Field of the column Tlf. privat')).toHaveValue('Phone')
    await expectNoViolationsInBothThemes(page, 'the columns of an import')
    await lookAt(page, 'import-columns')
    await columns.getByRole('button', { name: 'Next' }).press('Enter')

    const choices = page.getByRole('form', { name: 'Choices' })
    await choices.getByRole('radio', { name: 'No memberships' }).check()
    await choices.getByLabel('Tags for everyone in the file').fill('Moved in')
    await lookAt(page, 'import-choices')
    await choices.getByRole('button', { name: 'Check all rows' }).press('Enter')

    const errors = page.getByRole('list', { name: 'Errors' })
    await expect(errors.getByRole('listitem')).toHaveCount(14)
    await expectNoViolationsInBothThemes(page, 'the errors of an import')
    await lookAt(page, 'import-errors')
    await errors.getByRole('button', { name: 'Split into two rows' }).press('Enter')
    await expect(errors.getByRole('listitem')).toHaveCount(13)
    const phone = errors.getByRole('textbox', { name: /^Tlf\. privat, row/ }).first()
    await phone.fill('')
    await phone.press('Enter')
    await expect(errors.getByRole('listitem')).toHaveCount(12)
    await page.getByRole('tab', { name: /^Unsure/ }).press('Enter')
    await lookAt(page, 'import-unsure')
    await page.getByRole('button', { name: 'Same person' }).first().press('Enter')

    await page.getByRole('button', { name: /^Import 1,\d+ rows, leave out 12$/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Result of the import' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible({ timeout: 30_000 })
    await expectNoViolationsInBothThemes(page, 'the report of an import')
    await lookAt(page, 'import-report')
    await page.getByRole('button', { name: 'Undo the import' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).press('Enter')
    await expect(page.getByRole('rowheader', { name: 'Undone', exact: true })).toBeVisible({ timeout: 30_000 })
  },
)
