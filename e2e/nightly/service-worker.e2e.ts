import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { startProxy, type OtherBuild } from '../support/other-build.ts'
import { startServerBeside } from '../support/portal.ts'

const test = base.extend<{ between: OtherBuild }>({
  between: async ({ portal }, use) => {
    const between = await startProxy(portal)
    await use(between)
    between.stop()
  },
  proxy: async ({ between }, use) => use({ server: between.url }),
  serviceWorkers: 'allow',
})

/** The id of another build, of the same length. */
const next = 'feedface'.repeat(4)

/** The builds of which this browser has cached the page. */
const keptBuilds = (page: Page) =>
  page.evaluate<string[]>(
    `caches.keys().then((names) => names.flatMap((name) => name.split('portal-page-')[1] ?? []).sort())`,
  )

/** The states of the registered workers. */
const workers = (page: Page) =>
  page.evaluate<string[]>(`navigator.serviceWorker.getRegistration().then((one) =>
    one ? ['installing', 'waiting', 'active'].filter((state) => one[state]) : [])`)

/** Updates the registration. @returns the state of a new worker */
const update = (page: Page) =>
  page.evaluate<string>(`navigator.serviceWorker.getRegistration().then((one) => one.update()).then((one) => {
    const fresh = one.installing ?? one.waiting
    return fresh ? new Promise((resolve) => {
      const look = () => fresh.state !== 'installing' && resolve(fresh.state)
      fresh.addEventListener('statechange', look)
      look()
    }) : 'none'
  })`)

async function openTickets(page: Page) {
  await page.goto(paths.tickets())
  await expect(page.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeVisible()
}

test("A new build's worker waits for pages of the old one, takes over from them, and is gone once it is not wanted", async ({
  signedInAs,
  context,
  between,
  portal,
}) => {
  const page = await signedInAs('anna@example.com')
  await page.addInitScript(`{
    const post = ServiceWorker.prototype.postMessage
    ServiceWorker.prototype.postMessage = function (...sent) {
      globalThis.offered = true
      return post.apply(this, sent)
    }
  }`)
  await openTickets(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await expect.poll(() => keptBuilds(page)).toEqual([between.id])

  await test.step('one whose pages the servers do not give yet keeps nothing', async () => {
    between.worker = next
    expect(await update(page)).toBe('redundant')
    expect(await workers(page)).toEqual(['active'])
  })

  const other = await context.newPage()
  await test.step('one of the new build waits as long as another page is open', async () => {
    await openTickets(other)
    between.pages = next
    await openTickets(page)
    await expect.poll(() => workers(page)).toEqual(['waiting', 'active'])
    // Each load of the new build offers to take over; with the second, the first has been handled.
    for (let load = 0; load < 2; load++) {
      await openTickets(page)
      await expect.poll(() => page.evaluate('globalThis.offered')).toBe(true)
    }
    expect(await workers(page)).toEqual(['waiting', 'active'])
    expect(await keptBuilds(page)).toEqual([between.id, next].toSorted())
  })

  await test.step('alone, it takes over, and what the old one kept is gone', async () => {
    await other.close()
    // The browser may still count the page that was just closed, so the next load offers again.
    await expect(async () => {
      await openTickets(page)
      await expect.poll(() => keptBuilds(page), { timeout: 2_000 }).toEqual([next])
    }).toPass()
    await expect.poll(() => workers(page)).toEqual(['active'])
    await context.setOffline(true)
    await page.goto(paths.tickets())
    await expect(page.locator(`meta[name=build][content=${next}]`)).toHaveCount(1)
    await context.setOffline(false)
  })

  await test.step('switched off by the operator, it deletes itself and its caches for everybody', async () => {
    const server = await startServerBeside(portal, { OFFLINE: '0' })
    try {
      between.server = server.url
      between.pages = between.worker = null
      // Signed out, no page registers a worker: the browser itself finds the replacement.
      await context.clearCookies()
      await page.goto(paths.contactUs())
      await expect.poll(() => page.evaluate<string[]>('caches.keys()')).toEqual([])
      await expect.poll(() => workers(page)).toEqual([])
    } finally {
      await server.stop()
    }
  })
})
