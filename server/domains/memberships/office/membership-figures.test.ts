import { beforeAll, beforeEach, expect, test } from 'vitest'
import { officeMemberships } from '#contract/memberships/office.ts'
import { buildClub, buildParticipant, buildSeason, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { buyFor, refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { goTo } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let year: number
let [chair, anna, dan]: Person[] = []
let people: string[]

beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'all-clubs@example.com')
  anna = await signedIn(app, 'anna@example.com')
  dan = await signedIn(app, 'dan@example.com')
  people = await Promise.all(['Alma', 'Bo', 'Carl'].map((name) => buildParticipant(app, anna!, name)))
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  club = await buildClub(app)
  year = Number(club.season.startDate.slice(0, 4))
})

const figures = (of?: number, person = chair!) =>
  app.call(officeMemberships.figures, { orgId: club.id, ...(of && { year: String(of) }) }, { as: person.token })
const season = (of: number, name = 'Voksen', more: object = {}) =>
  buildSeason(app, club, {
    name: `${name} ${of}`,
    startDate: `${of}-01-01`,
    endDate: `${of}-12-31`,
    offerStartDate: `${of - 1}-11-01`,
    price: 40_000,
    vatRate: 0,
    surcharge: 0,
    ...more,
  })
const dkk = (minor: number) => ({ minor, currency: 'DKK' })
const [alma, bo, carl] = [0, 1, 2].map((at) => () => people[at]!)

test('members by month and kind beside the year before: who is new, who left, and what they paid', async () => {
  const [first, second] = [await season(year + 1), await season(year + 2)]
  const passive = await season(year + 2, 'Passiv', { price: 10_000 })
  const shed = await season(year + 2, 'Plads', { price: 20_000, combinable: true })
  const trial = await season(year + 2, 'Prøve', { isTrial: true })
  await goTo(app, `${year + 1}-03-10`)
  await buyFor(app, anna!, [alma!(), bo!()], first)
  await goTo(app, `${year + 2}-02-10`)
  await buyFor(app, anna!, [alma!()], second)
  await buyFor(app, anna!, [carl!()], passive)
  await buyFor(app, dan!, [dan!.memberId], trial)
  await buyFor(app, dan!, [dan!.memberId], shed)
  // Bought, refunded: no member, and no income.
  await buyFor(app, anna!, [bo!()], second)
  await refundLines(app, chair!, { orgId: club.id, order: await newestOrder(app, chair!, club) }, [0])
  await app.runJobs({ all: true })
  await goTo(app, `${year + 2}-04-15`)

  const now = await figures()
  expect(now).toMatchObject({
    year: year + 2,
    firstYear: year + 1,
    lastYear: year + 2,
    members: 2,
    income: dkk(70_000 + trial.total),
    before: { members: 2, income: dkk(80_000) },
    joined: 1,
    left: 1,
  })
  expect(now.months.map((one) => [one.month, one.members, one.before.members, one.income!.minor])).toEqual([
    [1, 0, 0, 0],
    [2, 2, 0, 70_000 + trial.total],
    [3, 2, 2, 0],
    [4, 2, 2, 0],
  ])
  expect(now.kinds.map((one) => [one.name, one.members, one.before])).toEqual([
    [`Passiv ${year + 2}`, 1, 0],
    [`Plads ${year + 2}`, 1, 0],
    [`Voksen ${year + 2}`, 1, 2],
  ])
  const earlier = await figures(year + 1)
  expect([earlier.members, earlier.months.length, earlier.lastYear]).toEqual([2, 12, year + 2])
})

test('a club of tests has no members in its figures, and without access to money there are no amounts', async () => {
  club = await buildClub(app, { testMode: true })
  await buyFor(app, anna!, [alma!()], club.season)
  expect(await figures()).toMatchObject({ members: 0, income: dkk(0), kinds: [] })
  await grantOffice(app, club, dan!, ['secretary'])
  expect((await figures(undefined, dan)).months[0]).toMatchObject({ income: null, before: { income: null } })
})
