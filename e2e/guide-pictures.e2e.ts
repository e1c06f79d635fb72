import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#web/paths.ts'
import { memberPages, officePages, seriesPages, settled, visit } from './support/every-page.ts'
import { expect, test as base } from './support/fixtures.ts'
import { startPortal } from './support/portal.ts'

/** `npm run pictures` takes the pictures of the guides, on a fixed day, so that only changes look different. */
const moment = '2026-11-03T09:05:00+01:00'
const folder = process.env.GUIDE_PICTURES ?? 'test-results/pictures'
const heaviest = 60_000
/** Shown by the browser before the app is installed: `server/web-manifest.ts` names them. */
const screenshots = path.resolve(import.meta.dirname, '../web/public/screenshots')

const test = base.extend<object, object>({
  portal: [
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-pictures-'))
      const portal = await startPortal({ entry: 'dated', env: { PORTAL_MOMENT: moment, DATA_DIR: dataDir } })
      await use({ ...portal, dataDir })
      await portal.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    await page.addInitScript(`{
      const Present = Date
      const ahead = Present.parse('${moment}') - Present.now()
      globalThis.Date = class extends Present {
        constructor(...given) {
          if (given.length > 0) super(...given)
          else super(Present.now() + ahead)
        }
        static now() {
          return Present.now() + ahead
        }
      }
    }`)
    await use(page)
  },
})

const desktop = { viewport: { width: 1320, height: 860 } }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true }

/** As small as the guides' check requires, and as sharp as that allows. */
async function take(page: Page, name: string): Promise<void> {
  await settled(page)
  const picture = await page.screenshot({ animations: 'disabled' })
  for (const quality of [90, 80, 70, 60, 50, 40]) {
    const light = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (light.length > heaviest) continue
    const file = path.resolve(folder, `${name}.webp`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, light)
    return
  }
  throw new Error(`${name} is too heavy in any quality`)
}

interface Picture {
  readonly name: string
  readonly as: string
  readonly colorScheme?: 'dark'
  readonly onPhone?: true
  /** Also taken for the Danish guide; located by what is the same in both languages. */
  readonly inDanish?: true
  /** Also a screenshot of the web app manifest, under this name. */
  readonly inManifest?: string
  readonly open: (page: Page) => Promise<unknown>
}

const anna = 'anna@example.com'
const at = (address: string) => (page: Page) => visit(page, address)
const openPage = (name: string) => (page: Page) =>
  [...memberPages, ...officePages].find((one) => one.name === name)!.open(page)

