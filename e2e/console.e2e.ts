import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { visit } from './support/every-page.ts'
import { expect, test } from './support/fixtures.ts'
import { signedIn } from './support/sign-in.ts'

test.use({ serviceWorkers: 'allow' })

/** Pages with stored tickets and calendar, with lists and with forms, each with the streams around it. */
const pages = [
  paths.tickets(),
  paths.calendar(),
  paths.dashboard(),
  paths.participants(),
  paths.contactUs(),
  paths.newMembership(),
]

/** The browser's console from now on: errors, warnings, and whatever nothing caught. */
function listen(page: Page): string[] {
  const said: string[] = []
  const say = (words: string) => said.push(`${page.url()}: ${words}`)
  page.on('pageerror', (error) => say(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) say(`${message.text()} ${message.location().url}`)
  })
  return said
}

test(
  'Without network the console is clean, and when the network is back',
  { tag: '@nightly' },
  async ({ context, signedInAs }) => {
    const page = await signedInAs('anna@example.com')
    await page.goto(paths.tickets())
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    const said = listen(page)
    const bar = page.getByRole('status').filter({ hasText: /^Offline/ })
    await context.setOffline(true)
    await expect(bar).toBeVisible()
    for (const path of pages) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    }
    expect.soft(said, 'without network').toEqual([])
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
    await visit(page, paths.memberships())
    await expect(page.getByRole('article', { name: 'Roskilde Fjord Roklub' })).toBeVisible()
    await expect(signedIn(page)).toBeVisible()
    expect(said, 'back with the network').toEqual([])
  },
)
