import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { family } from '#contract/members/family.ts'
import type { Input } from '#contract/endpoint.ts'
import { tickets } from '#contract/events/tickets.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent, type EventPlan } from '#server/testing/builders/event-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { readCalendar } from '#server/testing/files/calendar-reader.ts'
import { buy } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let anna: Person
let bo: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from calendar_feeds')
  await app.database.sql(`update family_invitations set status = 'ended', ended_at = now() where status = 'approved'`)
  await app.database.sql(`update events set starts_at = '2020-01-01', ends_at = '2020-01-02'`)
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  club = await buildClub(app)
})

const create = (who: Person, input: Input<typeof calendarFeeds.create>) =>
  app.call(calendarFeeds.create, { language: 'en', ...input }, { as: who.token })
const feedOf = async (who: Person, input: Input<typeof calendarFeeds.create>) => (await create(who, input)).url
const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers })
const entriesOf = async (url: string) => readCalendar(await (await read(url)).text())
const statusOf = async (url: string) => (await read(url)).status
const registered = async (who: Person, people: readonly string[], plan: EventPlan = {}): Promise<BuiltEvent> => {
  const event = await buildEvent(app, club, plan)
  await buildTickets(app, event, { buyer: who, people: people.map((memberId) => ({ memberId })) })
  return event
}
const at = (moment: string) => new Date(moment)

test("a family's feed has its tickets with first names, and both parsers read the same", async () => {
  const regatta = await registered(anna, [anna.memberId, alma], {
    title: 'Regatta; "2027", æøå',
    startsAt: at('2027-06-12T08:00:00Z'),
    endsAt: at('2027-06-12T14:30:00Z'),
  })
  const camp = await registered(anna, [alma], {
    title: 'Camp',
    startsAt: at('2027-07-01T22:00:00Z'),
    endsAt: at('2027-07-04T22:00:00Z'),
  })
  await registered(bo, [bo.memberId], { title: 'Somebody else’s' })
  expect(await entriesOf(await feedOf(anna, { kind: 'family' }))).toEqual([
    {
      uid: `${regatta.id}@127.0.0.1`,
      title: 'Regatta; "2027", æøå (Alma, Anna)',
      start: '2027-06-12T08:00:00.000Z',
      end: '2027-06-12T14:30:00.000Z',
      isAllDay: false,
      sequence: 1,
      status: 'CONFIRMED',
    },
    {
      uid: `${camp.id}@127.0.0.1`,
      title: 'Camp (Alma)',
      start: '2027-07-02',
      end: '2027-07-05',
      isAllDay: true,
      sequence: 0,
      status: 'CONFIRMED',
    },
  ])
  const ofAlma = await entriesOf(await feedOf(anna, { kind: 'person', personId: alma }))
  expect(ofAlma.map(({ title }) => title)).toEqual(['Regatta; "2027", æøå', 'Camp'])
})