const pictures: readonly Picture[] = [
  { name: 'dashboard', as: anna, inDanish: true, open: at(paths.dashboard()) },
  { name: 'dashboard-dark', as: anna, colorScheme: 'dark', open: at(paths.dashboard()) },
  { name: 'dashboard-phone', as: anna, onPhone: true, inDanish: true, inManifest: 'home', open: at(paths.dashboard()) },
  { name: 'memberships', as: anna, inDanish: true, open: at(paths.memberships()) },
  {
    name: 'basket',
    as: anna,
    inDanish: true,
    open: async (page) => {
      await visit(page, paths.memberships())
      // Everything that the family can renew.
      await page.locator(`a[href*="lines="]`).first().click()
      await expect(page.getByRole('checkbox').first()).toBeVisible()
    },
  },
  { name: 'receipt', as: anna, open: openPage('receipt') },
  { name: 'family', as: anna, inDanish: true, open: at(paths.participants()) },
  { name: 'events', as: anna, inDanish: true, open: at(paths.events()) },
  { name: 'event', as: anna, open: (page) => openEvent(page) },
  {
    name: 'registration',
    as: anna,
    onPhone: true,
    inDanish: true,
    inManifest: 'registration',
    open: async (page) => {
      await openEvent(page)
      await page.locator('a[href$="/register"]').first().click()
      for (const name of [/^Anna/, /^Alma/]) await page.getByRole('checkbox', { name }).check()
    },
  },
  {
    name: 'registration-questions',
    as: anna,
    onPhone: true,
    inDanish: true,
    open: async (page) => {
      await openEvent(page, /Svendborg/)
      await page.locator('a[href$="/register"]').first().click()
      await page.getByRole('checkbox', { name: /^Anna/ }).check()
      await page.locator('main textarea').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'waiting-list',
    as: anna,
    inDanish: true,
    open: async (page) => {
      await openEvent(page, /sælsafari/)
      const list = page.locator('section:has(ol)').last()
      await list.getByRole('button').last().click()
      await list.getByRole('checkbox').first().check()
      await list.getByRole('button').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'ticket-at-the-door',
    as: anna,
    onPhone: true,
    open: async (page) => {
      await visit(page, paths.tickets())
      await page
        .getByRole('link', { name: /^Show ticket to Styrmandsprøve/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Show at the door' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'calendar', as: anna, inDanish: true, open: at(paths.calendar()) },
  {
    name: 'side-panel',
    as: anna,
    open: async (page) => {
      await visit(page, paths.events())
      await settled(page)
      await page.getByRole('button', { name: /^Show notes, / }).click()
      await expect(page.getByRole('tab', { name: /^Chat/ })).toBeVisible()
      // Away from the button, which has a tooltip.
      await page.mouse.move(200, 600)
    },
  },
  { name: 'inbox', as: 'secretary@roklub.example', open: openPage('inbox-thread') },
  { name: 'payments', as: 'chair@roklub.example', open: openPage('club-payments') },
  { name: 'office-today', as: 'chair@roklub.example', open: at(paths.office('ROKLUB')) },
  { name: 'office-memberships', as: 'chair@roklub.example', open: at(paths.office('ROKLUB', 'memberships')) },
  { name: 'office-members', as: 'chair@roklub.example', open: at(paths.office('ROKLUB', 'members')) },
  {
    name: 'office-person',
    as: 'chair@roklub.example',
    open: async (page) => {
      await visit(page, paths.office('ROKLUB', 'members'))
      await page.getByRole('link', { name: 'Anna Holm' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Anna Holm' })).toBeVisible()
    },
  },
  {
    name: 'office-merge',
    as: 'secretary@roklub.example',
    open: async (page) => {
      await visit(page, paths.duplicates('ROKLUB'))
      await page.getByRole('link', { name: 'Poul Nygaard' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Merge two people' })).toBeVisible()
    },
  },
  { name: 'office-owes', as: 'treasurer@roklub.example', open: at(paths.office('ROKLUB', 'payments/owes')) },
  {
    name: 'office-import-result',
    as: 'secretary@roklub.example',
    open: async (page) => {
      await visit(page, paths.memberImports('ROKLUB'))
      await page.getByRole('link', { name: /^Medlemmer fra regnearket/ }).click()
      await expect(page.getByRole('heading', { name: 'Result of the import' })).toBeVisible()
    },
  },
  {
    name: 'office-import-check',
    as: 'secretary@roklub.example',
    open: async (page) => {
      await visit(page, paths.memberImports('ROKLUB'))
      const file = path.resolve(import.meta.dirname, '../docs/examples/members-messy-windows-1252.csv')
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('form', { name: 'Columns' }).getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Check all rows' }).click()
      await expect(page.getByRole('list', { name: 'Errors' })).toBeVisible()
    },
  },
  {
    name: 'team-attendance',
    as: 'trainer@roklub.example',
    onPhone: true,
    open: async (page) => {
      await visit(page, paths.teams('ROKLUB'))
      await page.getByRole('link', { name: /^Ungdomsroning/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Ungdomsroning' })).toBeVisible()
    },
  },
  { name: 'office-events', as: 'chair@roklub.example', open: at(paths.officeEvents('ROKLUB')) },
  { name: 'office-event-prices', as: 'events@roklub.example', open: openTab('Prices and places') },
  { name: 'office-registrations', as: 'chair@roklub.example', open: openTab(/^Registrations/) },
  { name: 'office-questions', as: 'events@roklub.example', open: openPage('office-event-questions') },
  { name: 'office-moved', as: 'events@roklub.example', open: openPage('office-event-messages') },
  {
    name: 'office-waiting',
    as: 'events@roklub.example',
    open: async (page) => {
      await openPage('office-event-waiting')(page)
      await page.getByRole('region', { name: 'Waiting list' }).getByRole('button').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'office-series',
    as: 'events@tennis.example',
    open: (page) => seriesPages[0]!.open(page),
  },
  {
    name: 'office-cancel-run',
    as: 'treasurer@roklub.example',
    open: async (page) => {
      await visit(page, paths.officeEvents('ROKLUB', { tab: 'cancelled' }))
      await page.getByRole('link', { name: /^Rowing in the dark/ }).click()
      await page.getByRole('link', { name: 'Show the cancellation' }).click()
      await expect(page.getByText('The cancellation is complete')).toBeVisible()
    },
  },
  { name: 'office-figures', as: 'chair@roklub.example', open: openTab('Money and history') },
  { name: 'operator-clubs', as: 'super@example.com', open: at(paths.operatorClubs()) },
  { name: 'operator-club', as: 'super@example.com', open: at(paths.operatorClub('KOR')) },
]

/** A tab of an event in the rowing club's office. */
function openTab(name: string | RegExp) {
  return async (page: Page) => {
    await visit(page, paths.officeEvents('ROKLUB'))
    await page.getByRole('link', { name: /^Rowing weekend/ }).click()
    await page.getByRole('tab', { name }).click()
  }
}

async function openEvent(page: Page, title = /Standerstrygning/): Promise<void> {
  await visit(page, paths.events({ q: title.source }))
  await page.getByRole('article').getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

for (const { name, as, colorScheme = 'light', onPhone = false, inDanish = false, inManifest, open } of pictures) {
  for (const language of inDanish ? ['en', 'da'] : ['en']) {
    test.describe(`${name}, ${language}`, () => {
      test.use({ colorScheme, locale: language === 'da' ? 'da-DK' : 'en-GB', ...(onPhone ? phone : desktop) })

      test('is taken', async ({ signedInAs }) => {
        const page = await signedInAs(as)
        await page.goto(paths.dashboard())
        await open(page)
        await take(page, language === 'en' ? name : `${language}/${name}`)
        if (inManifest) await take(page, path.join(screenshots, `${inManifest}-${language}`))
      })
    })
  }
}
