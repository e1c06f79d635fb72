import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from './support/axe.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './support/buy.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { minuteOver } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { newBuyer } from './support/newcomer.ts'
import { mailsTo } from './support/simulated.ts'

const year = new Date().getFullYear()
const season = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test(
  'A treasurer writes a season, copies it to the next, and publishes it; a member sees it; then its sale is stopped',
  { tag: '@nightly' },
  async ({ page, browser, portal, signedInAs }) => {
    const name = `Kano ${year}`
    await signedInAs('admin@tennis.example')
    await page.goto(paths.officeMemberships('TENNIS'))
    await expect(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'the seasons of a club')
    await lookAt(page, 'office-memberships')

    // With the keyboard: wrong inputs have their sentences, and nothing typed is lost.
    await page.getByRole('link', { name: 'New membership' }).press('Enter')
    const form = page.getByRole('form', { name: 'New membership of the club' })
    await form.getByLabel('Name in Danish').fill(name)
    await form.getByLabel('First day').fill(`${year}-01-01`)
    await form.getByLabel('Last day').fill(`${year - 1}-12-31`)
    await form.getByLabel('On sale from').fill(`${year}-01-01`)
    await form.getByLabel('Price before VAT, DKK').fill('-1')
    await form.getByLabel('From age').fill('18')
    await form.getByLabel('Up to and including age').fill('12')
    await form.getByRole('button', { name: 'Save as a draft' }).press('Enter')
    await expect(form.getByText('The last day is before the first.')).toBeVisible()
    await expect(form.getByText("An amount can't be negative.")).toBeVisible()
    await expect(form.getByText('The highest age is below the lowest.')).toBeVisible()
    await expect(form.getByText('Sales would only start after the season has ended.')).toBeVisible()
    await expect(form.getByLabel('Last day')).toBeFocused()
    await expect(form.getByLabel('Name in Danish')).toHaveValue(name)
    await expectNoViolationsInBothThemes(page, 'the form of a season with faults')
    await page.reload()
    await expect(form.getByLabel('Name in Danish')).toHaveValue(name)

    await form.getByLabel('Last day').fill(`${year}-12-31`)
    await form.getByLabel('Price before VAT, DKK').fill('10000000')
    await form.getByLabel('From age').fill('')
    await form.getByRole('button', { name: 'Save as a draft' }).click()
    await expect(form.getByText('At most DKK 1,000,000.')).toBeVisible()
    await form.getByLabel('Price before VAT, DKK').fill('400')
    await form.getByLabel('VAT (%)').fill('0,5')
    await expect(form.getByText('A rate below 1% adds nothing.')).toBeVisible()
    await form.getByLabel('VAT (%)').fill('25')
    await form.getByLabel('Surcharge after VAT, DKK').fill('10')
    await expect(form.getByText('The member pays')).toContainText('DKK 510.00')
    await lookAt(page, 'office-membership-form')
    await form.getByRole('button', { name: 'Save as a draft' }).click()
    await expect(toast(page, `${name} is saved`)).toBeVisible()
    await expect(season(page, name)).toContainText('Draft')

    // Another season of this series on these days is refused beside the field.
    await page.getByRole('link', { name: 'New membership' }).click()
    await form.getByLabel('Name in Danish').fill(`Kano forår ${year}`)
    await form.getByLabel('Type of membership').selectOption('Kano')
    await form.getByLabel('First day').fill(`${year}-03-01`)
    await form.getByLabel('Last day').fill(`${year}-05-31`)
    await form.getByLabel('On sale from').fill(`${year}-01-01`)
    await form.getByLabel('Price before VAT, DKK').fill('100')
    await form.getByRole('button', { name: 'Save as a draft' }).click()
    await expect(form.getByText(`Overlaps ${name} of the same type`)).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()

    await season(page, name)
      .getByRole('button', { name: `Publish ${name}` })
      .click()
    await expect(season(page, name)).toContainText('On sale')

    // To the next season: what it will be, then as a draft, then published.
    await page.getByRole('link', { name: 'Copy to next season' }).click()
    await expect(page.getByText(`Kano ${year + 1}`)).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'copying to the next season')
    await lookAt(page, 'office-memberships-copy')
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck()
    await page.getByRole('checkbox', { name, exact: true }).check()
    await page.getByRole('radio', { name: 'Raise by a percentage, rounded to DKK 5' }).check()
    await page.getByRole('textbox', { name: 'Percentage' }).fill('10')
    await page.getByLabel('On sale from this day').fill(`${year}-01-01`)
    await expect(page.getByRole('listitem').filter({ hasText: `Kano ${year + 1}` })).toContainText('DKK 560.00')
    await page.getByRole('button', { name: 'Create 1 draft' }).click()
    await page.getByRole('button', { name: 'Publish 1 draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish 1 draft' }).click()
    await expect(toast(page, '1 membership published')).toBeVisible()

    const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const member = await context.newPage()
    await member.goto(paths.organisations())
    await member
      .getByRole('link', { name: /Tennisklubben Lunden/ })
      .first()
      .click()
    // Not opened: a season to come is folded away.
    await expect(member.getByRole('heading', { name: `Kano ${year + 1}`, includeHidden: true })).toBeAttached()

    await page.getByRole('link', { name: 'To the memberships' }).click()
    await season(page, name)
      .getByRole('button', { name: `Stop the sale of ${name}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop the sale' }).click()
    await expect(season(page, name)).toContainText('Stopped')
    await toast(page, `Stopped selling ${name}`).getByRole('button', { name: 'Undo' }).click()
    await expect(season(page, name)).toContainText('On sale')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await context.close()
  },
)

test(
  'A treasurer stops a refund within the minute, also after a reload; the member keeps what they bought',
  { tag: '@nightly' },
  async ({ page, browser, portal, request, signedInAs }) => {
    const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB' })
    const buyer = await context.newPage()
    const email = await newBuyer(buyer, portal, 'Stine')
    await chooseMembership(buyer, { name: 'Senior', club: 'Tennisklubben Lunden' })
    const number = (await buyer.getByText(/^TENNI-M-/).textContent())!
    await payWithCard(buyer, '0000')
    await expect(paymentSuccessful(buyer)).toBeVisible()

    await signedInAs('admin@tennis.example')
    await page.goto(paths.clubPayments('TENNIS', { q: email }))
    const refund = page.getByRole('button', { name: `Refund Stine Klok, order ${number}` })
    const ask = async () => {
      await refund.click()
      const dialog = page.getByRole('dialog', { name: 'Refund', exact: true })
      await dialog.getByRole('button', { name: 'Refund DKK 1,550.00' }).click()
    }
    const waiting = page.getByText(/^DKK.1,550\.00 is refunded to Stine Klok in \d+ seconds\.$/)
    await ask()
    await expect(waiting).toBeVisible()
    await page.reload()
    await expect(waiting).toBeVisible()
    await lookAt(page, 'refund-with-stop')
    await page.getByRole('button', { name: 'Stop the refund to Stine Klok' }).press('Enter')
    await expect(toast(page, "Stopped. Stine Klok isn't refunded")).toBeVisible()
    await expect(waiting).toBeHidden()
    const refunded = async () =>
      (await mailsTo(request, email)).filter(({ subject }) => subject.includes('refunded')).length
    expect(await refunded()).toBe(0)

    // Asked for again, it goes out when the minute is over.
    await ask()
    await expect(waiting).toBeVisible()
    await minuteOver(portal)
    await expect.poll(refunded).toBe(1)
    await expect(waiting).toBeHidden()
    await context.close()
  },
)