test.each([
  ['the night that the clock goes forward', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
  ['the night that the clock goes back', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  ['an event from summer time into winter time', '2026-10-23T15:00:00Z', '2026-10-25T12:00:00Z'],
  ['an evening in summer', '2027-06-12T17:00:00Z', '2027-06-12T21:00:00Z'],
])('%s is read at the right hour', async (title, startsAt, endsAt) => {
  await registered(anna, [anna.memberId], { title, startsAt: at(startsAt), endsAt: at(endsAt) })
  const [entry] = await entriesOf(await feedOf(anna, { kind: 'person' }))
  expect([entry!.start, entry!.end]).toEqual([at(startsAt).toISOString(), at(endsAt).toISOString()])
})

test('a feed defines the time zone, says how often to read it, and names itself', async () => {
  await registered(anna, [anna.memberId])
  const text = await (await read(await feedOf(anna, { kind: 'person', language: 'da' }))).text()
  for (const line of [
    'TZID:Europe/Copenhagen',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'X-WR-CALNAME:Arrangementer for Anna',
  ])
    expect(text.split('\r\n')).toContain(line)
})

test('the feed of somebody without a first name has the name that there is', async () => {
  const child = await buildParticipant(app, anna, 'Otto')
  await registered(anna, [child], { title: 'Regatta' })
  const called = (first: string, last: string) =>
    app.database.sql('update members set first_name = $2, last_name = $3 where id = $1', [child, first, last])
  const namesIn = async (input: Input<typeof calendarFeeds.create>) => {
    const response = await read(await feedOf(anna, input))
    const names = (await response.text()).match(/(?<=CALNAME:|SUMMARY:).*(?=\r)/g)
    return [...names!, /filename="(.*?)"/.exec(response.headers.get('content-disposition')!)![1]]
  }
  await called('', 'Holm')
  expect(await namesIn({ kind: 'person', personId: child })).toEqual([
    'Events for Holm',
    'Regatta',
    'Events for Holm.ics',
  ])
  expect(await namesIn({ kind: 'family' })).toEqual(['Family events', 'Regatta (Holm)', 'Family events.ics'])
  await called('', '')
  expect(await namesIn({ kind: 'person', personId: child })).toEqual(['Events', 'Regatta', 'Events.ics'])
  expect(await namesIn({ kind: 'family' })).toEqual(['Family events', 'Regatta', 'Family events.ics'])
  await app.database.sql('update members set archived_at = portal_now() where id = $1', [child])
})

test('an unchanged feed is answered with 304, and a change of the event raises its number', async () => {
  const event = await registered(anna, [anna.memberId], { title: 'Regatta' })
  await registered(anna, [anna.memberId], {
    startsAt: new Date(Date.now() + 20 * 86_400_000),
    endsAt: new Date(Date.now() + 21 * 86_400_000),
  })
  const url = await feedOf(anna, { kind: 'person' })
  const etag = (await read(url)).headers.get('etag')!
  expect((await read(url, { 'if-none-match': etag })).status).toBe(304)
  expect((await read(url, { 'if-none-match': `W/${etag}` })).status).toBe(304)
  const [before] = await entriesOf(url)
  await app.database.sql(`update events set sold = 7 where id = $1`, [event.id])
  expect((await read(url, { 'if-none-match': etag })).status).toBe(304)
  // The first is over.
  await app.database.sql(`update portal_clock set "offset" = '12 days'`)
  expect((await read(url, { 'if-none-match': etag })).status).toBe(304)

  await app.database.sql(`update events set place = 'The harbour' where id = $1`, [event.id])
  expect((await read(url, { 'if-none-match': etag })).status).toBe(200)
  const [after] = await entriesOf(url)
  expect(after!.sequence).toBe(before!.sequence + 1)
  expect(after!.uid).toBe(before!.uid)
})

test('a cancelled ticket is shown as cancelled for 30 days, and as valid when it is bought again', async () => {
  const event = await buildEvent(app, club, {
    title: 'Supper',
    startsAt: new Date(Date.now() + 60 * 86_400_000),
    categories: [{ category: 'adult', price: 0 }],
  })
  const { entryIds } = await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
  const url = await feedOf(anna, { kind: 'family' })
  const [first] = await entriesOf(url)
  await app.call(tickets.cancel, { entryId: entryIds[0]! }, { as: anna.token })
  const [cancelled] = await entriesOf(url)
  expect(cancelled).toMatchObject({ uid: first!.uid, title: 'Ticket cancelled: Supper', status: 'CANCELLED' })
  expect(cancelled!.sequence).toBeGreaterThan(first!.sequence)

  await app.moveClock('29 days')
  expect(await entriesOf(url)).toEqual([cancelled])
  await app.moveClock('2 days')
  expect(await entriesOf(url)).toEqual([])
  await buildTickets(app, event, { buyer: anna, people: [{ memberId: anna.memberId }] })
  const [again] = await entriesOf(url)
  expect(again).toMatchObject({ uid: first!.uid, title: 'Supper (Anna)', status: 'CONFIRMED' })
  expect(again!.sequence).toBeGreaterThan(cancelled!.sequence)
})

test("a club's feed has its public events without anybody's name, and withdrawn ones as cancelled", async () => {
  await buy(app, anna, club)
  await registered(anna, [alma, anna.memberId], { title: 'Regatta' })
  const closing = await buildEvent(app, club, { title: 'Closing' })
  await buildEvent(app, club, { title: 'Not public yet', publicFrom: new Date(Date.now() + 86_400_000) })
  const draft = await buildEvent(app, club, { title: 'A draft', enabled: false })
  const { clubs } = await app.call(calendarFeeds.list, {}, { as: anna.token })
  expect(clubs).toContainEqual({ id: club.id, key: club.key, name: `Club ${club.key}` })
  const url = await feedOf(anna, { kind: 'club', orgId: club.id })
  const titles = async () => (await entriesOf(url)).map(({ title, status }) => `${title} ${status}`).toSorted()
  expect(await titles()).toEqual(['Closing CONFIRMED', 'Regatta CONFIRMED'])
  const text = await (await read(url)).text()
  for (const name of ['Anna', 'Alma', 'Holm']) expect(text).not.toContain(name)
  expect(text).toContain(`X-WR-CALNAME:Club ${club.key}`)

  await app.database.sql(`update events set enabled = false where id = $1`, [closing.id])
  await app.database.sql(`update events set title = 'A better draft' where id = $1`, [draft.id])
  expect(await titles()).toEqual(['Cancelled: Closing CANCELLED', 'Regatta CONFIRMED'])
  await app.database.sql(`update events set enabled = true where id = $1`, [closing.id])
  expect(await titles()).toEqual(['Closing CONFIRMED', 'Regatta CONFIRMED'])
  const [reopened] = (await entriesOf(url)).filter(({ title }) => title === 'Closing')
  expect(reopened!.sequence).toBe(2)
})

test('of more events than a calendar takes, the nearest are in it', async () => {
  await buy(app, anna, club)
  await app.database.sql(
    `insert into events (id, org_id, title, starts_at, ends_at, public_from, enabled)
     select gen_random_uuid(), $1, n, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour', now() - interval '1 year', true
     from generate_series(-10, 505) n`,
    [club.id],
  )
  const entries = await entriesOf(await feedOf(anna, { kind: 'club', orgId: club.id }))
  expect(entries.map(({ title }) => Number(title))).toEqual(Array.from({ length: 500 }, (_, index) => index))
})

test('an event that its office cancels is cancelled in the calendars of the club and of its guests', async () => {
  await buy(app, anna, club)
  const event = await registered(anna, [anna.memberId], { title: 'Regatta' })
  const urls = [await feedOf(anna, { kind: 'club', orgId: club.id }), await feedOf(anna, { kind: 'person' })]
  const entries = () => Promise.all(urls.map(async (url) => (await entriesOf(url))[0]!))
  const before = await entries()
  // As an office writes it: `enabled` follows.
  await app.database.sql(`update events set status = 'cancelled' where id = $1`, [event.id])
  for (const [index, after] of (await entries()).entries()) {
    expect(after).toMatchObject({ uid: before[index]!.uid, status: 'CANCELLED' })
    expect(after.sequence).toBeGreaterThan(before[index]!.sequence)
  }
})

test.each([
  ['a draft again', `status = 'draft'`],
  ['public later', `public_from = now() + interval '1 day'`],
  ['cancelled', `status = 'cancelled'`],
])('what is written of an event that is %s is in no calendar', async (_, change) => {
  await buy(app, anna, club)
  const event = await buildEvent(app, club, { title: 'Regatta' })
  const url = await feedOf(anna, { kind: 'club', orgId: club.id })
  await app.database.sql(`update events set ${change} where id = $1`, [event.id])
  const secret = `'{"da": "Hemmelig", "en": "Secret"}'`
  await app.database.sql(
    `update events set title = 'Hemmelig', title_texts = ${secret}, description = 'Hemmelig', description_texts = ${secret},
     place = 'Hemmelig', place_texts = ${secret}, address = 'Secret', starts_at = starts_at + interval '1 hour' where id = $1`,
    [event.id],
  )
  const text = await (await read(url)).text()
  expect(text).toContain('Regatta')
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).not.toMatch(/Hemmelig|Secret/)
})

test('an unknown address reveals nothing, a revoked one says that it has ended', async () => {
  const { url, feed } = await create(anna, { kind: 'family' })
  for (const token of ['x', 'A'.repeat(40), `${url.slice(-44, -5)}!`, '..%2f'])
    expect(await statusOf(`${app.url}/feed/${token}.ics`), token).toBe(404)
  expect(await statusOf(url)).toBe(200)
  await app.call(calendarFeeds.revoke, { feedId: feed.id }, { as: anna.token })
  const answer = await read(url)
  expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'calendar_feed_ended' }])
  expect((await app.call(calendarFeeds.list, {}, { as: anna.token })).feeds).toEqual([])
})

