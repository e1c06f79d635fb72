import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { billing, membershipData } from '#server/testing/selection.ts'
import { accessTokenOf } from '#server/testing/sign-in.ts'
import { paths } from '#web/paths.ts'
import { expectNoViolationsInBothThemes } from './support/axe.ts'
import { eventOf } from './support/event-in-database.ts'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import { lookAt } from './support/look-at.ts'
import { answerMembershipPrompt } from './support/membership-prompt.ts'
import { newBuyer } from './support/newcomer.ts'
import type { Portal } from './support/portal.ts'
import { agree, heading as registering, success, tick } from './support/registering.ts'
import { signedIn, signInAs } from './support/sign-in.ts'

test.use({ serviceWorkers: 'allow' })
const password = 'correct horse battery'
const day = 24 * 60 * 60_000
const free = [{ category: 'adult', name: 'Adult', price: 0 }]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /^Offline/ })
const code = (page: Page, name: string) => page.getByRole('img', { name: `Ticket code for ${name}` })
const ownDevice = (page: Page) => page.getByRole('switch', { name: 'This is my own device' })

/** Somebody with a ticket and an offline copy in their browser. @returns their e-mail and the event's id */
async function withTicket(page: Page, portal: Portal, firstName: string, title: string) {
  const email = await newBuyer(page, portal, firstName)
  const eventId = await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: free })
  const [member] = await inDatabase<{ id: string }>(portal, 'select id from members where email = $1', [email])
  const token = await accessTokenOf(`${portal.url}/realms/izy`, email, password)
  const response = await fetch(`${portal.url}/izy-member-api/api/v1/member/payment-prepare`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      token: randomBytes(20).toString('hex'),
      membershipData: membershipData([{ memberId: member!.id, event: { id: eventId } }], {
        billing: { ...billing, email },
      }),
    }),
  })
  expect(response.status, await response.text()).toBe(200)
  await page.goto(paths.tickets())
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  return { email, eventId }
}

/** Everything that this browser stores for offline pages, as text. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const known = await indexedDB.databases()
    const inTab = JSON.stringify({ ...sessionStorage })
    if (!known.some(({ name }) => name === 'portal-kept')) return inTab
    const database = await new Promise((resolve) => {
      indexedDB.open('portal-kept').onsuccess = ({ target }) => resolve(target.result)
    })
    const all = await new Promise((resolve) => {
      database.transaction('copy').objectStore('copy').getAll().onsuccess = ({ target }) => resolve(target.result)
    })
    database.close()
    return inTab + JSON.stringify(all)
  })()`)

const isKept = (page: Page, title: string) =>
  expect.poll(async () => /days\\?":\{/.test(await kept(page)) && (await kept(page)).includes(title)).toBe(true)

async function goOffline(context: BrowserContext, page: Page) {
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
}

/** Opens the tickets without network: the front page is shown instead, and the browser has no ticket. */
async function expectNothingKept(page: Page, title: string) {
  await page.goto(paths.tickets())
  await expect(bar(page)).toBeVisible()
  await expect(heading(page, 'Everything in your clubs, in one place')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  await expect.poll(() => kept(page)).not.toContain(title)
}

test(
  'A phone is offered at its first ticket to keep it, and asked no more once that is answered',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const title = 'Dusk row'
    const { eventId } = await withTicket(page, portal, 'Tora', title)
    const offer = page.getByRole('heading', { name: 'Your ticket without a connection' })
    const openTicket = async () => {
      await page.goto(paths.ticketsOf('ROKLUB', eventId))
      await page.getByRole('link', { name: 'Tora Klok' }).click()
      await expect(code(page, 'Tora Klok')).toBeVisible()
    }

    await openTicket()
    await expect(offer).toBeVisible()
    await expectNoViolationsInBothThemes(page, 'the offer to keep a ticket')
    await lookAt(page, 'keep-on-phone')
    await page.getByRole('button', { name: 'Keep it on this phone' }).click()
    await expect(offer).toHaveCount(0)
    await isKept(page, title)
    const ticket = page.url()
    await goOffline(context, page)
    await page.goto(ticket)
    await expect(code(page, 'Tora Klok')).toBeVisible()
    await context.setOffline(false)

    await page.goto(paths.tickets())
    await ownDevice(page).press('Space')
    await expect(ownDevice(page)).not.toBeChecked()
    await expect.poll(() => page.evaluate("localStorage.getItem('portal.kept-for')")).toBeNull()
    await openTicket()
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(offer).toHaveCount(0)
    await page.reload()
    await expect(code(page, 'Tora Klok')).toBeVisible()
    await expect(ownDevice(page).or(offer)).toHaveCount(0)
  },
)

