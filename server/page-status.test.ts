import { beforeAll, expect, test } from 'vitest'
import { newId } from './database/new-id.ts'
import { pagePatterns } from './page-patterns.ts'
import { buildClub, type Club } from './testing/builders.ts'
import { buildEvent } from './testing/builders/event-builders.ts'
import { sharedApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let club: Club
let closed: Club
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  closed = await buildClub(app)
  await app.database.sql('update organisations set enabled = false where id = $1', [closed.id])
})

async function open(address: string) {
  const answer = await fetch(app.url + address, { headers: { accept: 'text/html' }, redirect: 'manual' })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const statusOf = async (address: string) => (await open(address)).status
/** An address of a pattern, its parts filled in. */
const fill = (pattern: string, parts: Record<string, string>) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => parts[name]!)

test('every page exists for valid ids and keys', async () => {
  const parts = { orgKey: club.key, id: newId(), eveEntryId: newId(), status: '500', text: 'terms' }
  const event = await buildEvent(app, club)
  for (const pattern of pagePatterns) {
    const id = pattern.startsWith('/organizations-') ? club.id : pattern.includes('event') ? event.id : parts.id
    expect(await statusOf(fill(pattern, { ...parts, id })), pattern).toBe(pattern.includes('{status}') ? 500 : 200)
  }
})

test('a malformed id has no page, and the app says so', async () => {
  const parts = { orgKey: club.key, id: newId(), eveEntryId: newId(), text: 'terms' }
  for (const pattern of pagePatterns.filter((one) => /\{(id|eveEntryId)\}/.test(one)))
    for (const name of ['id', 'eveEntryId'].filter((one) => pattern.includes(`{${one}}`))) {
      const { status, type } = await open(fill(pattern, { ...parts, [name]: 'x' }))
      expect([status, type], `${pattern} ${name}`).toEqual([404, 'text/html; charset=utf-8'])
    }
})

test("an unknown or closed club's key has no page, in any case", async () => {
  const { id } = await buildEvent(app, club)
  for (const rest of ['/events', `/events/${id}`, `/events/${id}/register`]) {
    expect(await statusOf(`/${club.key}${rest}`)).toBe(200)
    expect(await statusOf(`/${club.key.toLowerCase()}${rest}`)).toBe(200)
    expect(await statusOf(`/NOCLUB${rest}`)).toBe(404)
    expect(await statusOf(`/${closed.key}${rest}`)).toBe(404)
  }
  expect(await statusOf('/%E0%A4%A/events')).not.toBe(200)
  expect(await statusOf(`/organizations-${newId()}-details`)).toBe(404)
  expect(await statusOf(`/organizations-${closed.id}-details`)).toBe(404)
})

test('a club has its pages as soon as it exists, whoever asked for pages before', async () => {
  const key = club.key.split('').toReversed().join('') + 'X'
  expect(await statusOf(`/office/${key}`)).toBe(404)
  const { id } = await buildClub(app, { key })
  expect(await Promise.all([`/office/${key}`, `/organizations-${id}-details`].map(statusOf))).toEqual([200, 200])
})

test("an unknown event, or another club's, has no page; ticket pages reveal nothing", async () => {
  const other = await buildClub(app)
  const shown = await buildEvent(app, club)
  const disabled = await buildEvent(app, club, { enabled: false })
  const early = await buildEvent(app, club, { publicFrom: new Date(Date.now() + 86_400_000) })
  const pages = (key: string, id: string) => [
    `/${key}/events/${id}`,
    `/${key}/events/${id}/register`,
    `/event-${id}-detail`,
    `/event-${id}-register`,
  ]
  const statuses = (key: string, id: string) => Promise.all(pages(key, id).map(statusOf))
  expect(await statuses(club.key, shown.id)).toEqual([200, 200, 200, 200])
  expect(await statuses(club.key.toLowerCase(), early.id)).toEqual([200, 200, 200, 200])
  expect(await statuses(other.key, shown.id)).toEqual([404, 404, 200, 200])
  for (const id of [disabled.id, newId()]) expect(await statuses(club.key, id)).toEqual([404, 404, 404, 404])
  expect(await statusOf(`/${club.key}/events/${disabled.id}/tickets`)).toBe(200)
})

test("a page has the product's name", async () => {
  const { text } = await open('/memberships')
  expect(text).toContain(`<title>${app.context.config.product.name}</title>`)
  expect((await open('/nothing-here')).text).toContain(`<title>${app.context.config.product.name}</title>`)
})

test('an unknown address is 404, also behind /ui and for HEAD', async () => {
  expect(await statusOf('/ui/nothing')).toBe(404)
  expect(await statusOf('/tickets/nothing')).toBe(404)
  const head = await fetch(`${app.url}/nothing`, { method: 'HEAD', headers: { accept: 'text/html' } })
  expect(head.status).toBe(404)
})

test.each([
  ['400', 400],
  ['403', 403],
  ['404', 404],
  ['500', 500],
  ['503', 503],
  ['418', 404],
])('the error page %s answers %s', async (page, status) => {
  expect(await statusOf(`/page-error-${page}`)).toBe(status)
})
