import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { family as familyCalls } from '#contract/members/family.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#server/database/clock.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import {
  buildParticipant,
  buildSeason,
  type Club,
  linkedTo,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { buy, prepare } from '#server/testing/purchase.ts'
import { buyWithConsent, clubWithNextSeason, liveThrough, membershipOf } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let next: Season
let anna: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
})
afterEach(() => app.database.sql('update organisations set enabled = false'))

const before = (days: number) => addDays(club.season.endDate, -days)
const family = () => [
  { memberId: anna.memberId, season: club.season },
  { memberId: alma, season: club.season },
]
const charges = () =>
  app.database.sql<{ status: string; next_try: string | null }>(
    'select status, next_try::text from renewal_charges where org_id = $1',
    [club.id],
  )

test('buying by hand after a declined charge removes that person; the next attempt is for the others', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const [both] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(both!.lines).toHaveLength(2)
  await buy(app, anna, club, next)
  expect(await app.call(orders.unpaid, {}, { as: anna.token })).toEqual([])

  await liveThrough(app, before(9))
  const [waiting] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(waiting!.lines.map(({ memberId }) => memberId)).toEqual([alma])
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({ state: 'failing', tries: 2 })
  await liveThrough(app, before(4))
  expect(await charges()).toEqual([{ status: 'given_up', next_try: null }])
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('an ended family link removes that person from an unpaid renewal; the next attempt is for the others', async () => {
  const bo = await signedIn(app, 'bo@example.com')
  const id = await linkedTo(app, anna, bo)
  const both = [bo.memberId, anna.memberId].map((memberId) => ({ memberId, season: club.season }))
  await buyWithConsent(app, bo, both, '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const unpaid = () => app.call(orders.unpaid, {}, { as: bo.token })
  expect((await unpaid())[0]!.lines).toHaveLength(2)
  await app.call(familyCalls.end, { id }, { as: anna.token })
  expect(await unpaid()).toEqual([])
  await liveThrough(app, before(9))
  expect((await unpaid()).map(({ lines }) => lines.map(({ memberId }) => memberId))).toEqual([[bo.memberId]])
  await liveThrough(app, before(4))
  expect(await brokenInvariants(app, club)).toEqual([])
})

test("an unpaid purchase by hand ends nobody's renewal", async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  await prepare(app, anna, [{ memberId: anna.memberId, season: next }])
  await liveThrough(app, before(9))
  const [waiting] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(waiting).toMatchObject({ isRenewal: true, lines: [{}, {}] })
  // Unpaid orders are listed for all clubs, and the next test has its own.
  await app.call(orders.cancel, { token: waiting!.token }, { as: anna.token })
})

test("cancelling a renewal's order says that nothing in it is renewed", async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const [waiting] = await app.call(orders.unpaid, {}, { as: anna.token })
  await app.call(orders.cancel, { token: waiting!.token }, { as: anna.token })
  await liveThrough(app, before(9))
  expect(await charges()).toEqual([{ status: 'given_up', next_try: null }])
  const bells = await app.database.sql<{ message: string; people: string[] }>(
    `select message, data -> 'people' as people from notifications where data ->> 'orgId' = $1 and title like 'Not renewed%'`,
    [club.id],
  )
  expect(bells.map(({ message }) => message)).toEqual([expect.stringContaining('You cancelled the payment')])
  expect(bells[0]!.people.toSorted()).toEqual(
    family()
      .map(({ memberId }) => memberId)
      .toSorted(),
  )
})

test('a later trial is no renewal: the membership is still announced and charged', async () => {
  const trial = await buildSeason(app, club, { name: 'Trial', isTrial: true, publishedAt: null })
  const holdTrial = (memberId: string) =>
    app.database.sql(
      `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
       select portal_new_id(), id, org_id, member_id, $1, 2000, $3::date, $3::date + 30, 'active' from memberships
       where org_id = $2 and member_id = $4`,
      [trial.id, club.id, addDays(club.season.endDate, 5), memberId],
    )
  await buyWithConsent(app, anna, family())
  await holdTrial(anna.memberId)
  await liveThrough(app, before(28))
  expect((await membershipOf(app, anna, anna.memberId, club)).renewal).toMatchObject({ state: 'announced' })
  await holdTrial(alma)
  await liveThrough(app, before(14))
  expect(await charges()).toEqual([{ status: 'paid', next_try: null }])
  const renewed = await app.database.sql(
    `select member_id from membership_terms where configuration_id = $1 and status = 'active'`,
    [next.id],
  )
  expect(renewed).toHaveLength(2)
  expect(await brokenInvariants(app, club)).toEqual([])
})
