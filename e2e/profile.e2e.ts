import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'
import { register } from './sign-in.ts'

test('Someone without an address is told on every page, until it is there', async ({ page }) => {
  await register(page, { firstName: 'Signe', lastName: 'Ny', email: 'signe.ny@example.com' })
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices.getByRole('alert')).toHaveText('Please complete your profile to continue.')
  await expect(notices.getByText('Address is missing. Please add your address in profile to proceed.')).toBeVisible()
  await expect(notices.getByText(/Closes in \d+ s/)).toBeVisible()
  // The first cannot be closed; the second can, and would close by itself.
  await expect(notices.getByRole('button', { name: 'Close the notice' })).toHaveCount(1)

  await page.goto(paths.newMembership())
  await expect(page.getByText('Complete your profile first, then you can pay.')).toBeVisible()

  await page.goto(paths.memberships())
  await expect(notices.getByRole('alert')).toBeVisible()
  await expect(notices.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)

  await page.goto(paths.editProfile())
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Address line 1').fill('Sortebrødre Plads 1')
  await form.getByLabel('Postcode').fill('40A0')
  await form.getByLabel('City').fill('Roskilde')
  await form.getByLabel('Country').selectOption('Denmark')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText('Postcode is invalid. Please use numeric values only.')).toBeVisible()
  await expect(form.getByLabel('Postcode')).toBeFocused()

  await form.getByLabel('Postcode').fill('4000')
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  await expect(page.getByText('Sortebrødre Plads 1')).toBeVisible()
  await expect(notices.getByRole('alert')).toHaveCount(0)
})

test('A profile with an address shows no notice', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.myProfile())
  await expect(page.getByText('Havnevej 12')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
})

test('What was typed into the profile outlives a change of language', async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.editProfile())
  await page.getByRole('form', { name: 'Profile' }).getByLabel('City').fill('Køge')
  await page.getByRole('button', { name: 'Vis portalen på dansk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rediger profil' })).toBeVisible()
  await expect(page.getByRole('form').getByLabel('By')).toHaveValue('Køge')
})
