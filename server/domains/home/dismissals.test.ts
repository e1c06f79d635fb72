import { afterEach, beforeEach, expect, test } from 'vitest'
import { home } from '#contract/home.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

const year = new Date().getFullYear()
let app: TestApp
let club: Club
let anna: Person
let moved = 0
beforeEach(async () => {
  app = await sharedApp()
  club = await buildClub(app)
  anna = await signedIn(app, 'anna@example.com')
  await app.database.sql('delete from dismissals')
})
afterEach(async () => {
  if (moved > 0) await app.moveClock(`-${moved} days`)
  moved = 0
})

const passDays = async (days: number) => {
  moved += days
  await app.moveClock(`${days} days`)
}
// A new sign-in each time, as on another day and another device.
const show = async () => app.call(home.show, {}, { as: (await signedIn(app, 'anna@example.com')).token })
const own = async () => (await show()).memberships.find(({ orgId }) => orgId === club.id)!
const dismiss = (input: { about: 'memberships' | 'joining'; membershipIds?: string[] }, person = anna) =>
  app.call(home.dismiss, { membershipIds: [], ...input }, { as: person.token })
const seasonOf = (of: number) =>
  buildSeason(app, club, {
    name: `Adult ${of}`,
    startDate: `${of}-01-01`,
    endDate: `${of}-12-31`,
    offerStartDate: `${of - 1}-11-01`,
  })

test('a membership that was dismissed is not asked about for a season, and once again for the next', async () => {
  await buy(app, anna, club)
  await seasonOf(year + 1)
  await seasonOf(year + 2)
  const today = Math.floor((Date.now() - Date.UTC(year, 0, 1)) / 86_400_000)
  // In April, after the season and its days of grace.
  await passDays(365 - today + 100)
  const { id } = await own()
  expect(await own()).toMatchObject({ status: 'expired', dismissed: false, nextSeason: { name: `Adult ${year + 1}` } })
  anna = await signedIn(app, 'anna@example.com')
  await dismiss({ about: 'memberships', membershipIds: [id] })
  expect((await own()).dismissed).toBe(true)
  for (const days of [1, 30, 150]) {
    await passDays(days)
    expect((await own()).dismissed).toBe(true)
  }
  // In January a year later.
  await passDays(90)
  expect(await own()).toMatchObject({ dismissed: false, nextSeason: { name: `Adult ${year + 2}` } })
})

test('for half a year no other season is asked about either', async () => {
  await buy(app, anna, club)
  await seasonOf(year + 1)
  await seasonOf(year + 2)
  const today = Math.floor((Date.now() - Date.UTC(year, 0, 1)) / 86_400_000)
  // In October a year later, when the season that runs is still on offer.
  await passDays(365 - today + 280)
  const { id } = await own()
  anna = await signedIn(app, 'anna@example.com')
  await dismiss({ about: 'memberships', membershipIds: [id] })
  await passDays(60)
  expect(await own()).toMatchObject({ dismissed: true, nextSeason: { name: `Adult ${year + 2}` } })
  await passDays(119)
  expect((await own()).dismissed).toBe(true)
  await passDays(2)
  expect(await own()).toMatchObject({ dismissed: false, nextSeason: { name: `Adult ${year + 2}` } })
})

test("nobody dismisses for others, nor what they don't see", async () => {
  await buy(app, anna, club)
  const { id } = await own()
  const bo = await signedIn(app, 'bo@example.com')
  expect(await codeOf(dismiss({ about: 'memberships', membershipIds: [id] }, bo))).toBe('not_found')
  expect((await own()).dismissed).toBe(false)
  expect(await app.database.sql('select about from dismissals')).toEqual([])
})

test('the steps to a membership become a line a month after a first purchase, and go when they are dismissed', async () => {
  const guest = await signedIn(app, 'bo@example.com')
  const joining = async () =>
    (await app.call(home.show, {}, { as: (await signedIn(app, 'bo@example.com')).token })).joining
  await app.database.sql('delete from dismissals')
  expect(await joining()).toBe('steps')
  await buy(app, guest, club)
  expect(await joining()).toBe('steps')
  await passDays(31)
  expect(await joining()).toBe('quiet')
  await dismiss({ about: 'joining' }, await signedIn(app, 'bo@example.com'))
  expect(await joining()).toBe('dismissed')
  await passDays(300)
  expect(await joining()).toBe('dismissed')
})
