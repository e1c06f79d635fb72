import { beforeAll, beforeEach, expect, test } from 'vitest'
import { family } from '#contract/members/family.ts'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newId } from '#server/database/new-id.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  linkedTo,
  signedIn,
  type Club,
  type Person,
  type Season,
} from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buy, openWindow, payInWindow, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let dan: Person
let ida: string
let club: Club
let half: Season
let boat: Season
let next: Season
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  dan = await signedIn(app, 'dan@example.com')
  await linkedTo(app, anna, bo)
  ida = await buildParticipant(app, anna, 'Ida')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  const { endDate } = club.season
  const year = Number(endDate.slice(0, 4)) + 1
  half = await buildSeason(app, club, { name: 'Half year', startDate: `${year - 1}-07-01` })
  boat = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  next = await buildSeason(app, club, { name: 'Next', startDate: `${year}-01-01`, endDate: `${year}-12-31` })
})

const offersFor = (who: Person, memberIds?: string) =>
  app.call(
    organisations.membershipConfigurations,
    { id: club.id, ...(memberIds === undefined ? {} : { memberIds }) },
    { as: who.token },
  )

/** For whom the caller finds a season closed, and why. */
async function closed(who: Person, season: Season, ...memberIds: string[]) {
  const offers = await offersFor(who, memberIds.join(','))
  return offers.find(({ id }) => id === season.id)!.closedFor
}

const held = (memberId: string, { id, startDate, endDate }: Season, reason = 'held') => ({
  memberId,
  reason,
  membershipConfId: id,
  startDate,
  endDate,
})

test('a paid season closes itself and overlapping ones, for that person only', async () => {
  expect((await offersFor(anna)).map(({ closedFor }) => closedFor)).toEqual([[], [], [], []])
  await buy(app, anna, club)
  await buy(app, anna, club, boat)
  const both = [anna.memberId, ida]
  expect(await closed(anna, club.season, ...both)).toEqual([held(anna.memberId, club.season)])
  expect(await closed(anna, half, ...both)).toEqual([held(anna.memberId, club.season)])
  expect(await closed(anna, boat, ...both)).toEqual([held(anna.memberId, boat)])
  expect(await closed(anna, next, ...both)).toEqual([])
  expect((await offersFor(anna)).map(({ closedFor }) => closedFor)).toEqual([[], [], [], []])
})

test("a reservation closes a season for others until it expires; the buyer's own is shown as unpaid", async () => {
  const token = await prepare(app, bo, [{ memberId: ida, season: club.season }])
  expect(await closed(bo, half, ida)).toEqual([held(ida, club.season, 'unpaid')])
  expect(await closed(bo, next, ida)).toEqual([])
  expect(await closed(anna, half, ida)).toEqual([held(ida, club.season, 'reserved')])
  await payInWindow(await openWindow(app, bo, club.season, token), '0001')
  expect(await closed(anna, half, ida)).toHaveLength(1)
  await app.moveClock('2 hours')
  expect(await closed(anna, half, ida)).toEqual([])
  await app.moveClock('-2 hours')
  // Money is being confirmed: what he reserved is firm, for himself, too.
  await app.database.sql('update orders set reserved_until = null where org_id = $1', [club.id])
  await app.database.sql('update membership_terms set reserved_until = null where org_id = $1', [club.id])
  expect(await closed(bo, half, ida)).toEqual([held(ida, club.season, 'reserved')])
})

test('strangers, archived people and unknown ids are left out', async () => {
  const [gone] = [await buildParticipant(app, anna, 'Otto')]
  await buy(app, anna, club)
  const token = await prepare(app, anna, [{ memberId: gone, season: club.season }])
  await visit((await payInWindow(await openWindow(app, anna, club.season, token), '0000'))!)
  expect(await closed(anna, half, gone)).toHaveLength(1)
  await app.database.sql('update members set archived_at = now() where id = $1', [gone])
  expect(await closed(anna, half, gone, newId())).toEqual([])
  expect(await closed(dan, half, anna.memberId, ida, newId())).toEqual([])
  const officer = await signedIn(app, 'all-clubs@example.com')
  expect(await closed(officer, half, anna.memberId)).toEqual([])
  const stranger = { token: await app.signIn('newcomer@example.com'), memberId: '' }
  expect(await closed(stranger, half, anna.memberId)).toEqual([])
})

