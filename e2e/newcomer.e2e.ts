import { readFileSync } from 'node:fs'
import { paths } from '#web/paths.ts'
import { chooseClub, chooseOffer, paymentSuccessful, paymentWindow, payWithCard } from './support/buy.ts'
import { expectNoViolations } from './support/axe.ts'
import { counted, countFromHere } from './support/counted.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { signedIn, signInAs } from './support/sign-in.ts'
import { newcomer } from './support/newcomer.ts'
import { confirmationsTo, mailsTo } from './support/simulated.ts'

test('A newcomer joins on one page with few clicks and fields, and gets the receipt', async ({ page, request }) => {
  await countFromHere(page)
  await test.step('signs in at the identity provider', async () => {
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'newcomer@example.com')
    await expect(signedIn(page)).toBeVisible()
  })
  const { clicks: toSignIn } = await counted(page)

  await test.step('finds three steps instead of notices and a prompt', async () => {
    await expect(page.getByRole('region', { name: 'Become a member' }).getByRole('listitem')).toHaveText([
      /^1Your addressPlease complete your profile to continue\./,
      /^2Your club/,
      /^3Payment/,
    ])
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
  })

  await test.step('chooses a club and a membership for their age', async () => {
    await page.getByRole('main').locator(`a[href^="${paths.newMembership()}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'New Membership' })).toBeVisible()
    await chooseClub(page, 'Roskilde Fjord Roklub')
    await expect(page.getByRole('radio', { name: /^Voksen \d{4} DKK.700\.00/ }).first()).toBeChecked()
    const born = page.getByLabel('Your date of birth')
    await born.fill('2004-05-14')
    await born.blur()
    // The most expensive gives way to what fits, and what does not fit is not offered.
    await expect(page.getByRole('radio', { name: /^Ungsenior \d{4} DKK.500\.00/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Voksen/ })).toHaveCount(0)
  })

  const billing = page.getByRole('region', { name: 'Billing details' })
  await test.step('types the address beside what they buy; the post code knows its city', async () => {
    await billing.getByLabel('Street and number').fill('Algade 12')
    await billing.getByLabel('Postcode').fill('4000')
    await expect(billing.getByLabel('City')).toHaveValue('Roskilde')
    await expect(billing.getByLabel('Country')).toHaveValue('Denmark')
    await settled(page)
    await expectNoViolations(page, 'joining')
  })

  await test.step('pays, in at most six clicks and six fields', async () => {
    await page.getByRole('checkbox', { name: /^I agree that/ }).check()
    await page.getByRole('button', { name: /^Pay DKK.500\.00$/ }).click()
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    const { clicks, fields } = await counted(page)
    expect(fields).toEqual(['Your date of birth', 'Street and number *', 'Postcode *'])
    expect(clicks - toSignIn, 'from Home to the payment window').toBeLessThanOrEqual(5)
  })

  await test.step('the address is in the profile, so nothing is asked for any more', async () => {
    await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0)
    await page.goto(paths.myProfile())
    await expect(page.getByRole('main')).toContainText('Algade 12')
    await page.goBack()
    await expect(paymentSuccessful(page)).toBeVisible()
  })

  await test.step('opens the receipt and takes the PDF', async () => {
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships Receipt' })).toBeVisible()
    const receipt = page.getByRole('article', { name: /^Receipt / })
    await expect(receipt).toContainText('Nanna Nielsen')
    await expect(receipt).toContainText('DKK 500.00')
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
    await expect.poll(about('The membership of Roskilde Fjord Roklub for')).toBe(1)
    const [mail] = await confirmationsTo(request, 'newcomer@example.com', 'Roskilde Fjord Roklub')
    expect(mail?.attachments).toHaveLength(1)
    const pdf = await request.get(mail!.attachments[0]!.url)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('is still signed in after a reload, and a member', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships Receipt' })).toBeVisible()
    await page.getByRole('link', { name: 'Membership', exact: true }).click()
    const club = page.getByRole('article', { name: 'Roskilde Fjord Roklub' })
    await expect(club).toContainText(/Ungsenior \d{4}/)
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

test(
  'A post code that does not fit the city is asked about, and every choice stays when the page is left',
  { tag: '@nightly' },
  async ({ page }) => {
    await newcomer(page, 'Pil')
    await page.goto(paths.newMembership())
    await chooseClub(page, 'Kammerkoret Havnelys')
    await chooseOffer(page, /^Støttemedlem \d{4}/)
    const billing = page.getByRole('region', { name: 'Billing details' })
    await billing.getByLabel('Street and number').fill('Kajgade 1')
    await billing.getByLabel('City').fill('Odense')
    await billing.getByLabel('Postcode').fill('4000')
    await expect(billing.getByText('Postcode 4000 is Roskilde. Is Odense right?')).toBeVisible()
    await expect(billing.getByLabel('City')).toHaveValue('Odense')

    await page.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await page.goto(paths.newMembership())
    await expect(page.getByRole('radio', { name: /^Støttemedlem \d{4}/ })).toBeChecked()
    await expect(billing.getByLabel('Street and number')).toHaveValue('Kajgade 1')
    await expect(billing.getByLabel('City')).toHaveValue('Odense')

    await billing.getByRole('button', { name: 'Use Roskilde' }).click()
    await expect(billing.getByLabel('City')).toHaveValue('Roskilde')
    await expect(billing.getByRole('button', { name: 'Use Roskilde' })).toHaveCount(0)
    // A code that nobody knows leaves the city to be typed, and another one brings its own.
    await billing.getByLabel('Postcode').fill('4001')
    await expect(billing.getByLabel('City')).toHaveValue('Roskilde')
    await billing.getByLabel('Postcode').fill('8000')
    await expect(billing.getByLabel('City')).toHaveValue('Aarhus C')
    await billing.getByLabel('Postcode').fill('4001')
    await billing.getByLabel('City').fill('Snekkeby')
    await page.getByRole('checkbox', { name: /^I agree that/ }).check()
    await page.getByRole('button', { name: /^Pay DKK/ }).click()
    await expect(paymentWindow(page), 'it is never refused').toBeVisible()
  },
)
