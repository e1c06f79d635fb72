import { beforeAll, expect, test } from 'vitest'
import { ClubState } from '#contract/organisations/state.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { inTransaction } from '#server/database/db.ts'
import { sourcesOf } from '#server/database/change-status.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { unreachable } from '#server/testing/status-table.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { changeClubState, clubTransitions } from './club-state.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})

const change = (club: Club, to: ClubState, pausedText?: { da: string; en?: string }) =>
  inTransaction(app.context.db, (tx) => changeClubState(tx, club.id, to, { pausedText: pausedText ?? null }))
const rowOf = async ({ id }: Club) =>
  (
    await app.database.sql<{ state: string; enabled: boolean; test_mode: boolean; live: boolean }>(
      `select state, organisations.enabled, test_mode, live_at is not null as live
       from organisations join payment_configurations on org_id = organisations.id where organisations.id = $1`,
      [id],
    )
  )[0]
const buy = (club: Club) => prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])

test('every state of a club can be reached, and nothing leads back to a test', () => {
  expect(unreachable(clubTransitions, 'draft')).toEqual([])
  expect(sourcesOf(clubTransitions, 'test')).toEqual(['draft'])
})

test('pages and payments follow the state', async () => {
  const club = await buildClub(app, { testMode: true })
  expect(await change(club, 'paused')).toBe(false)
  expect(await change(club, 'live')).toBe(true)
  expect(await rowOf(club)).toEqual({ state: 'live', enabled: true, test_mode: false, live: true })
  for (const to of ['draft', 'test', 'live'] as const) expect(await change(club, to), to).toBe(false)
  expect(await change(club, 'paused')).toBe(true)
  expect(await rowOf(club)).toEqual({ state: 'paused', enabled: true, test_mode: false, live: true })
  expect(await change(club, 'closed')).toBe(true)
  expect(await rowOf(club)).toEqual({ state: 'closed', enabled: false, test_mode: false, live: true })
  expect(await change(club, 'live')).toBe(false)
  expect(await change(club, 'paused')).toBe(true)
})

test('a paused club sells nothing and says why, and sells again afterwards', async () => {
  const club = await buildClub(app)
  await change(club, 'paused', { da: 'Vi flytter.', en: 'We are moving.' })
  expect(await codeOf(buy(club))).toBe('club_paused')
  const said = async (language: string) =>
    (await app.call(organisations.profile, { id: club.id }, { headers: { 'accept-language': language } })).paused
  const listed = async () => [
    ...(await app.call(organisations.directory, { key: club.key }, {})),
    ...(await app.call(organisations.list, { key: club.key }, { as: anna.token })),
  ]
  expect([await said('da'), await said('en')]).toEqual(['Vi flytter.', 'We are moving.'])
  expect((await listed()).map(({ isPaused }) => isPaused)).toEqual([true, true])
  await change(club, 'live')
  expect(await said('da')).toBeUndefined()
  expect((await listed()).map(({ isPaused }) => isPaused)).toEqual([undefined, undefined])
  await buy(club)
})

test('a draft that was closed stays closed: it never sold anything', async () => {
  const club = await buildClub(app, { testMode: true })
  await change(club, 'closed')
  expect(await change(club, 'paused')).toBe(false)
  expect(ClubState.options).toHaveLength(5)
})