test('the list says what a feed shows and when it was last read, and only the answer that makes it has the address', async () => {
  const { url, feed } = await create(anna, { kind: 'person', personId: alma })
  expect(feed).toMatchObject({ kind: 'person', name: 'Alma', lastReadAt: null, ended: false })
  expect(url).toMatch(new RegExp(`^${app.url}/feed/[A-Za-z0-9]{40}\\.ics$`))
  await read(url)
  const { feeds, people } = await app.call(calendarFeeds.list, {}, { as: anna.token })
  expect(people).toEqual([
    { id: anna.memberId, name: 'Anna' },
    { id: alma, name: 'Alma' },
  ])
  expect(feeds[0]).toEqual({ ...feed, lastReadAt: expect.any(String) })
  const token = url.slice(-44, -4)
  const rows = JSON.stringify(await app.database.sql('select * from calendar_feeds'))
  expect(rows).not.toContain(token)
})

test('a feed that is asked for again with its token is the same one; of something else, it is another', async () => {
  const token = newToken()
  const made = await create(anna, { kind: 'family', token })
  expect(await create(anna, { kind: 'family', token })).toEqual(made)
  expect(made.url).toMatch(/\/feed\/[A-Za-z0-9]+\.ics$/)
  expect(await statusOf(made.url)).toBe(200)
  const others = [await feedOf(anna, { kind: 'person', token }), await feedOf(bo, { kind: 'family', token })]
  expect(new Set([made.url, ...others]).size).toBe(3)
  expect((await app.call(calendarFeeds.list, {}, { as: anna.token })).feeds).toHaveLength(2)
})