test(
  'In airplane mode tickets and calendar are there with their time, other pages say so, and all continues afterwards',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    const title = 'Midsummer row'
    const { eventId } = await withTicket(page, portal, 'Tove', title)
    await ownDevice(page).press('Space')
    await expect.poll(() => kept(page)).toContain(title)
    await isKept(page, title)
    await expectNoViolationsInBothThemes(page, 'own device')
    await lookAt(page, 'own-device')

    await test.step('the network goes while a page is open', async () => {
      await goOffline(context, page)
      await expect(bar(page)).toHaveText(/^Offline · as of \d\d:\d\d$/)
      await page.getByRole('link', { name: 'My Calendar', exact: true }).click()
      await expect(heading(page, 'My Calendar')).toBeVisible()
      await expect(page.getByText(title).first()).toBeVisible()
      await expect(bar(page)).toHaveText(/^Offline · as of \d\d:\d\d$/)
    })

    await test.step('the portal is opened without network, by a link to the tickets', async () => {
      await page.goto(paths.tickets())
      await expect(bar(page)).toHaveText(/^Offline · as of \d\d:\d\d$/)
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await expectNoViolationsInBothThemes(page, 'tickets offline')
      await lookAt(page, 'tickets-offline')
      await page.getByRole('link', { name: `Show ticket to ${title}` }).click()
      await expect(code(page, 'Tove Klok')).toBeVisible()
      await page.getByRole('button', { name: 'Show at the door' }).click()
      await expect(page.getByRole('dialog').getByRole('img', { name: 'Ticket code for Tove Klok' })).toBeVisible()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.goto(`${paths.calendar()}?view=list`)
      await expect(page.getByText(title).first()).toBeVisible()
      await lookAt(page, 'calendar-offline')
    })

    await test.step('pages that need the network say so, with a way back', async () => {
      for (const path of [paths.dashboard(), paths.memberships(), paths.event('ROKLUB', eventId)]) {
        await page.goto(path)
        await expect(heading(page, 'This page needs a connection')).toBeVisible()
        await expect(bar(page)).toBeVisible()
      }
      await expectNoViolationsInBothThemes(page, 'offline')
      await lookAt(page, 'offline')
      await page.getByRole('link', { name: 'My Tickets' }).click()
      await expect(page.getByRole('article', { name: title })).toBeVisible()
    })

    await test.step('with the network back its reader continues, signed in', async () => {
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(signedIn(page)).toBeVisible()
      await expect(bar(page)).toHaveCount(0)
      await expect(page.getByRole('article', { name: title })).toBeVisible()
    })

    await test.step('signing out leaves nothing behind', async () => {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(await kept(page)).not.toContain(title)
      await context.setOffline(true)
      await expectNothingKept(page, title)
    })
  },
)

test(
  'A registration without network says so and keeps what was chosen, and is sent once the network is back',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    const { email } = await withTicket(page, portal, 'Nora', 'Spring row')
    const title = 'Autumn row'
    const eventId = await eventOf(portal, { club: 'ROKLUB', title, capacity: 60, categories: free })
    await page.goto(paths.registerForEvent('ROKLUB', eventId))
    await expect(registering(page, title)).toBeVisible()
    await expect(tick(page, /^Nora Klok/)).toBeChecked()
    await agree(page)
    const send = page.getByRole('button', { name: 'Register for free' })
    await expect(send).toBeEnabled()
    await goOffline(context, page)
    await send.click()
    await expect(page.getByRole('alert').getByText(/We can't connect/)).toBeVisible()
    await lookAt(page, 'register-offline')
    await expect(tick(page, /^Nora Klok/)).toBeChecked()
    await context.setOffline(false)
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(success(page)).toBeVisible()
    const [count] = await inDatabase<{ n: number }>(
      portal,
      `select count(*)::int as n from event_entries e join members m on m.id = e.member_id where m.email = $1 and e.event_id = $2`,
      [email, eventId],
    )
    expect(count!.n).toBe(1)
  },
)

test(
  'Who was away for long finds their tickets on their own device only, and another person never does',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    const title = 'Harvest row'
    await page.clock.install()
    const { email } = await withTicket(page, portal, 'Ida', title)

    await test.step('a device of others forgets them with the session', async () => {
      await page.clock.runFor(5_000)
      await isKept(page, title)
      await page.clock.fastForward(31 * 60_000)
      await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
      expect(await kept(page)).not.toContain(title)
    })

    await test.step('their own keeps them for seven days', async () => {
      await page.getByRole('button', { name: 'Sign in again' }).click()
      await signInAs(page, email, password)
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await page.clock.runFor(5_000)
      await ownDevice(page).press('Space')
      await expect.poll(() => kept(page)).toContain(title)
      await page.clock.fastForward(31 * 60_000)
      await expect(heading(page, "We've signed you out to be safe")).toBeVisible()
      // At the door the network leads nowhere, and the browser believes that it is online.
      const believed = (online: boolean) =>
        page.addInitScript(`Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${online} })`)
      await believed(true)
      await context.setOffline(true)
      await page.goto(paths.tickets())
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await believed(false)
      const keptAt = await page.evaluate<number>('Date.now()')
      await page.clock.setSystemTime(keptAt + 6 * day)
      await page.goto(paths.tickets())
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await page.clock.setSystemTime(keptAt + 7 * day)
      await expectNothingKept(page, title)
      await context.setOffline(false)
    })
  },
)

test(
  'Another person who signs in finds nothing of the one before',
  { tag: '@nightly' },
  async ({ page, context, portal }) => {
    const title = 'Winter row'
    await withTicket(page, portal, 'Jens', title)
    await ownDevice(page).press('Space')
    await expect.poll(() => kept(page)).toContain(title)
    // Not signed out: the session ended at the provider.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto(paths.dashboard())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(page, 'bo@example.com')
    await expect(signedIn(page)).toBeVisible()
    await answerMembershipPrompt(page).catch(() => undefined)
    await expect.poll(() => kept(page)).not.toContain(title)
    await context.setOffline(true)
    await expectNothingKept(page, title)
  },
)
