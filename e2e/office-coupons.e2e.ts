import { readFile } from 'node:fs/promises'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothLanguages, expectNoViolationsInBothThemes } from './support/axe.ts'
import { settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { lookAt } from './support/look-at.ts'

test(
  'An office makes a discount code by keyboard, changes it, stops it and resumes it, and makes a batch',
  { tag: '@nightly' },
  async ({ page, signedInAs }) => {
    await signedInAs('admin@roklub.example')
    await page.goto(paths.officeCoupons('ROKLUB'))
    await expect(page.getByRole('heading', { level: 1, name: 'Discount codes' })).toBeVisible()
    await settled(page)
    await expectNoViolationsInBothLanguages(page, 'the discount codes of a club')
    await lookAt(page, 'office-coupons')

    // Wrong inputs have their sentences, and nothing typed is lost.
    await page.getByRole('link', { name: 'New discount code' }).press('Enter')
    const form = page.getByRole('form', { name: 'New discount code' })
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('!')
    await form.getByLabel('Name in Danish').fill('Forårsrabat')
    await form.getByLabel('Discount (%)').fill('101')
    await form.getByLabel('Valid from').fill('2049-05-02T10:00')
    await form.getByLabel('Valid until').fill('2049-05-01T10:00')
    await form.getByLabel('Orders in all').fill('5')
    await form.getByLabel('Orders per buyer').fill('6')
    await form.getByRole('button', { name: 'Create the code' }).press('Enter')
    await expect(form.getByText('Enter a whole number from 1 to 100.')).toBeVisible()
    await expect(form.getByText('The code expires before it is valid.')).toBeVisible()
    await expect(form.getByText("A buyer can't use the code more often than everyone together.")).toBeVisible()
    await expectNoViolationsInBothThemes(page, 'the form of a discount code with faults')
    await lookAt(page, 'office-coupon-faults')
    await page.reload()
    await expect(form.getByLabel('Name in Danish')).toHaveValue('Forårsrabat')
    await form.getByLabel('Discount (%)').fill('25')
    await form.getByLabel('Valid from').fill('')
    await form.getByLabel('Orders per buyer').fill('1')
    await form.getByRole('button', { name: 'Create the code' }).click()
    await expect(form.getByText('Use 3 to 40 letters and digits.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill('forår 49')
    await form.getByRole('button', { name: 'Create the code' }).click()

    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'FORÅR 49' }) })
    await expect(row).toContainText('25% off')
    await expect(row).toContainText('5 left')
    await row.getByRole('link', { name: 'Edit FORÅR 49' }).click()
    const edit = page.getByRole('form', { name: 'Edit discount code' })
    await edit.getByRole('radio', { name: 'Kroner' }).check()
    await edit.getByLabel('Amount in kroner').fill('50')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('DKK 50')
    await row.getByRole('button', { name: 'Stop FORÅR 49' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(row.getByText('Stopped', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: 'Resume FORÅR 49' }).press('Enter')
    await expect(row.getByText('Can be used')).toBeVisible()
    await row.getByRole('link', { name: 'See uses of FORÅR 49' }).click()
    await expect(page.getByText('No one has used the code yet')).toBeVisible()
    await page.getByRole('link', { name: 'To the discount codes' }).click()

    await page.getByRole('link', { name: 'New discount code' }).click()
    await form.getByRole('radio', { name: 'Many codes for one order each' }).check()
    await form.getByLabel('Number of codes').fill('25')
    await form.getByLabel('Name in Danish').fill('Sponsorer')
    await form.getByLabel('Discount (%)').fill('100')
    await form.getByRole('button', { name: 'Create the codes' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the codes of Sponsorer as CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.startsWith('\ufeff')).toBe(true)
    const lines = file.trim().split('\r\n')
    expect(lines).toHaveLength(26)
    expect(lines[0]).toBe('Code;Name;Status')
    expect(new Set(lines).size).toBe(26)
  },
)
