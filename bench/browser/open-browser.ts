import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { freePort } from '#server/database/free-port.ts'
import { paths } from '#web/paths.ts'
import { installedBrowser, noBrowser } from '../../scripts/installed-browser.mjs'

export interface OpenBrowser {
  readonly context: BrowserContext
  /** The address for remote control. */
  readonly port: number
  close(): Promise<void>
}

/** A browser with a temporary profile. */
export async function openBrowser(baseURL: string): Promise<OpenBrowser> {
  const executablePath = installedBrowser()
  if (!executablePath) throw new Error(noBrowser)
  const port = await freePort()
  const profile = mkdtempSync(path.join(tmpdir(), 'portal-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
    viewport: { width: 1350, height: 940 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  return {
    context,
    port,
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Signs one of the demo world's people in for all pages of this browser. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(paths.dashboard())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: / your menu$/ }).waitFor()
}

/** The address of the first event in a club's list. */
export async function anEvent(page: Page, club: string): Promise<string> {
  await page.goto(paths.eventsOf(club))
  const link = page.getByRole('article').getByRole('heading').getByRole('link').first()
  return (await link.getAttribute('href'))!
}
