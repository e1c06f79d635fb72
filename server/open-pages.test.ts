import { JSDOM } from 'jsdom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { publicEvents } from '#contract/events/public.ts'
import { buildClub, signedIn, type Club } from './testing/builders.ts'
import { buildEvent, type EventPlan } from './testing/builders/event-builders.ts'
import { buildTickets } from './testing/builders/ticket-builders.ts'
import { buy } from './testing/purchase.ts'
import { sharedApp, type TestApp } from './testing/test-app.ts'

/** Public answers: the pages' heads, the sitemap, and the calls that need no sign-in. */
let app: TestApp
let club: Club
let closed: Club
beforeAll(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  closed = await buildClub(app, { enabled: false })
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const day = 86_400_000
const later = { startsAt: new Date(Date.now() + day), endsAt: new Date(Date.now() + 2 * day) }

/** Events that nobody may learn of from outside. */
const unseen: [string, EventPlan, () => Club][] = [
  ['disabled', { enabled: false }, () => club],
  ['not public yet', { publicFrom: new Date(Date.now() + day) }, () => club],
  ['for members only', { forMembers: true }, () => club],
  ['of a closed club', {}, () => closed],
]

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + address, { headers: { accept: 'text/html', ...headers } })
  const text = await response.text()
  const { document } = new JSDOM(text).window
  const meta = (name: string) =>
    document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? null
  return { status: response.status, headers: response.headers, text, document, meta }
}

test('the sitemap lists the pages that are open to everybody, and no others', async () => {
  const shown = await buildEvent(app, club, { ...later, forMembers: true, guestsInvited: true })
  const over = await buildEvent(app, club, {
    startsAt: new Date(Date.now() - 2 * day),
    endsAt: new Date(Date.now() - day),
  })
  const hidden = await Promise.all(unseen.map(([, plan, of]) => buildEvent(app, of(), { ...later, ...plan })))
  const { text, headers } = await open('/sitemap.xml')
  expect(headers.get('content-type')).toContain('application/xml')
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  const { publicUrl } = app.context
  expect(listed.slice(0, 3)).toEqual(['/', '/events', '/organizations'].map((path) => publicUrl + path))
  expect(listed).toContain(`${publicUrl}/organizations-${club.id}-details`)
  expect(listed).toContain(`${publicUrl}/${club.key}/events/${shown.id}`)
  for (const id of [over.id, closed.id, ...hidden.map((one) => one.id)]) expect(text).not.toContain(id)
  expect((await fetch(`${app.url}/robots.txt`).then((answer) => answer.text())).split('\n')).toEqual(
    expect.arrayContaining(['Disallow: /', `Sitemap: ${publicUrl}/sitemap.xml`]),
  )
})

test.each([
  ['/', null],
  ['/events', 'Kommende arrangementer'],
  ['/organizations', 'Klubber'],
])('%s has a title, a description and its address in its head', async (path, title) => {
  const { document, meta, status } = await open(path)
  const name = app.context.config.product.name
  expect(status).toBe(200)
  expect(document.title).toBe(title ? `${title} · ${name}` : name)
  expect(meta('og:title')).toBe(document.title)
  expect(meta('description')).toBe(meta('og:description'))
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(app.context.publicUrl + path)
  expect(meta('og:image')).toBe(`${app.context.publicUrl}/icon-512.png`)
})

