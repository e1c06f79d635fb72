import { readFileSync } from 'node:fs'
import { paths } from '#web/paths.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { signedIn, signInAs } from './support/sign-in.ts'
import { confirmationsTo, mailsTo } from './support/simulated.ts'

test('A newcomer signs in, completes their address, buys a first membership and gets the receipt', async ({
  page,
  request,
}) => {
  await test.step('signs in at the identity provider', async () => {
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'newcomer@example.com')
    await expect(signedIn(page)).toBeVisible()
  })

  await test.step('completes the profile that the notice asks for', async () => {
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices.getByRole('alert')).toHaveText('Please complete your profile to continue.')
    await notices.getByRole('link', { name: 'Edit profile' }).click()
    const profile = page.getByRole('dialog', { name: 'Edit profile' })
    await expect(profile.getByLabel('First name')).toHaveValue('Nanna')
    await profile.getByLabel('Address line 1').fill('Algade 12')
    await profile.getByLabel('Postcode').fill('4000')
    await profile.getByLabel('City').fill('Roskilde')
    await profile.getByLabel('Country').selectOption('Denmark')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(profile).toBeHidden()
    await expect(notices.getByRole('alert')).toHaveCount(0)
  })

  await test.step('buys the current season and pays by card', async () => {
    await chooseMembership(page, { name: 'Voksen', club: 'Roskilde Fjord Roklub' })
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
  })

  await test.step('opens the receipt and takes the PDF', async () => {
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships Receipt' })).toBeVisible()
    const receipt = page.getByRole('article', { name: /^Receipt / })
    await expect(receipt).toContainText('Nanna Nielsen')
    await expect(receipt).toContainText('DKK 700.00')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  await test.step('finds a welcome, and the mail with the PDF', async () => {
    const received = () => mailsTo(request, 'newcomer@example.com')
    const about = (subject: string) => async () =>
      (await received()).filter((one) => one.subject.includes(subject)).length
    await expect.poll(about('Welcome')).toBe(1)
    await expect.poll(about('Roskilde Fjord Roklub is paid')).toBe(1)
    const [mail] = await confirmationsTo(request, 'newcomer@example.com', 'Roskilde Fjord Roklub')
    expect(mail?.attachments).toHaveLength(1)
    const pdf = await request.get(mail!.attachments[0]!.url)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('is still signed in after a reload, and an active member', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships Receipt' })).toBeVisible()
    await page.getByRole('link', { name: 'Membership', exact: true }).click()
    const club = page.getByRole('article', { name: 'Roskilde Fjord Roklub' })
    await expect(club).toContainText('Active until')
    await club.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships History' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Receipt for/ })).toHaveCount(1)
  })

  await test.step('signs out, and stays out', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.goto(paths.memberships())
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  })
})
