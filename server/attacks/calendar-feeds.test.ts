import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calendarFeeds } from '#contract/events/calendar-feeds.ts'
import { family } from '#contract/members/family.ts'
import type { Input } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { newId } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, linkedTo, signedIn, type Person } from '#server/testing/builders.ts'
import { buildEvent } from '#server/testing/builders/event-builders.ts'
import { buildTickets } from '#server/testing/builders/ticket-builders.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let dan: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
  const event = await buildEvent(app, await buildClub(app), { title: 'Regatta' })
  await buildTickets(app, event, { buyer: anna, people: [{ memberId: alma }, { memberId: anna.memberId }] })
  await buildTickets(app, event, { buyer: dan, people: [{ memberId: dan.memberId }] })
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(`update family_invitations set status = 'ended', ended_at = now() where status = 'approved'`)
})

type FeedInput = Input<typeof calendarFeeds.create>
const create = (who: Person, input: FeedInput, headers: Record<string, string> = {}) =>
  app.call(calendarFeeds.create, { language: 'en', ...input }, { as: who.token, headers })
const textOf = async (url: string) => (await (await fetch(url)).text()).replace(/\r\n /g, '')
const statusOf = async (url: string) => (await fetch(url)).status

test("nobody makes a feed of a stranger's calendar, or of a club that is not theirs", async () => {
  const club = await buildClub(app)
  const wanted: FeedInput[] = [
    { kind: 'person', personId: dan.memberId },
    { kind: 'person', personId: newId() },
    { kind: 'club', orgId: club.id },
    { kind: 'club', orgId: newId() },
    { kind: 'club' },
  ]
  for (const input of wanted) expect(await codeOf(create(anna, input))).toBe('not_found')
  const office = await signedIn(app, 'super@example.com')
  expect(await codeOf(create(office, { kind: 'person', personId: alma }))).toBe('not_found')
})

test("another person's feed is neither listed nor revoked", async () => {
  const { feed, url } = await create(anna, { kind: 'family' })
  expect((await app.call(calendarFeeds.list, {}, { as: dan.token })).feeds).toEqual([])
  expect(await codeOf(app.call(calendarFeeds.revoke, { feedId: feed.id }, { as: dan.token }))).toBe('not_found')
  expect(await statusOf(url)).toBe(200)
})

test('a former guardian reads nothing more, and a link made anew does not bring an old address back', async () => {
  const link = await linkedTo(app, bo, anna)
  const [{ url: ofAlma }, { url: ofFamily }] = [
    await create(bo, { kind: 'person', personId: alma }),
    await create(bo, { kind: 'family' }),
  ]
  expect(await textOf(ofFamily)).toContain('SUMMARY:Regatta (Alma\\, Anna)')
  await app.call(family.end, { id: link }, { as: anna.token })
  expect(await statusOf(ofAlma)).toBe(410)
  expect(await textOf(ofFamily)).not.toContain('Regatta')
  expect(await codeOf(create(bo, { kind: 'person', personId: alma }))).toBe('not_found')
  await linkedTo(app, bo, anna)
  expect(await statusOf(ofAlma)).toBe(410)
  expect(await statusOf((await create(bo, { kind: 'person', personId: alma })).url)).toBe(200)
})

test('a participant who is archived leaves the feeds', async () => {
  const child = await buildParticipant(app, anna, 'Carl')
  const { url } = await create(anna, { kind: 'person', personId: child })
  expect(await statusOf(url)).toBe(200)
  await app.database.sql('update members set archived_at = now() where id = $1', [child])
  expect(await statusOf(url)).toBe(410)
})

test("whoever acts for a relative makes a feed of their own family, not of the relative's", async () => {
  await linkedTo(app, anna, dan)
  const { url } = await create(anna, { kind: 'person' }, { 'acting-for': dan.memberId })
  await app.database.sql(`update family_invitations set status = 'ended', ended_at = now() where status = 'approved'`)
  expect(await textOf(url)).toContain('X-WR-CALNAME:Events for Anna')
  expect((await app.call(calendarFeeds.list, {}, { as: dan.token })).feeds).toEqual([])
})

test('a super admin who acts as a member takes no lasting address with them', async () => {
  const office = await signedIn(app, 'super@example.com')
  await app.database.sql('insert into impersonations (id, actor_id, member_id) values ($1, $2, $3)', [
    newId(),
    office.memberId,
    anna.memberId,
  ])
  const headers = { 'acting-for': anna.memberId }
  expect(await codeOf(create(office, { kind: 'family' }, headers))).toBe('impersonator_refused')
  const listed = await app.call(calendarFeeds.list, {}, { as: office.token, headers })
  expect(JSON.stringify(listed)).not.toContain('.ics')
})

test('a feed needs no session, opens nothing else, and ends with the sign-in', async () => {
  const erik = await signedIn(app, 'erik@example.com')
  const { url } = await create(erik, { kind: 'family' })
  const token = url.slice(-44, -4)
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(await codeOf(app.call(members.byEmail, { email: 'erik@example.com' }, { as: token }))).toBe('unauthenticated')

  await app.database.sql('update members set enabled = false where id = $1', [erik.memberId])
  expect(await statusOf(url)).toBe(410)
  await app.database.sql('update members set enabled = true where id = $1', [erik.memberId])
  expect(await statusOf(url)).toBe(200)
  await app.database.sql('delete from member_identities where member_id = $1', [erik.memberId])
  expect(await statusOf(url)).toBe(410)
})

test('an address that guesses is slowed down, whatever it guesses', async () => {
  const statuses = new Set<number>()
  for (let round = 0; round < 31; round++) {
    const guesses = Array.from({ length: 10 }, () => fetch(`${app.url}/feed/${newId().replaceAll('-', '')}.ics`))
    for (const { status } of await Promise.all(guesses)) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([404, 429]))
})

test('no line of the log holds a token, whatever happens to the call', async () => {
  app.log.length = 0
  const { url, feed } = await create(anna, { kind: 'family' })
  const token = url.slice(-44, -4)
  await fetch(url)
  await fetch(url.replace('.ics', ''))
  await fetch(`${url}?token=${token}`)
  await fetch(url, { method: 'POST', body: token })
  await app.database.sql('alter table status_changes rename to status_changes_gone')
  expect(await statusOf(url)).toBe(500)
  await app.database.sql('alter table status_changes_gone rename to status_changes')
  await app.call(calendarFeeds.revoke, { feedId: feed.id }, { as: anna.token })
  expect(await statusOf(url)).toBe(410)
  const lines = app.log.join('')
  expect(lines).toContain('/feed/{token}.ics')
  expect(lines).not.toContain(token)
})
