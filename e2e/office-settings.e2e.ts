import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pixel } from '#server/testing/files/pixel.ts'
import { paths } from '#web/paths.ts'
import { axeFindsNothing } from './support/axe.ts'
import { chooseMembership, paymentSuccessful, payWithCard } from './support/buy.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'

const club = { key: 'SEJLKLUB', name: 'Sejlklubben Story' }

/** A club in test with one membership, and this person in its chair. */
async function buildClub(portal: Portal, email: string): Promise<void> {
  const [row] = await inDatabase<{ id: string }>(
    portal,
    `insert into organisations (id, key, name, contact_email, state) values (portal_new_id(), $1, $2, 'post@sejl.example', 'test')
     returning id`,
    [club.key, club.name],
  )
  await inDatabase(
    portal,
    `insert into membership_configurations (id, org_id, name, price, vat_rate, surcharge, start_date, end_date, offer_start_date)
     select portal_new_id(), $1, 'Sejler ' || extract(year from portal_now()), 40000, 0, 0, date_trunc('year', portal_now()),
       date_trunc('year', portal_now()) + interval '1 year - 1 day', date_trunc('year', portal_now())`,
    [row!.id],
  )
  await inDatabase(
    portal,
    `insert into office_grants (id, org_id, member_id, roles) select portal_new_id(), $1, id, '{chair}' from members where email = $2`,
    [row!.id, email],
  )
}

const open = async (page: Page, tab?: string) => {
  await page.goto(paths.clubSettings(club.key, tab ? { tab } : {}))
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const alertWith = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

async function looksRight(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await axeFindsNothing(page, `${name} at ${width}`)
  }
}

test(
  'A chair edits the club in two tabs, sets logo, terms and key, buys a test and asks to go live',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    const email = await newBuyer(page, portal, 'Signe')
    await buildClub(portal, email)
    page.on('dialog', (dialog) => void dialog.accept())

    await open(page)
    const other = await context.newPage()
    await open(other)
    await field(other, 'Town').fill('Ry')
    await field(other, 'Description in Danish').fill('Vi sejler på søen.')
    await save(other)
    await expect(alertWith(other, 'Saved.')).toBeVisible()
    await field(page, 'Town').fill('Them')
    await field(page, 'Address').fill('Havnevej 1, 8680 Ry')
    await save(page)
    const conflict = alertWith(page, 'Someone else saved this in the meantime')
    await expect(conflict.getByRole('radiogroup', { name: 'Town' })).toContainText('Them')
    await expect(conflict.getByRole('radiogroup', { name: 'Town' })).toContainText('Ry')
    // Changes of the other tab alone are kept.
    await expect(
      conflict.getByRole('radiogroup', { name: 'Description in Danish' }).getByRole('radio', { checked: true }),
    ).toContainText('Vi sejler')
    await looksRight(page, 'both versions')
    await conflict
      .getByRole('radiogroup', { name: 'Town' })
      .getByRole('radio', { name: /^Saved now/ })
      .click()
    await conflict.getByRole('button', { name: 'Save what I chose' }).click()
    await expect(alertWith(page, 'Saved.')).toBeVisible()
    await expect(conflict).toBeHidden()
    await expect(field(page, 'Town')).toHaveValue('Ry')
    await expect(field(page, 'Address')).toHaveValue('Havnevej 1, 8680 Ry')
    await other.close()

    await field(page, 'Club phone').fill('86 12 34 56')
    await page.reload()
    await expect(field(page, 'Club phone')).toHaveValue('86 12 34 56')
    await field(page, 'CVR number').fill('10150818')
    await save(page)
    await expect(page.getByText("That isn't a CVR number", { exact: false })).toBeVisible()
    await field(page, 'CVR number').fill('10150817')
    await field(page, 'Colour').fill('#ffd400')
    await expect(page.getByText("White text can't be read on #ffd400", { exact: false })).toBeVisible()
    await save(page)
    await expect(alertWith(page, 'Saved.').first()).toBeVisible()
    await alertWith(page, 'Saved.').first().getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'CVR number')).toHaveValue('')
    await expect(field(page, 'Club phone')).toHaveValue('')

    const logo = page.getByRole('group', { name: 'Logo' })
    const file = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer })
    await logo.locator('input[type=file]').setInputFiles(file(Buffer.from('<!doctype html><script>alert(1)</script>')))
    await expect(logo.getByRole('alert')).toContainText("We can't read this file as a picture")
    await logo.locator('input[type=file]').setInputFiles(file(Buffer.from(pixel)))
    await expect(logo.getByRole('button', { name: 'Remove' })).toBeVisible()
    await looksRight(page, 'settings of a club')

    await field(page, 'Club phone').fill('11 22 33 44')
    await page.getByRole('tab', { name: 'Terms' }).click()
    await page.getByRole('tab', { name: 'Club' }).click()
    await expect(field(page, 'Club phone')).toHaveValue('11 22 33 44')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await field(page, 'Club phone').fill('')
    await page.getByRole('tab', { name: 'Terms' }).click()
    for (const name of ['Terms of sale', 'Privacy policy']) {
      const form = page.getByRole('form', { name })
      await form.getByLabel('The text in Danish').fill(`# ${name}\n\nDet gælder her.`)
      await form.getByRole('button', { name: 'Publish the text' }).click()
      await expect(form.getByText('Version 1,', { exact: false })).toBeVisible()
    }
    await looksRight(page, 'texts of a club')

    await page.getByRole('tab', { name: 'Payment' }).click()
    await field(page, "The club's key").fill('a-key-that-nobody-has')
    await page.getByRole('button', { name: 'Try and save the key' }).click()
    await expect(page.getByText("The card provider doesn't know this key", { exact: false })).toBeVisible()
    const key = randomUUID()
    await field(page, "The club's key").fill(key)
    await page.getByRole('button', { name: 'Try and save the key' }).click()
    await expect(page.getByText(`•••• ${key.slice(-4)}`)).toBeVisible()
    await looksRight(page, 'payment of a club')
    await expect(page.getByRole('button', { name: 'Ask for real payments now' })).toBeDisabled()

    await chooseMembership(page, { name: 'Sejler', club: club.name })
    await payWithCard(page, '0000')
    await expect(paymentSuccessful(page)).toBeVisible()
    const [order] = await inDatabase<{ terms: number; privacy: number }>(
      portal,
      `select orders.terms_version as terms, orders.privacy_version as privacy from orders join organisations on organisations.id = org_id where key = $1`,
      [club.key],
    )
    expect(order).toEqual({ terms: 1, privacy: 1 })

    await page.goto(paths.office(club.key))
    await expect(page.getByRole('region', { name: 'Getting started' })).toContainText('of 10 done')
    await looksRight(page, 'first steps of a club')
    await open(page, 'payment')
    await page.getByRole('button', { name: 'Ask for real payments now' }).click()
    await expect(page.getByRole('status').filter({ hasText: "You've asked for real payments" })).toContainText(
      'Signe Klok',
    )
  },
)