test('twenty feeds are enough', async () => {
  for (let made = 0; made < 20; made++) {
    await app.database.sql('delete from rate_windows')
    await create(anna, { kind: 'family' })
  }
  await app.database.sql('delete from rate_windows')
  await expect(create(anna, { kind: 'family' })).rejects.toMatchObject({ code: 'too_many_calendar_feeds' })
})

test('a feed is read in two queries, besides the one that counts the call', async () => {
  for (let made = 0; made < 5; made++) await registered(anna, [anna.memberId, alma])
  const url = await feedOf(anna, { kind: 'family' })
  await read(url)
  expect(await countQueries(() => read(url))).toBe(3)
})

test("a relative's calendar ends with the family link, and a family's no longer has it", async () => {
  const ofBo = await buildParticipant(app, bo, 'Bertil')
  const id = await linkedTo(app, anna, bo)
  await registered(bo, [bo.memberId, ofBo], { title: 'Dinner' })
  const urls = {
    bo: await feedOf(anna, { kind: 'person', personId: bo.memberId }),
    child: await feedOf(anna, { kind: 'person', personId: ofBo }),
    family: await feedOf(anna, { kind: 'family' }),
  }
  expect((await entriesOf(urls.bo)).map(({ title }) => title)).toEqual(['Dinner'])
  expect((await entriesOf(urls.family)).map(({ title }) => title)).toEqual(['Dinner (Bertil, Bo)'])
  await app.call(family.end, { id }, { as: bo.token })
  for (const url of [urls.bo, urls.child]) expect(await statusOf(url)).toBe(410)
  expect(await entriesOf(urls.family)).toEqual([])
  const { feeds } = await app.call(calendarFeeds.list, {}, { as: anna.token })
  const ended = feeds.filter((feed) => feed.ended)
  expect(ended).toHaveLength(2)
})

test("a club's feed ends for somebody whose only member there is no longer family", async () => {
  const id = await linkedTo(app, anna, bo)
  await buy(app, bo, club)
  const url = await feedOf(anna, { kind: 'club', orgId: club.id })
  expect(await statusOf(url)).toBe(200)
  await app.call(family.end, { id }, { as: anna.token })
  expect(await statusOf(url)).toBe(410)
})
