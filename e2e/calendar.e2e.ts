import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test(
  'Anna narrows her calendar, continues to the next event, and subscribes until she stops it',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await page.goto(paths.calendar({ day: '2026-11-30' }))
    const calendar = page.getByRole('region', { name: 'My Calendar' })

    await test.step('a person and a club are in the address, and a calendar without any says how to see all', async () => {
      const person = page.getByLabel('Person', { exact: true })
      // With tickets or without.
      await expect(person.getByRole('option')).toContainText(['Alma Holm', 'Anna Holm', 'Bo Holm', 'Viggo Holm'])
      await person.selectOption({ label: 'Anna Holm' })
      await expect(page).toHaveURL(/person=[\w-]{36}$/)
      await expect(calendar.getByText('In your clubs')).toBeVisible()
      await page.getByLabel('Club', { exact: true }).selectOption({ index: 1 })
      await expect(page).toHaveURL(/&club=[A-Z]+$/)
      await page.goBack()
      await page.goBack()
      await expect(page.getByLabel('Person', { exact: true })).toHaveValue('')
    })

    await test.step('the next event is one press away', async () => {
      await page.getByRole('button', { name: 'Next event' }).click()
      await expect(page).toHaveURL(/day=(?!2026-11-30)/)
      await expect(calendar.getByRole('listitem').first()).toBeVisible()
    })

    const dialog = page.getByRole('dialog')
    const url =
      await test.step('the family’s calendar gets an address, shown once, that a calendar program reads', async () => {
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await expect(dialog.getByLabel('What should it show?')).toHaveValue('family')
        await expectNoViolationsInBothThemes(page, 'subscribing')
        const download = page.waitForEvent('download')
        await dialog.getByRole('button', { name: 'Add tickets to my calendar' }).click()
        expect((await download).suggestedFilename()).toBe('Tickets.ics')
        await dialog.getByRole('button', { name: 'Create the address' }).click()
        const address = await dialog.getByLabel("The calendar's address").inputValue()
        await expect(dialog.getByRole('link', { name: 'Apple Calendar' })).toHaveAttribute(
          'href',
          address.replace(/^https?/, 'webcal'),
        )
        await dialog.getByRole('button', { name: 'How to do it' }).click()
        await expectNoViolationsInBothThemes(page, 'a new address')
        const file = await page.request.get(address)
        expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
        expect(await file.text()).toMatch(/X-WR-CALNAME:Family events[\s\S]*SUMMARY:/)
        return address
      })

    await test.step('the list says when it was read; stopped, the address is gone', async () => {
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog.getByText(/Last read/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Stop The whole family' }).click()
      await page
        .getByRole('dialog', { name: /^Stop the subscription/ })
        .getByRole('button', { name: 'Stop' })
        .click()
      await expect(dialog.getByRole('heading', { name: 'Your subscriptions' })).toHaveCount(0)
      expect((await page.request.get(url)).status()).toBe(410)
    })
  },
)

test(
  'The calendar opens as a list on a phone, and as a month where there is room',
  { tag: '@nightly' },
  async ({ signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(paths.calendar())
    const view = page.getByLabel('View', { exact: true })
    await expect(view.and(page.getByRole('combobox'))).toHaveValue('list')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(paths.calendar())
    await expect(view.getByRole('radio', { checked: true })).toHaveAttribute('value', 'month')
  },
)
