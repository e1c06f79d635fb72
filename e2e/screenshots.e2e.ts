import path from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseMembership, paymentFailed, paymentSuccessful, payWithCard, unpaidOrder } from './support/buy.ts'
import { memberPages, offices, operatorPages, publicPages, settled } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'

/** Pictures of every page into the folder that SCREENSHOTS names: `SCREENSHOTS=/tmp/pictures npx playwright test screenshots`. */
const folder = path.resolve(process.env.SCREENSHOTS ?? 'test-results/screenshots')

const widths = { 390: 844, 1440: 900 } as const

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of Object.entries(widths).map(([w, h]) => [Number(w), h] as const)) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height } })
      const take = async (page: Page, name: string) => {
        await settled(page)
        const animations = 'disabled'
        await page.screenshot({
          path: path.join(folder, `${name}-${colorScheme}-${width}.png`),
          fullPage: true,
          animations,
        })
      }

      test('pages for anyone', async ({ page }) => {
        for (const { name, open } of publicPages) {
          await open(page)
          await take(page, name)
        }
      })

      test('pages of a member', async ({ signedInAs }) => {
        const page = await signedInAs('anna@example.com')
        for (const { name, open } of memberPages) {
          await open(page)
          await take(page, name)
        }
      })

      for (const { admin, pages } of offices)
        test(`pages of the office of ${admin}`, async ({ signedInAs }) => {
          const page = await signedInAs(admin)
          for (const { name, open } of pages) {
            await open(page)
            await take(page, name)
          }
        })

      test('pages of an operator', async ({ signedInAs, portal }) => {
        await inDatabase(
          portal,
          `insert into club_starts (org_id, asked_by, asked_at)
             select organisations.id, members.id, portal_now() from organisations, members where state = 'test' and email = 'carla@example.com'
             on conflict do nothing`,
        )
        const page = await signedInAs('super@example.com')
        for (const { name, open } of operatorPages) {
          await open(page)
          await take(page, name)
        }
        await page.goto(paths.operatorNewClub())
        await page.getByLabel("The club's name").fill('Sejlklubben Vestenvind')
        await page.getByLabel(/^Key/).fill('roklub')
        await page.getByLabel('CVR number').fill('12345678')
        await page.getByLabel('Colour').fill('#ffd400')
        await page.getByRole('button', { name: 'Next', exact: true }).click()
        await take(page, 'operator-new-club-wrong')
        await page.getByLabel(/^Key/).fill('svv')
        await page.getByLabel('CVR number').fill('')
        await page.getByLabel(/^E-mail address/).fill('kontor@sejl.example')
        for (const step of ['Memberships', 'The office', 'Card payments', 'Review']) {
          await page.getByRole('button', { name: 'Next', exact: true }).click()
          await page.getByRole('heading', { level: 2, name: step }).waitFor()
          if (step === 'Memberships') {
            await page.getByRole('combobox', { name: 'Start with' }).click()
            await page.getByRole('option', { name: 'Sports club' }).click()
            await page.getByLabel('Price in kroner').first().fill('-1')
            await take(page, 'operator-new-club-memberships')
            await page.getByLabel('Price in kroner').first().fill('950,50')
          } else await take(page, `operator-new-club-${step.split(' ').at(-1)!.toLowerCase()}`)
        }
        await page.goto(paths.operatorPeople({ q: 'chair@kor' }))
        await page.getByRole('button', { name: /^Disable / }).click()
        await page.getByRole('dialog').waitFor()
        await take(page, 'operator-last-chair')
      })

      test('notices and the way through a payment', async ({ signedInAs }) => {
        const dan = await signedInAs('dan@example.com')
        await dan.goto('/')
        await take(dan, 'notices')
        await dan.context().clearCookies()
        const page = await signedInAs(buyers[`${width} ${colorScheme}`]!)
        await chooseMembership(page, { name: 'Sanger', club: 'Kammerkoret Havnelys' })
        await take(page, 'payment-window')
        for (const name of ['dashboard', 'newMembership', 'memberships'] as const) {
          await page.goto(paths[name]())
          await expect(unpaidOrder(page)).toBeVisible()
          await take(page, `unpaid-${name}`)
        }
        await unpaidOrder(page).getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await take(page, 'unpaid-give-up')
        await page.getByRole('button', { name: 'Keep the order' }).click()
        await unpaidOrder(page).getByRole('button', { name: 'Pay now' }).click()
        await payWithCard(page, '0016')
        await expect(page.getByText(/^DKK.*was released$/)).toBeVisible()
        await take(page, 'payment-refunded')
        await page.getByRole('button', { name: 'Pay again' }).click()
        await payWithCard(page, '0001')
        await expect(paymentFailed(page)).toBeVisible()
        await take(page, 'payment-failed')
        await page.getByRole('button', { name: 'Pay again' }).click()
        await payWithCard(page, '0000')
        await expect(paymentSuccessful(page)).toBeVisible()
        await take(page, 'payment-successful')
      })
    })
  }
}

/** A worker may run several of these, and nobody can buy the same twice. */
const buyers: Record<string, string> = {
  '390 light': 'bo@example.com',
  '1440 light': 'secretary@tennis.example',
  '390 dark': 'admin@roklub.example',
  '1440 dark': 'admin@tennis.example',
}
