import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page, type Request } from '@playwright/test'
import { expect, inject } from 'vitest'
import { paths } from '#web/paths.ts'
import { installedBrowser, noBrowser } from '../../../scripts/installed-browser.mjs'
import { plus, type Day } from './days.ts'
import { OFFICE } from './letter.ts'
import type { Portal } from './portal.ts'
import { mailsOf } from './sent.ts'

/** Days on which somebody of the first club has something to read. */
const daysOf = (first: number): Day[] => [
  // The trial's last day, and the choir's last day of grace.
  `${first}-08-31`,
  // The morning after next season was published: cards that will expire are named.
  `${first}-10-21`,
  // Next season is on sale. In some years summer time ends.
  `${first}-10-31`,
  // Renewals are announced.
  `${first}-12-03`,
  // The juniors' season was published late, and the students' became dearer.
  `${first}-12-10`,
  // Cards are charged, and some declined; for the third time ten days later.
  `${first}-12-17`,
  `${first}-12-27`,
  // The last day.
  `${first}-12-31`,
  // The last week of grace, and what is seen when it is over.
  `${first + 1}-01-25`,
  plus(`${first + 1}-03-01`, -1),
]

interface Reader {
  readonly who: string
  /** A visitor is signed out. */
  readonly email?: string
  readonly language: 'da' | 'en'
  readonly dark?: true
}

const readers: readonly Reader[] = [
  { who: 'renewing', email: 'both3@year.example', language: 'da' },
  { who: 'expiring-card', email: 'runs1@year.example', language: 'en' },
  { who: 'failed-card', email: 'decline1@year.example', language: 'en', dark: true },
  { who: 'in-grace', email: 'grace3@year.example', language: 'da' },
  { who: 'left', email: 'gone1@year.example', language: 'en' },
  { who: 'on-trial', email: 'try3@year.example', language: 'da', dark: true },
  { who: 'parent', email: 'parent1@year.example', language: 'en' },
  { who: 'visitor', language: 'da' },
  { who: 'office', email: OFFICE, language: 'da' },
]

/** Takes pictures of what people see: their pages at the end of a day, and its mails. */
export async function openPictures(portal: Portal, folder: string, first: number) {
  const executablePath = installedBrowser()
  if (!executablePath) throw new Error(noBrowser)
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const days = daysOf(first)
  const { rowing, choir } = portal.clubs

  return {
    close: () => browser.close(),
    async take(day: Day): Promise<void> {
      if (!days.includes(day)) return
      const [clock] = await portal.app.database.sql<{ now: Date }>('select portal_now() as now')
      const sent = await mailsOf(portal, day)
      for (const reader of readers) {
        await pagesOf(reader, day, clock!.now)
        await mails(`${day}-${reader.who}`, reader.email, sent.filter(({ to }) => to === reader.email).length)
      }
    },
  }

  async function pagesOf({ who, email, language, dark }: Reader, day: Day, now: Date): Promise<void> {
    const context = await browser.newContext({
      baseURL: portal.app.url,
      locale: { da: 'da-DK', en: 'en-GB' }[language],
      timezoneId: 'Europe/Copenhagen',
      colorScheme: dark ? 'dark' : 'light',
      serviceWorkers: 'block',
    })
    await context.clock.setFixedTime(now)
    const page = await context.newPage()
    const loading = requestsOf(page)
    if (email) await signIn(page, email)
    const pages: Record<string, string> = !email
      ? { front: paths.dashboard(), club: paths.organisation(rowing.id) }
      : email === OFFICE
        ? { rowing: paths.office(rowing.key), choir: paths.office(choir.key) }
        : { home: paths.dashboard(), bell: paths.notifications() }
    for (const [name, address] of Object.entries(pages)) {
      const bell = email && page.waitForResponse('**/notification/stream')
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await bell
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('.mantine-Skeleton-root, [aria-busy="true"]').first().waitFor({ state: 'detached' })
        await expect.poll(() => loading.size, { interval: 300 }).toBe(0)
        await picture(page, `${day}-${who}-${name}-${width}`)
      }
    }
    await context.close()
  }

  /** The latest mails to an address. */
  async function mails(name: string, email = '', many: number): Promise<void> {
    if (many === 0) return
    const mailbox = `${inject('simulators').url}/simulators/mailbox`
    const inbox = await fetch(`${mailbox}/messages.json?to=${encodeURIComponent(email)}`)
    const latest = ((await inbox.json()) as { id: string }[]).slice(0, many).toReversed()
    const page = await browser.newPage({ bypassCSP: true })
    for (const [at, { id }] of latest.entries()) {
      await page.goto(`${mailbox}/${id}/html`)
      for (const width of [390, 640]) {
        await page.setViewportSize({ width, height: 900 })
        await picture(page, `${name}-mail-${at + 1}-${width}`)
      }
    }
    await page.close()
  }

  function picture(page: Page, name: string): Promise<unknown> {
    return page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
  }
}

/** Pending requests of a page, without the bell's stream, which never ends. */
function requestsOf(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => !request.url().endsWith('/notification/stream') && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Signs in as a member does, and leaves the question that follows unanswered. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: /^(Sign in|Log ind)$/ }).click()
  await page.locator('[name=username]').fill(email)
  await page.locator('[name=password]').fill('longenough')
  await page.locator('[name=password]').press('Enter')
  const key = 'portal.first-login'
  await expect.poll(() => page.evaluate(`localStorage.getItem('${key}') !== null`)).toBe(true)
  await page.evaluate(
    `localStorage.setItem('${key}', JSON.stringify({ ...JSON.parse(localStorage.getItem('${key}')), shown: true }))`,
  )
}