test('consent that somebody gave with a running membership need not be asked again, at that club only', async () => {
  const agreed = async () =>
    (await offersFor(anna, [anna.memberId, ida].join(','))).map(({ agreedFor }) => agreedFor.join(','))
  expect(new Set(await agreed())).toEqual(new Set(['']))
  await buy(app, anna, club)
  expect(new Set(await agreed())).toEqual(new Set([anna.memberId]))
  const other = await buildClub(app)
  const elsewhere = await app.call(
    organisations.membershipConfigurations,
    { id: other.id, memberIds: anna.memberId },
    { as: anna.token },
  )
  expect(elsewhere.map(({ agreedFor }) => agreedFor)).toEqual([[]])
  await app.database.sql('update membership_terms set gdpr_agreement = false where org_id = $1', [club.id])
  expect(new Set(await agreed())).toEqual(new Set(['']))
  await app.database.sql(
    `update membership_terms set gdpr_agreement = true, start_date = '2020-01-01', end_date = '2020-12-31' where org_id = $1`,
    [club.id],
  )
  expect(new Set(await agreed())).toEqual(new Set(['']))
})

test('one call answers for the whole family, as with their ids', async () => {
  await buy(app, anna, club)
  const mine = (input: { memberIds?: string; family?: 'true' }) =>
    app.call(organisations.configurationsOfMine, input, { as: anna.token })
  const people = await app.call(family.people, {}, { as: anna.token })
  const ids = [anna.memberId, ...people.filter(({ member }) => member.can.buy).map(({ member }) => member.id)]
  expect(ids).toContain(ida)
  const sorted = (offers: Awaited<ReturnType<typeof mine>>) =>
    offers.map((offer) => ({
      ...offer,
      proposedFor: offer.proposedFor.toSorted(),
      agreedFor: offer.agreedFor.toSorted(),
      closedFor: offer.closedFor.toSorted((a, b) => a.memberId.localeCompare(b.memberId)),
    }))
  expect(sorted(await mine({ family: 'true' }))).toEqual(sorted(await mine({ memberIds: ids.slice(0, 20).join(',') })))
})

test('at most twenty people by their ids', async () => {
  const ids = (count: number) => Array.from({ length: count }, newId).join(',')
  expect(await codeOf(offersFor(anna, ids(20)))).toBe('ok')
  for (const wrong of [ids(21), 'anna', `${ids(1)},`, '', `${ids(1)};drop table members`, '%', '*'])
    expect(await codeOf(offersFor(anna, wrong)), wrong).toBe('invalid_input')
})

test('it gives for every person and season the reason that an order would get', async () => {
  await buy(app, anna, club)
  await prepare(app, bo, [{ memberId: ida, season: half }])
  await prepare(app, bo, [{ memberId: bo.memberId, season: boat }])
  const emil = await buildParticipant(app, anna, 'Emil')
  await prepare(app, anna, [{ memberId: emil, season: next }])
  const people = [anna.memberId, bo.memberId, ida, emil]
  const seen: Record<string, number> = {}
  for (const offer of await offersFor(anna, people.join(','))) {
    for (const memberId of people) {
      // A new order replaces one's own unpaid one.
      const isClosed = offer.closedFor.some((one) => one.memberId === memberId && one.reason !== 'unpaid')
      const said = isClosed ? 'term_already_held' : 'ok'
      const code = await codeOf(
        prepare(app, anna, [{ memberId, season: offer }]).then((token) =>
          app.call(orders.cancel, { token }, { as: anna.token }),
        ),
      )
      expect([offer.name, memberId, code]).toEqual([offer.name, memberId, said])
      seen[code] = (seen[code] ?? 0) + 1
    }
  }
  expect(seen).toEqual({ ok: 11, term_already_held: 5 })
})

test('a season held by an unpaid order cannot be renewed until that order has ended', async () => {
  const follows = await buildSeason(app, club, {
    name: 'Follows',
    series: 'adult',
    startDate: next.startDate,
    endDate: next.endDate,
  })
  await app.database.sql(`update membership_configurations set series = 'adult' where id = $1`, [club.season.id])
  await buy(app, anna, club)
  const renewable = async (who: Person) => {
    const input = { memberId: anna.memberId, orgId: club.id }
    const [membership] = await app.call(memberships.list, input, { as: who.token })
    return [membership!.nextSeason?.name, membership!.can.renew]
  }
  expect(await renewable(anna)).toEqual(['Follows', true])
  // Reserved for every kind of the same days, until its buyer pays. Her own purchase replaces it.
  const token = await prepare(app, bo, [{ memberId: anna.memberId, season: next }])
  expect(await renewable(bo)).toEqual(['Follows', false])
  expect(await renewable(anna)).toEqual(['Follows', true])
  await app.call(orders.cancel, { token }, { as: bo.token })
  expect(await renewable(anna)).toEqual(['Follows', true])
  await prepare(app, anna, [{ memberId: anna.memberId, season: follows }])
  expect(await renewable(anna)).toEqual(['Follows', false])
})

test('round trips do not grow with the people', async () => {
  const many = [anna.memberId, bo.memberId, ida, ...Array.from({ length: 17 }, newId)]
  await prepare(app, bo, [{ memberId: ida, season: half }])
  const one = await countQueries(() => offersFor(anna, anna.memberId))
  expect(await countQueries(() => offersFor(anna, many.join(',')))).toBe(one)
})
