import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { payWithCard } from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { newBuyer } from './support/newcomer.ts'
import { agree, anotherBrowser, pay, success, tick } from './support/registering.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('An event manager publishes an event from a template; a member finds it, buys a place and is in the list', async ({
  browser,
  portal,
  signedInAs,
}) => {
  const page = await signedInAs('events@roklub.example')
  await page.goto(paths.officeEvents('ROKLUB'))
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await dialog.getByLabel('Start with').selectOption('Party')
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await expect(heading(page, 'Untitled')).toBeVisible()
  await page.getByLabel('Title in Danish').fill('Lysfest på åen')
  await page.getByRole('tab', { name: 'Prices and places' }).click()
  await page.getByRole('group', { name: 'Adult' }).getByLabel('Price in DKK').first().fill('150')
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: 'Publish Lysfest på åen?' })
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()

  const buyer = await anotherBrowser(browser, portal)
  await newBuyer(buyer, portal, 'Lise')
  await buyer.goto(paths.events({ q: 'Lysfest' }))
  await buyer.getByRole('article').getByRole('link', { name: 'Lysfest på åen' }).first().click()
  await buyer.getByRole('link', { name: 'Register', exact: true }).first().click()
  await tick(buyer, /^Lise Klok/).check()
  await agree(buyer)
  await pay(buyer, '150.00').click()
  await payWithCard(buyer, '0000')
  await expect(success(buyer)).toBeVisible()

  await page.getByRole('tab', { name: 'Registrations' }).click()
  const row = page.getByRole('table', { name: 'Registrations' }).getByRole('row', { name: /Lise Klok/ })
  await expect(row).toContainText('Paid')
  await expect(row).toContainText('Adult')
})
