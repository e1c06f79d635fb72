import { paths } from '#web/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { membershipPrompt } from './support/membership-prompt.ts'
import { register } from './support/sign-in.ts'

test(
  'A member without an address is reminded on every page until they add it',
  { tag: '@nightly' },
  async ({ page }) => {
    await register(page, { firstName: 'Signe', lastName: 'Ny', email: 'signe.ny@example.com' })
    await page.goto(paths.events())
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices.getByRole('alert')).toHaveText('Please complete your profile to continue.')
    await expect(notices.getByText('Address is missing. Please add your address in profile to proceed.')).toBeVisible()
    await expect(notices.getByText(/Closes in \d+ s/)).toBeVisible()
    // The first cannot be closed; the second can, and would disappear by itself.
    await expect(notices.getByRole('button', { name: 'Close the notice' })).toHaveCount(1)

    // Those who work for a club are not asked there.
    await page.goto(paths.office())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notices.getByRole('alert')).toHaveCount(0)

    await page.goto(paths.newMembership())
    // The address can be typed beside what is bought.
    await expect(page.getByRole('region', { name: 'Billing details' }).getByLabel('Street and number')).toBeVisible()

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
  },
)

test('A profile with an address shows no notice', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.myProfile())
  await expect(page.getByText('Havnevej 12')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
})

test('A line that is too long is refused in words, and not cut', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.editProfile())
  const form = page.getByRole('form', { name: 'Profile' })
  const line = form.getByLabel('Address line 1')
  await line.fill('')
  await line.pressSequentially('Nedre Havnegade '.repeat(4))
  await form.getByRole('button', { name: 'Save profile' }).click()
  await expect(form.getByText('Enter at most 50 characters.')).toBeVisible()
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('Nedre Havnegade '.repeat(4))
})

test('Text typed into the profile survives a change of language', { tag: '@nightly' }, async ({ signedInAs }) => {
  const page = await signedInAs('anna@example.com')
  await page.goto(paths.editProfile())
  await page.getByRole('form', { name: 'Profile' }).getByLabel('City').fill('Køge')
  await page.getByRole('button', { name: 'Vis portalen på dansk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rediger profil' })).toBeVisible()
  await expect(page.getByRole('form').getByLabel('By')).toHaveValue('Køge')
})

test(
  'Text typed into the profile survives a reload and is gone after leaving the page',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('bo@example.com')
    await page.goto(paths.editProfile())
    const city = page.getByRole('form', { name: 'Profile' }).getByLabel('City')
    await city.fill('Køge')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(city).toHaveValue('Køge')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    await page.goto(paths.editProfile())
    await expect(city).toHaveValue('Roskilde')
  },
)

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test(
  'A picture is uploaded, shown everywhere, refused with the reason, and removed',
  { tag: '@nightly' },
  async ({ page }) => {
    await register(page, { firstName: 'Sofie', lastName: 'Lys', email: `sofie.${crypto.randomUUID()}@example.com` })
    await page.goto(paths.editProfile())
    const picture = page.getByRole('group', { name: 'Picture' })
    const badge = page.getByRole('button', { name: 'Sofie Lys your menu' }).locator('img')
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      picture.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })

    await choose('me.png', 'image/png', Buffer.from(dot, 'base64'))
    await expect(picture.getByText('The picture is saved.')).toBeVisible()
    await expect(badge).toHaveAttribute('src', /^blob:/)
    await expect(picture.locator('img')).toBeVisible()

    await choose('me.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(picture.getByRole('alert')).toContainText("can't read this file as a picture")
    await choose('me.png', 'image/png', Buffer.from('<script>alert(1)</script>'))
    await expect(picture.getByRole('alert')).toContainText("can't read this file as a picture")
    await expect(badge).toBeVisible()

    await test.step('the form around it is still saved, though the profile is newer now', async () => {
      const form = page.getByRole('form', { name: 'Profile' })
      await form.getByLabel('Phone').fill('20 11 22 33')
      await form.getByRole('button', { name: 'Save profile' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
      await expect(page.getByRole('main').locator('img[src^="blob:"]')).toBeVisible()
    })
    await page.reload()
    await expect(badge).toHaveAttribute('src', /^blob:/)
    await page.goto(paths.editProfile())
    await picture.getByRole('button', { name: 'Remove' }).click()
    await expect(badge).toHaveCount(0)
  },
)

test(
  'A newcomer finds a checklist, and is prompted once after leaving it',
  { tag: '@nightly' },
  async ({ browser, portal }) => {
    const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const page = await context.newPage()
    const prompt = membershipPrompt(page)
    const email = `frida.${crypto.randomUUID()}@example.com`
    await register(page, { firstName: 'Frida', lastName: 'Fri', email }, { asked: true })
    const checklist = page.getByRole('region', { name: 'Become a member' })
    await expect(checklist.getByRole('listitem')).toHaveCount(3)
    await expect(checklist).toContainText('Please complete your profile to continue.')
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
    await expect(prompt).toHaveCount(0)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(prompt).toBeVisible()
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toBeVisible()
    await prompt.getByRole('button', { name: 'Take Membership' }).click()
    await expect(page).toHaveURL(paths.newMembership())
    await expect(prompt).toHaveCount(0)
    await page.goto(paths.events())
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(prompt).toHaveCount(0)

    await context.close()
  },
)
