import { beforeAll, expect, test } from 'vitest'
import { memberFilterFields, officeMembers } from '#contract/memberships/club-members.ts'
import { officeMemberships } from '#contract/memberships/office.ts'
import { officeToday } from '#contract/office/today.ts'
import { addDays } from '#server/database/clock.ts'
import {
  buildParticipant,
  buildSeason,
  type Club,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import {
  buyWithConsent,
  clubWithNextSeason,
  goTo,
  insertPaidTerm,
  liveThrough,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let office: Person
let club: Club
let next: Season
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'dan@example.com')
  ;({ club, next } = await clubWithNextSeason(app))
  await app.database.sql('update organisations set grace_days = 14 where id = $1', [club.id])
  await grantOffice(app, club, office, ['chair'])
  for (const name of ['Bo', 'Carla', 'Emma']) ids.set(name, await buildParticipant(app, office, name))
  for (const id of ids.values()) await insertPaidTerm(app, id, club.season)
  // Who only tries the club, or has a place in its shed, does not leave it.
  for (const [name, kind] of [
    ['Frida', { isTrial: true }],
    ['Gro', { combinable: true }],
  ] as const)
    await insertPaidTerm(app, await buildParticipant(app, office, name), await buildSeason(app, club, kind))
  // The gateway declines this card after the first payment.
  await buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }], '0018')
})

const end = () => club.season.endDate
const leaving = async () => (await app.call(officeToday.show, { orgId: club.id }, { as: office.token })).leaving!
const names = async () => {
  const { declined, grace, lost } = await leaving()
  const of = (part: { people: readonly { name: string }[] } | null) =>
    part?.people.map(({ name }) => name.split(' ')[0])
  return { declined: of(declined), grace: of(grace), lost: of(lost) }
}
/** The lists that the lines of *Today* lead to. */
const listed = async () => {
  const lists = Object.fromEntries(
    await Promise.all(
      memberFilterFields.leaving.choices.map(async (kind) => [kind, await filtered(kind, 'leaving')] as const),
    ),
  )
  return Object.fromEntries(Object.entries(lists).map(([kind, people]) => [kind, people[0] && people]))
}
const nobody = { declined: undefined, grace: undefined, lost: undefined }
const filtered = async (value: string, field = 'renewal') => {
  const filter = JSON.stringify({ field, op: 'any_of', values: [value] })
  const { people } = await app.call(officeMembers.list, { orgId: club.id, filter }, { as: office.token })
  return people.map(({ name }) => name.split(' ')[0])
}
const renewals = async () => {
  const { seasons } = await app.call(officeMemberships.list, { orgId: club.id }, { as: office.token })
  return seasons.find(({ id }) => id === club.season.id)!.renewals
}

test('an office reads from the first declined card to the last day of grace whom it may lose, and then whom it lost', async () => {
  await goTo(app, addDays(end(), -61))
  expect([await names(), await filtered('card'), await renewals()]).toEqual([nobody, ['Anna'], null])
  await goTo(app, addDays(end(), -60))
  expect(await renewals()).toEqual({ renewed: 0, notYet: 4, lost: 0 })

  await liveThrough(app, addDays(end(), -28))
  expect(await names()).toEqual(nobody)
  await liveThrough(app, addDays(end(), -14))
  expect([await names(), await filtered('failed'), await filtered('card')]).toEqual([
    { ...nobody, declined: ['Anna'] },
    ['Anna'],
    [],
  ])
  await insertPaidTerm(app, ids.get('Carla')!, next)
  expect(await renewals()).toEqual({ renewed: 1, notYet: 3, lost: 0 })

  await liveThrough(app, addDays(end(), -1))
  await liveThrough(app, end())
  await liveThrough(app, addDays(end(), 7))
  // Given up, and until the fourteenth day of grace.
  expect(await names()).toEqual({ ...nobody, declined: ['Anna'] })
  await goTo(app, addDays(end(), 8))
  expect(await names()).toEqual({ declined: ['Anna'], grace: ['Anna', 'Bo', 'Emma'], lost: undefined })
  expect(await listed()).toEqual(await names())
  expect((await leaving()).grace).toMatchObject({ count: 3, firstEnd: addDays(end(), 14) })

  // Whoever pays again is none of them.
  await insertPaidTerm(app, anna.memberId, next)
  await insertPaidTerm(app, ids.get('Emma')!, next)
  expect(await names()).toEqual({ ...nobody, grace: ['Bo'] })
  await goTo(app, addDays(end(), 15))
  expect(await listed()).toEqual(await names())
  expect([await names(), (await leaving()).lost?.since]).toEqual([{ ...nobody, lost: ['Bo'] }, end()])
  expect(await renewals()).toEqual({ renewed: 3, notYet: 0, lost: 1 })
  await goTo(app, addDays(end(), 75))
  expect(await names()).toEqual(nobody)
})

test('only those who may read the members see them', async () => {
  await grantOffice(app, club, office, ['door'])
  expect((await app.call(officeToday.show, { orgId: club.id }, { as: office.token })).leaving).toBeNull()
})
