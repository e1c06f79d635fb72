import { beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  signedIn,
  type Club,
  type Person,
  type Season,
} from '#server/testing/builders.ts'
import { prepare } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { ageRefusal } from './fits-age.ts'

test.each([
  ['no limits', null, null, null, null],
  ['a child', 10, 17, '2016-12-31', null],
  ['the first day counts, the youngest included', 10, 17, '2017-01-01', null],
  ['a day too young on it', 10, 17, '2017-01-02', 'membership_too_young'],
  ['the oldest included', 10, 17, '2009-01-02', null],
  ['a year older', 10, 17, '2009-01-01', 'membership_too_old'],
  ['only from an age', 18, null, '2010-05-05', 'membership_too_young'],
  ['only until an age', null, 17, '1990-05-05', 'membership_too_old'],
  ['born on 29 February, a day before the birthday of other years', 3, null, '2024-02-29', 'membership_too_young'],
  ['nobody knows when they were born', null, 17, null, 'birth_date_missing'],
])('age and membership: %s', (_, minAge, maxAge, dateOfBirth, refusal) => {
  expect(ageRefusal({ startDate: '2027-01-01', minAge, maxAge }, dateOfBirth)).toBe(refusal)
})

let app: TestApp
let anna: Person
let liv: string
let club: Club
let junior: Season
let year: number
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  liv = await buildParticipant(app, anna, 'Liv')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  year = Number(club.season.startDate.slice(0, 4))
  junior = await buildSeason(app, club, { name: `Junior ${year}`, maxAge: 17 })
  await born(anna.memberId, `${year - 40}-03-08`)
  await born(liv, `${year - 11}-09-21`)
})

const born = (memberId: string, day: string | null) =>
  app.database.sql('update members set date_of_birth = $2 where id = $1', [memberId, day])

test('an adult cannot order Junior; the refusal names them and what fits instead', async () => {
  const line = { memberId: anna.memberId, season: junior }
  await expect(prepare(app, anna, [line])).rejects.toMatchObject({
    status: 409,
    code: 'membership_too_old',
    body: {
      data: { name: expect.stringMatching(/^Anna/), membership: `Junior ${year}`, maxAge: 17, fits: [`Adult ${year}`] },
    },
  })
  const lines = [{ memberId: anna.memberId, orgId: club.id, membershipConfId: junior.id }]
  const quote = await app.call(orders.quote, { lines }, { as: anna.token })
  expect(quote.lines[0]!.refusal).toMatchObject({ code: 'membership_too_old' })
  await expect(prepare(app, anna, [{ memberId: liv, season: junior }])).resolves.toBeTruthy()
})

test('a child cannot order an adult membership', async () => {
  const senior = await buildSeason(app, club, { name: 'Senior', minAge: 18 })
  await expect(prepare(app, anna, [{ memberId: liv, season: senior }])).rejects.toMatchObject({
    code: 'membership_too_young',
    body: { data: { minAge: 18 } },
  })
})

test('a missing birth date is asked for, and adding it is enough', async () => {
  await born(liv, null)
  const line = { memberId: liv, season: junior }
  await expect(prepare(app, anna, [line])).rejects.toMatchObject({
    code: 'birth_date_missing',
    body: { data: { memberId: liv } },
  })
  await born(liv, `${year - 11}-09-21`)
  await expect(prepare(app, anna, [line])).resolves.toBeTruthy()
})

test("a club's list gives the ages of each membership and whom it does not fit, by the same rule", async () => {
  const listed = async () =>
    (
      await app.call(
        organisations.membershipConfigurations,
        { id: club.id, memberIds: `${anna.memberId},${liv}` },
        { as: anna.token },
      )
    ).find(({ id }) => id === junior.id)!
  expect(await listed()).toMatchObject({
    minAge: null,
    maxAge: 17,
    closedFor: [{ memberId: anna.memberId, reason: 'too_old' }],
  })
  await born(liv, null)
  expect((await listed()).closedFor).toContainEqual(
    expect.objectContaining({ memberId: liv, reason: 'birth_date_missing' }),
  )
})

test('a draft is refused for the same reason', async () => {
  const { id } = await app.call(memberships.createItem, { memberId: anna.memberId, orgId: club.id }, { as: anna.token })
  const draft = app.call(memberships.createTerm, { membershipId: id, membershipConfId: junior.id }, { as: anna.token })
  await expect(draft).rejects.toMatchObject({ code: 'membership_too_old' })
})
