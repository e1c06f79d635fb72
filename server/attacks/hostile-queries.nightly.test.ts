import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '#contract/events/events.ts'
import { pathOf } from '#contract/endpoint.ts'
import { buildClub, signedIn, type Club, type Person } from '../testing/builders.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sharedApp, type TestApp } from '../testing/test-app.ts'

/** Attempts of tools that look for SQL injection. */
const injections = [
  `'`,
  `"`,
  `')`,
  `' OR '1'='1`,
  `' OR 1=1--`,
  `1 OR 1=1`,
  `1) OR (1=1`,
  `%' OR '%'='`,
  `' UNION SELECT NULL,NULL,NULL--`,
  `' UNION ALL SELECT key, name FROM organisations--`,
  `'; SELECT pg_sleep(20)--`,
  `1; SELECT pg_sleep(20)`,
  `' || (SELECT pg_sleep(20)) || '`,
  `' AND 1=CAST((SELECT version()) AS int)--`,
  `'; DROP TABLE events--`,
  `'; UPDATE events SET enabled = true--`,
  `$1`,
  `$$; SELECT 1; $$`,
  `\\' OR 1=1--`,
  `\\`,
  `_`,
  `%`,
  `%00`,
  `{1,2}`,
  `NULL`,
  `-1`,
  `1e309`,
  `starts_at desc`,
  `(select id from events limit 1)`,
  `0x27`,
  `ʼ OR 1=1`,
]
const corpus = [...injections, ...Object.values(hostileTexts).map((text) => text.slice(0, 300))]

let app: TestApp
let anna: Person
let club: Club
let event: BuiltEvent
let before: string

const state = async () =>
  JSON.stringify(await app.database.sql('select id, title, enabled, sold, org_id from events order by id'))

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  club = await buildClub(app)
  event = await buildEvent(app, club, { kind: 'Regatta' })
  await buildEvent(app, club, { title: 'Hidden from all', kind: 'Hidden', enabled: false })
  before = await state()
})
beforeEach(() => app.database.sql('delete from rate_windows'))

/** Sent as it is, past the types of the contract. */
async function get(path: string, params: Record<string, string>, query: Record<string, string> = {}) {
  const address = `${app.url}${pathOf(path, 'izy', params)}?${new URLSearchParams(query).toString()}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${anna.token}` } })
  return { status: response.status, text: await response.text() }
}

const id = () => event.id
/** Each parameter of each call, with what else the call needs, and whether a text that is none of what it takes is refused. */
const parameters: Record<string, { send: (text: string) => ReturnType<typeof get>; strict: boolean }> = {
  'list orgId': { send: (text) => get(events.list.path, {}, { orgId: text }), strict: true },
  'list mine': { send: (text) => get(events.list.path, {}, { mine: text }), strict: true },
  'list kind': { send: (text) => get(events.list.path, {}, { kind: text }), strict: false },
  'list from': { send: (text) => get(events.list.path, {}, { from: text }), strict: true },
  'list until': { send: (text) => get(events.list.path, {}, { until: text }), strict: true },
  'list search': { send: (text) => get(events.list.path, {}, { search: text }), strict: false },
  'list fits': { send: (text) => get(events.list.path, {}, { fits: text }), strict: true },
  'list after': { send: (text) => get(events.list.path, {}, { after: text }), strict: true },
  'list limit': { send: (text) => get(events.list.path, {}, { limit: text }), strict: true },
  'list unknown': {
    send: (text) => get(events.list.path, {}, { sort: text, order: text, [text]: text }),
    strict: false,
  },
  'kinds orgId': { send: (text) => get(events.kinds.path, {}, { orgId: text }), strict: true },
  'item eventId': { send: (text) => get(events.item.path, { eventId: text }), strict: true },
  'picture v': { send: (text) => get(events.picture.path, { eventId: id() }, { v: text }), strict: false },
  'calendar eventId': { send: (text) => get(events.calendar.path, { eventId: text }), strict: true },
  'calendar language': {
    send: (text) => get(events.calendar.path, { eventId: id() }, { language: text }),
    strict: true,
  },
  'pricing category': { send: (text) => get(events.pricing.path, { eventId: id(), category: text }), strict: false },
  'pricing eventId': { send: (text) => get(events.pricing.path, { eventId: text, category: 'adult' }), strict: true },
}

describe.each(Object.entries(parameters))('%s', (name, { send, strict }) => {
  test('treats every text as a value', async () => {
    for (const text of corpus) {
      const answer = await send(text)
      const expected = strict ? [404, 422] : [200, 404, 422]
      expect(expected, `${name}: ${text} gave ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
      expect(answer.text).not.toMatch(/PostgreSQL|syntax error|pg_|Hidden from all/)
      if (name === 'list kind' && answer.status === 200) expect(JSON.parse(answer.text), text).toEqual([])
    }
    expect(await state()).toBe(before)
  })
})

test('a search finds a hostile title by its letters, and no other event by its special characters', async () => {
  const single = corpus.filter(
    (text) => text.trim() === text && text !== '' && text.length <= 100 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
  )
  for (const text of single) {
    const { id: hostile } = await buildEvent(app, club, { title: `x${text}y` })
    const { status, text: found } = await get(events.list.path, {}, { search: `x${text}y` })
    expect([status, (JSON.parse(found) as { id: string }[]).map((one) => one.id)], text).toEqual([200, [hostile]])
    await app.database.sql('update events set enabled = false where id = $1', [hostile])
  }
})
