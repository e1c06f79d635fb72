import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { inDatabase } from './support/in-database.ts'
import type { Portal } from './support/portal.ts'
import { ownTable, rightsTable, routeTable, type Leading, type Row, type Shown } from './route-table.ts'
import { atWidths, expectSeen, sideways, type Reader } from './support/seen.ts'

/** The table's placeholders: a public event of ROKLUB, and an unknown id. */
async function meaningIn(portal: Portal): Promise<Record<string, string>> {
  const [found] = await inDatabase<{ club: string; name: string; event: string; title: string; anna: string }>(
    portal,
    `select organisations.id club, organisations.name, events.id event, events.title,
       (select id from members where email = 'anna@example.com') anna from events
     join organisations on organisations.id = events.org_id
     where organisations.key = 'ROKLUB' and events.enabled and not events.for_members
       and events.public_from < portal_now() and events.starts_at > portal_now()
     order by events.starts_at limit 1`,
  )
  return {
    club: 'ROKLUB',
    'club-id': found!.club,
    'club-name': found!.name,
    event: found!.event,
    'event-title': found!.title,
    anna: found!.anna,
    'no-id': '01890000-0000-7000-8000-000000000000',
  }
}

/** A member's membership and ticket, paid in the portal, and the tokens of their orders. Other stories buy for events that begin at once. */
async function possessionsOf(portal: Portal, email: string): Promise<Record<string, string>> {
  const [found] = await inDatabase<Record<string, string>>(
    portal,
    `select terms.membership_id membership, terms.id term, entries.id entry, events.id "own-event", events.title "own-title",
       organisations.key "own-club", terms.order_id "order", entries.order_id "event-order"
     from members
     join membership_terms terms on terms.member_id = members.id and terms.status = 'active'
     join orders on orders.id = terms.order_id and orders.buyer_id = members.id
     join event_entries entries on entries.member_id = members.id and entries.status = 'paid'
     join events on events.id = entries.event_id
     join organisations on organisations.id = events.org_id
     where members.email = $1 and events.starts_at > portal_now() + interval '1 day' order by terms.id desc, entries.id desc limit 1`,
    [email],
  )
  return {
    ...found!,
    token: await giveToken(portal, found!.order!),
    'event-token': await giveToken(portal, found!['event-order']!),
  }
}

/** The tokens of the demo world's orders are unknown, because nobody paid them by hand. */
async function giveToken(portal: Portal, orderId: string): Promise<string> {
  const token = randomBytes(20).toString('hex')
  const hash = createHash('sha256').update(token).digest('base64url')
  await inDatabase(portal, 'update orders set token_hash = $1 where id = $2', [hash, orderId])
  return token
}

const filled = (text: string, meaning: Record<string, string>) =>
  text.replace(/\{([\w-]+)\}/g, (_, name: string) => meaning[name] ?? `{${name}}`)

function filledRow<R extends Row>(row: R, meaning: Record<string, string>): R {
  const withRegExps = JSON.stringify(row, (_, value: unknown) =>
    value instanceof RegExp ? { source: value.source } : value,
  )
  return JSON.parse(filled(withRegExps, meaning), (_, value: unknown) =>
    isSource(value) ? new RegExp(value.source) : value,
  ) as R
}
const isSource = (value: unknown): value is { source: string } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'source'

/** The row to which a row redirects. */
function pageOf(rows: readonly Row[], at: Row, who: 'visitor' | 'member'): { path: string; page: Shown | 'sign-in' } {
  const page = at[who]
  if (typeof page === 'string' || !isLeading(page)) return { path: at.path, page }
  const [path] = page.leadsTo.split('?')
  const next = rows.find((row) => row.path === page.leadsTo) ?? rows.find((row) => row.path === path)
  if (!next) throw new Error(`No row is at ${page.leadsTo}`)
  return { ...pageOf(rows, next, who), path: page.leadsTo }
}
const isLeading = (page: Shown | Leading): page is Leading => 'leadsTo' in page

/** Errors that the browser reports for a page, without refused calls. */
function listen(page: Page): string[] {
  const logged: string[] = []
  page.on('pageerror', (error) => logged.push(String(error)))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/^Failed to load resource: the server responded with a status of 40[134]/.test(message.text())
    )
      logged.push(message.text())
  })
  return logged
}

const askForPage = (request: APIRequestContext, path: string) =>
  request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 })

test(
  'the server answers every address of the table with its status',
  { tag: '@nightly' },
  async ({ portal, request }) => {
    const meaning = await meaningIn(portal)
    for (const row of [...routeTable, ...rightsTable.member].map((one) => filledRow(one, meaning))) {
      const answer = await askForPage(request, row.path)
      expect(answer.status(), row.path).toBe(row.status)
      if (row.status === 303) expect(answer.headers().location, row.path).toBe((row.member as Leading).leadsTo)
      else expect(await answer.text(), row.path).toContain('id="root"')
    }
  },
)

