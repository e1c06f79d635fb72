import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { paths } from '#web/paths.ts'
import { axeFindsNothing } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase, minuteOver } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'

test('A member downloads everything about them, and deletes it, with a minute to stop', async ({ page, portal }) => {
  const email = await newBuyer(page, portal, 'Sara')
  await page.goto(paths.myProfile())
  await page.getByRole('link', { name: /^Your data/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible()
  await axeFindsNothing(page, 'own data')
  await lookAt(page, 'own-data')

  const copy = page.getByRole('region', { name: 'A copy of everything' })
  await copy.getByRole('button', { name: 'Make a copy' }).click()
  await expect(copy.getByText(/^my-data-.*\.zip .* is ready/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    copy.getByRole('button', { name: 'Download the file' }).click(),
  ])
  const files = unzipSync(readFileSync(await download.path()))
  expect(new TextDecoder().decode(files['index.html'])).toContain('Klokkevej 1')

  const all = page.getByRole('region', { name: 'Delete everything' })
  await expect(all.getByText('Name, address, phone, e-mail, date of birth and picture')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Delete everything about Sara Klok' })
  const confirm = dialog.getByRole('button', { name: 'Delete everything in a minute' })
  const press = async () => {
    await all.getByRole('button', { name: 'Delete everything …' }).click()
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type Sara Klok to confirm').pressSequentially('sara klok')
    await confirm.click()
    await expect(all.getByRole('timer')).toHaveText(/^Everything about Sara Klok is deleted in \d+ seconds\.$/)
  }
  await press()
  await all.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped. Nothing was deleted.')).toBeVisible()
  await press()
  await minuteOver(portal)
  await expect(page.getByText('Everything about Sara Klok was deleted.')).toBeVisible()
  expect(await inDatabase(portal, 'select id from members where email = $1', [email])).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Everything in your clubs|Sign/ })).toBeVisible()
})

test('An operator erases somebody with a reason', { tag: '@nightly' }, async ({ page, portal, signedInAs }) => {
  await newBuyer(page, portal, 'Tove')
  const susanne = await signedInAs('super@example.com')
  await susanne.goto(paths.operatorPeople({ q: 'Tove Klok' }))
  await susanne.getByRole('link', { name: 'Data about Tove Klok' }).first().click()
  await expect(susanne.getByRole('heading', { level: 1, name: 'Data about Tove Klok' })).toBeVisible()
  await axeFindsNothing(susanne, 'data of a person')
  await lookAt(susanne, 'person-data')
  await susanne.getByRole('button', { name: 'Delete everything …' }).click()
  const dialog = susanne.getByRole('dialog')
  await dialog.getByLabel('Type Tove Klok to confirm').pressSequentially('Tove Klok')
  await dialog.getByLabel(/^Reason/).pressSequentially('A letter of hers')
  await dialog.getByRole('button', { name: 'Delete everything in a minute' }).click()
  await expect(susanne.getByRole('timer')).toBeVisible()
  await minuteOver(portal)
  await expect(susanne.getByText('Everything about Tove Klok was deleted.')).toBeVisible()
})
