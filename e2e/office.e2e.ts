import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { ignoreMembershipPrompt } from './support/membership-prompt.ts'
import { signInFresh } from './support/sign-in.ts'
import { lookAt } from './support/look-at.ts'
import { mailsTo } from './support/simulated.ts'

test(
  'A chair invites a treasurer, who accepts, works, and loses the access while a page is open',
  { tag: '@nightly' },
  async ({ browser, page, portal, request, signedInAs }) => {
    await signedInAs('chair@kor.example')
    await page.goto(paths.dashboard())
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Club office' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await expectNoViolationsInBothLanguages(page, 'office today')
    await page.getByRole('link', { name: 'People and roles' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'People and roles' })).toBeFocused()

    const invite = page.getByRole('button', { name: 'Send invitation' })
    await invite.click()
    await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('E-mail').fill('chair@kor.example')
    await page.getByRole('checkbox', { name: 'Treasurer' }).check()
    await invite.click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/You can't change your own access/)
    await page.getByLabel('E-mail').fill('erik@example.com')
    // Typed text survives a reload.
    await page.reload()
    await expect(page.getByLabel('E-mail')).toHaveValue('erik@example.com')
    await expect(page.getByRole('checkbox', { name: 'Treasurer' })).toBeChecked()
    await invite.click()
    const invited = page.getByRole('region', { name: 'Invited' })
    await expect(invited).toContainText('erik@example.com')
    await expectNoViolationsInBothLanguages(page, 'people of an office')

    await lookAt(page, 'office-people')

    await page.getByRole('button', { name: 'Leave the office' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the office' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'A club needs at least one chair. Make someone else chair first.',
    )
    await page.keyboard.press('Escape')

    const mail = async () =>
      (await mailsTo(request, 'erik@example.com')).find(({ subject }) => /Invitation/.test(subject))
    await expect.poll(mail).toBeTruthy()
    const link = /https?:\/\/\S+office-invitation\?token=[\w.-]+/.exec((await mail())!.text)![0]

    // Opened by somebody else, it shows both addresses and refuses.
    const elsewhere = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const other = await elsewhere.newPage()
    await ignoreMembershipPrompt(other)
    await signInFresh(other, 'dan@example.com')
    await other.goto(link)
    await expect(other.getByRole('main')).toContainText(
      'It was sent to erik@example.com, but you are signed in with dan@example.com.',
    )
    await elsewhere.close()

    const his = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const erik = await his.newPage()
    await ignoreMembershipPrompt(erik)
    await signInFresh(erik, 'erik@example.com')
    await erik.goto(link)
    await expect(erik.getByRole('button', { name: 'Accept' })).toBeVisible()
    await expectNoViolationsInBothLanguages(erik, 'an invitation')
    await erik.getByRole('button', { name: 'Accept' }).click()
    await expect(erik.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    // The link leads him there again.
    await erik.goto(link)
    await expect(erik.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    const menu = erik.getByRole('navigation', { name: 'Main menu' })
    await expect(menu.getByRole('link', { name: 'Payments' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Inbox' })).toHaveCount(0)
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0)

    await erik.goto(paths.clubPayments('KOR'))
    await expect(erik.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Actions for Erik Lund' }).click()
    await page.getByRole('menuitem', { name: 'Remove access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(page.getByText('Erik Lund no longer has access.')).toBeVisible()
    // The next call of his open page is refused, and the page goes with it.
    await erik.getByRole('searchbox').fill('anybody')
    await expect(erik.getByRole('heading', { name: "You don't have access here" })).toBeVisible()
    await his.close()

    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('main')).toContainText('Removed access for Erik Lund')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Removed access for Erik Lund' })
      .getByText('See the change')
      .click()
    await expect(page.getByRole('row', { name: 'Roles' })).toContainText('Treasurer')
    await lookAt(page, 'office-history')
    await expectNoViolationsInBothLanguages(page, 'history of an office')
  },
)

test('A door volunteer leaves the office of a club themselves', { tag: '@nightly' }, async ({ page, signedInAs }) => {
  await signedInAs('door@kor.example')
  await page.goto(paths.office('KOR'))
  await expect(page.getByRole('main')).toContainText('Your access: Door volunteer')
  await lookAt(page, 'office-today-door')
  await page.getByRole('button', { name: 'Leave the office' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the office' }).click()
  await expect(page.getByText(/^You have left the office of /)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Club office' })).toHaveCount(0)
})