test('every route of the web app has a row', () => {
  const routes = readFileSync(new URL('../web/route-tree.gen.ts', import.meta.url), 'utf8').matchAll(
    /fullPath: '([^']+)'/g,
  )
  const paths = new Set([...routes].map(([, path]) => path!.replace(/(?<=.)\/$/, '')))
  const pattern = (path: string) => new RegExp(`^${path.replace(/\{\$\w+\}|\$\w+/g, '(?:[^/]+)')}$`)
  const rows = [...routeTable, ...rightsTable.member, ...ownTable].map(({ path }) => path.split('?')[0]!)
  expect([...paths].filter((path) => !rows.some((row) => pattern(path).test(row)))).toEqual([])
})

const signedOut: Reader = { menu: null }
const specified = ['Home', 'Organization', 'Membership', 'Contact Us', 'Logout']
const menu = [...specified, 'Overview', 'Calendar', 'Tickets', 'Family']
const officeMenu = [...menu, 'Club office']

test.describe('At 390, 1024 and 1440 px', { tag: '@nightly' }, () => {
  // Every page is rendered three times, on a machine that may be busy.
  test('every address for somebody who is signed out', async ({ portal, page }) => {
    const meaning = await meaningIn(portal)
    const rows = routeTable.map((row) => filledRow(row, meaning))
    const logged = listen(page)
    for (const [turn, row] of rows.entries()) {
      const { path, page: shown } = pageOf(rows, row, 'visitor')
      if (row.loaded || page.url().includes('/realms/')) await page.goto(row.path, { waitUntil: 'commit' })
      else await open(page, row.path)
      if (shown === 'sign-in') await expect(page, row.path).toHaveURL(/\/realms\//)
      await atWidths(page, turn, () =>
        shown === 'sign-in' ? expectSignIn(page, row.path) : expectSeen(page, signedOut, shown, path),
      )
    }
    expect(logged).toEqual([])
  })

  test('every address for a member', async ({ portal, signedInAs }) => {
    const anna = 'anna@example.com'
    const reader = { menu, person: 'Anna Holm' }
    const table = [...routeTable, ...rightsTable.member, ...ownTable]
    await walk(portal, await signedInAs(anna), reader, table, await possessionsOf(portal, anna))
  })

  test("every address for a club's admin", async ({ portal, signedInAs }) => {
    const reader = { menu: officeMenu, person: 'Rikke Bach' }
    await walk(portal, await signedInAs('admin@roklub.example'), reader, [...routeTable, ...rightsTable.admin])
  })

  test('every address for a super admin', async ({ portal, signedInAs }) => {
    const reader = { menu, person: 'Susanne Dahl', impersonates: true }
    await walk(portal, await signedInAs('super@example.com'), reader, [...routeTable, ...rightsTable.superAdmin])
  })
})

async function expectSignIn(page: Page, where: string): Promise<void> {
  await expect(page.getByLabel('Password', { exact: true }), where).toBeVisible()
  expect(await page.evaluate(sideways), where).toBe(0)
}

async function walk(
  portal: Portal,
  page: Page,
  reader: Reader,
  table: readonly Row[],
  own: Record<string, string> = {},
): Promise<void> {
  const meaning = { ...(await meaningIn(portal)), ...own }
  const rows = table.map((row) => filledRow(row, meaning))
  const logged = listen(page)
  for (const [turn, row] of rows.entries()) {
    const { path, page: shown } = pageOf(rows, row, 'member')
    if (row.loaded) await page.goto(row.path, { waitUntil: 'commit' })
    else await open(page, row.path)
    await atWidths(page, turn, async () => {
      await expectSeen(page, reader, shown as Shown, path)
      if (row.opens) await expect(page.getByRole('dialog', { name: row.opens }), row.path).toBeVisible()
    })
    // React also logs the refusal.
    if (row.refused) expect(logged.splice(0).join(), row.path).toContain('forbidden')
  }
  expect(logged).toEqual([])
}

/** Navigates within the open app, as its links do. */
async function open(page: Page, path: string): Promise<void> {
  const inApp = `typeof __TSR_ROUTER__ === 'object' && __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} }).then(() => true)`
  if (!(await page.evaluate<boolean>(inApp))) await page.goto(path)
}

test.describe('A robot', () => {
  test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })

  test('gets no error page from any address', { tag: '@nightly' }, async ({ portal, page }) => {
    const meaning = await meaningIn(portal)
    const rows = routeTable.map((row) => filledRow(row, meaning))
    for (const row of rows.filter(({ visitor }) => visitor !== 'sign-in')) {
      const { page: shown } = pageOf(rows, row, 'visitor')
      if (shown === 'sign-in') continue
      if (row.loaded) await page.goto(row.path)
      else await open(page, row.path)
      const error = /^(Page Not Found|Internal Server Error|You don't have access to this page)$/.test(
        shown.title ?? '',
      )
      // The visible parts are there before absent ones are checked.
      if (error) await expect(page.locator('main'), row.path).toHaveText('')
      else await expect(page.locator('h1'), row.path).toHaveText([shown.h1])
      await expect(page, row.path).not.toHaveTitle(/Page Not Found|Internal Server Error|You don't have access/)
    }
  })
})