/** As RFC 9309 reads rules: the longest address that fits decides, and an allowing one among equals. */
function mayRead(rules: string, address: string): boolean {
  const fitting = [...rules.matchAll(/^(Allow|Disallow): (.*)$/gm)].filter(([, , pattern]) => {
    const source = pattern!.replace(/[.+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
    return new RegExp(`^${source}`).test(address)
  })
  const longest = Math.max(...fitting.map(([, , pattern]) => pattern!.length))
  return fitting.some(([, rule, pattern]) => rule === 'Allow' && pattern!.length === longest)
}

test('crawlers read open pages, also from a campaign, and what they are made of; and no others', async () => {
  const rules = await (await fetch(`${app.url}/robots.txt`)).text()
  const pages = [
    '/',
    '/events',
    '/ROKLUB/events',
    '/organizations',
    `/organizations-${club.id}-details`,
    '/ROKLUB/events/1',
  ]
  const parts = [
    '/favicon.svg',
    '/favicon.ico',
    '/icon-192.png',
    '/manifest.webmanifest',
    '/assets/a.js',
    '/fonts/f.woff2',
  ]
  const free = [...pages, ...pages.map((page) => `${page}?utm_source=mail&utm_medium=x`), '/events?fbclid=1', ...parts]
  const shut = [
    '/memberships',
    '/ROKLUB/events/1/register',
    '/ROKLUB/events/1/tickets?utm_source=mail',
    '/office/ROKLUB',
  ]
  expect(free.filter((address) => !mayRead(rules, address))).toEqual([])
  expect([...shut, '/events?search=x', '/memberships?utm_source=mail'].filter((one) => mayRead(rules, one))).toEqual([])
})

test('security.txt names the contact for vulnerabilities', async () => {
  const answer = await fetch(`${app.url}/.well-known/security.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const said = await answer.text()
  expect(said.split('\n')).toContain(`Contact: mailto:${app.sender}`)
  expect(said).toContain(`Canonical: ${app.context.publicUrl}/.well-known/security.txt`)
  const [, until] = /^Expires: (.*)$/m.exec(said)!
  expect(Date.parse(until!)).toBeGreaterThan(Date.now() + 90 * day)
  expect(Date.parse(until!)).toBeLessThan(Date.now() + 365 * day)
})

test('a club, the list of clubs and the front are answered in the language that is asked for, in Danish where none is', async () => {
  const its = await buildClub(app)
  const texts = { da: 'Vi sejler på fjorden.', en: 'We sail on the fjord.' }
  await app.database.sql('update organisations set description_texts = $2 where id = $1', [
    its.id,
    JSON.stringify(texts),
  ])
  const { id } = await buildEvent(app, club, later)
  const page = `/organizations-${its.id}-details`
  const metaOf = async (path: string, language: string) => (await open(path, { 'accept-language': language })).meta
  for (const language of ['en-US,en;q=0.9', 'da', '*']) {
    const said = language.startsWith('en') ? 'en' : 'da'
    expect((await metaOf(page, language))('description')).toBe(texts[said])
    expect((await metaOf('/organizations', language))('og:title')).toContain(said === 'en' ? 'Clubs' : 'Klubber')
    for (const path of [page, '/', `/${club.key}/events/${id}`])
      expect((await metaOf(path, language))('og:locale')).toBe(said === 'en' ? 'en_GB' : 'da_DK')
  }
})

test('the page of a hidden event has the title of every other page', async () => {
  const common = app.context.config.product.name
  for (const [why, plan, of] of unseen) {
    const { id } = await buildEvent(app, of(), { ...later, ...plan, title: 'Secret regatta' })
    const { document, text, meta } = await open(`/${of().key}/events/${id}`)
    expect([why, document.title, meta('og:title')]).toEqual([why, common, null])
    expect(text).not.toContain('Secret regatta')
  }
  const { document } = await open(`/organizations-${closed.id}-details`)
  expect(document.title).toBe(common)
})

test('a page is made anew for everybody, and what it links to is the portal whatever host is asked for', async () => {
  const { id } = await buildEvent(app, club, later)
  const hostile = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'x-original-host': 'evil.example',
  }
  for (const address of [
    '/',
    `/${club.key}/events/${id}`,
    `/organizations-${club.id}-details`,
    '/sitemap.xml',
    '/robots.txt',
  ]) {
    const first = await open(address, { ...hostile, 'accept-language': 'de<script>' })
    expect(first.text, address).not.toMatch(/evil\.example|de<script>/)
    const { text, headers } = await open(address)
    expect(text, address).not.toContain('evil.example')
    if (/xml|txt/.test(address)) expect(headers.get('cache-control')).toBe('public, max-age=60')
    else expect(headers.get('cache-control')).toBe('no-store')
  }
})

const calls = () =>
  [
    pathOf(organisations.directory.path, 'izy'),
    pathOf(organisations.profile.path, 'izy', { id: club.id }),
    pathOf(publicEvents.list.path, 'izy'),
  ] as const

test('public answers are cached for a minute in each language, and not sent again while unchanged', async () => {
  await app.database.sql('update organisations set description_texts = $2 where id = $1', [
    club.id,
    JSON.stringify({ da: 'Vi ror på fjorden.', en: 'We row on the fjord.' }),
  ])
  const { id } = await buildEvent(app, club, later)
  for (const path of [...calls(), pathOf(publicEvents.item.path, 'izy', { eventId: id })]) {
    const ask = (headers: Record<string, string>) => fetch(app.url + path, { headers })
    const danish = await ask({ 'accept-language': 'da' })
    expect([path, danish.headers.get('cache-control')]).toEqual([path, 'public, max-age=60'])
    expect(danish.headers.get('vary')).toContain('accept-language')
    const etag = danish.headers.get('etag')!
    const again = await ask({ 'accept-language': 'da', 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'public, max-age=60',
    ])
    // One language's answer is not another's.
    const english = await ask({ 'accept-language': 'en', 'if-none-match': etag })
    if (path.includes('/org/'))
      expect([path, english.status, english.headers.get('etag') === etag]).toEqual([path, 200, false])
  }
})

test('a refusal is not cached', async () => {
  const { id } = await buildEvent(app, club, { publicFrom: new Date(Date.now() + day) })
  const answer = await fetch(app.url + pathOf(publicEvents.item.path, 'izy', { eventId: id }))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store'])
})

test('an address that asks too often is refused, also for the sitemap', async () => {
  const statuses = async (path: string, times: number) => {
    const all: number[] = []
    for (let time = 0; time < times; time++) all.push((await fetch(app.url + path)).status)
    return new Set(all)
  }
  expect(await statuses('/sitemap.xml', 61)).toEqual(new Set([200, 429]))
  expect(await statuses(calls()[2], 121)).toEqual(new Set([200, 429]))
})

test('nothing that everybody gets names who is a member or comes', async () => {
  const anna = await signedIn(app, 'anna@example.com')
  await buy(app, anna, club)
  const event = await buildEvent(app, club, later)
  await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
  const { id } = event
  const metaOf = await Promise.all(
    [...calls(), pathOf(publicEvents.item.path, 'izy', { eventId: id })].map(async (path) =>
      (await fetch(app.url + path, { headers: { authorization: `Bearer ${anna.token}` } })).text(),
    ),
  )
  const pages = await Promise.all(
    ['/', `/${club.key}/events/${id}`, `/organizations-${club.id}-details`].map(
      async (path) => (await open(path)).text,
    ),
  )
  for (const text of [...metaOf, ...pages]) expect(text).not.toMatch(/anna|club\.example|"people"|"tickets"|secret/i)
})
