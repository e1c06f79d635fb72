import { beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { addDays, copenhagenDate, portalNow } from '#server/database/clock.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let carla: Person
let club: Club
let trial: Season
let today: string
beforeAll(async () => {
  app = await sharedApp()
  carla = await signedIn(app, 'carla@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  today = copenhagenDate(await portalNow(app.context.db))
  trial = await buildSeason(app, club, {
    name: 'Trial',
    price: 30_000,
    vatRate: 0,
    surcharge: 0,
    startDate: addDays(today, -20),
    endDate: addDays(today, 70),
    isTrial: true,
  })
})

const mine = async () => {
  const all = await app.call(memberships.list, { memberId: carla.memberId, orgId: club.id }, { as: carla.token })
  return all[0]!
}

test('a full membership replaces a trial: it ends the day before without a refund, and history and receipt say so', async () => {
  await buy(app, carla, club, trial)
  await buy(app, carla, club)
  const { status, memberships: terms } = await mine()
  expect(status).toBe('active')
  const [full, before] = [
    terms.find((one) => one.membershipConfId === club.season.id)!,
    terms.find((one) => one.membershipConfId === trial.id)!,
  ]
  expect(full).toMatchObject({ status: 'active', gaveWay: null })
  expect(before).toMatchObject({
    status: 'active',
    endDate: addDays(today, -1),
    gaveWay: { to: expect.stringMatching(/^Adult/), plannedEndDate: trial.endDate },
    payment: { refunded: { minor: 0 } },
  })
  const receipt = await app.call(orders.receipt, { historyId: full.id }, { as: carla.token })
  expect(receipt.lines[0]).toMatchObject({ replacesTrial: 'Trial' })
})

test('before the purchase the list says which trial ends and when; others stay closed', async () => {
  await buy(app, carla, club, trial)
  const offers = await app.call(
    organisations.membershipConfigurations,
    { id: club.id, memberIds: carla.memberId },
    { as: carla.token },
  )
  expect(offers.find(({ id }) => id === club.season.id)).toMatchObject({
    closedFor: [],
    endsTrial: [{ memberId: carla.memberId, name: 'Trial', endDate: trial.endDate, lastDay: addDays(today, -1) }],
  })
  expect(offers.find(({ id }) => id === trial.id)!.closedFor).toMatchObject([{ reason: 'held' }])
})

test('no trial is sold to somebody with a full membership of those days', async () => {
  await buy(app, carla, club)
  await expect(prepare(app, carla, [{ memberId: carla.memberId, season: trial }])).rejects.toMatchObject({
    code: 'term_already_held',
  })
})

test('a season that begins later leaves the trial its days before', async () => {
  const next = await buildSeason(app, club, {
    name: 'From next month',
    startDate: addDays(today, 30),
    endDate: addDays(today, 395),
    offerStartDate: addDays(today, -1),
  })
  await buy(app, carla, club, trial)
  await buy(app, carla, club, next)
  const terms = (await mine()).memberships
  expect(terms.find((one) => one.membershipConfId === trial.id)).toMatchObject({ endDate: addDays(today, 29) })
})

test('when the full membership is refunded, the trial continues for its paid days', async () => {
  await buy(app, carla, club, trial)
  await buy(app, carla, club)
  const office = await signedIn(app, 'all-clubs@example.com')
  await refundLines(app, office, { orgId: club.id, order: await newestOrder(app, office, club) }, [0])
  await app.runJobs({ all: true })
  const terms = (await mine()).memberships
  expect(terms.find((one) => one.membershipConfId === trial.id)).toMatchObject({
    endDate: trial.endDate,
    gaveWay: null,
  })
})

test("the replaced trial and its membership are named in the reader's language, also after the club renames them", async () => {
  const rename = (season: Season, texts: object) =>
    app.database.sql('update membership_configurations set name_texts = $2 where id = $1', [season.id, texts])
  await rename(trial, { da: 'Prøvetid', en: 'Try it' })
  await rename(club.season, { da: 'Voksen', en: 'Grown-up' })
  await buy(app, carla, club, trial)
  await buy(app, carla, club)
  await rename(trial, { da: 'Noget andet' })
  const full = (await mine()).memberships.find((one) => one.membershipConfId === club.season.id)!
  for (const [language, replaced, by] of [
    ['en', 'Try it', 'Grown-up'],
    ['da', 'Prøvetid', 'Voksen'],
  ] as const) {
    const how = { as: carla.token, headers: { 'accept-language': language } }
    const receipt = await app.call(orders.receipt, { historyId: full.id }, how)
    expect(receipt.lines[0]).toMatchObject({ title: by, replacesTrial: replaced })
    const [membership] = await app.call(memberships.list, { memberId: carla.memberId, orgId: club.id }, how)
    const before = membership!.memberships.find((one) => one.membershipConfId === trial.id)!
    expect(before.gaveWay).toMatchObject({ to: by })
  }
})

test('a trial that is already over is not mentioned', async () => {
  const past = await buildSeason(app, club, {
    name: 'Trial of a day',
    startDate: today,
    endDate: today,
    isTrial: true,
  })
  await buy(app, carla, club, past)
  await app.moveClock('2 days')
  const offers = await app.call(
    organisations.membershipConfigurations,
    { id: club.id, memberIds: carla.memberId },
    { as: carla.token },
  )
  expect(offers.find(({ id }) => id === club.season.id)).toMatchObject({ closedFor: [], endsTrial: [] })
  await buy(app, carla, club)
  const terms = (await mine()).memberships
  expect(terms.find((one) => one.membershipConfId === past.id)).toMatchObject({ gaveWay: null })
  const full = terms.find((one) => one.membershipConfId === club.season.id)!
  const receipt = await app.call(orders.receipt, { historyId: full.id }, { as: carla.token })
  expect(receipt.lines[0]).toMatchObject({ replacesTrial: null })
})
