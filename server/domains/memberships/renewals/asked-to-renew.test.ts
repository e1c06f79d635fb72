import { beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { addDays } from '#server/database/clock.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person, type Season } from '#server/testing/builders.ts'
import { buy } from '#server/testing/purchase.ts'
import { goTo } from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let erik: Person
let club: Club
let next: Season
let year: number
beforeAll(async () => {
  app = await sharedApp()
  erik = await signedIn(app, 'erik@example.com')
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  year = Number(club.season.startDate.slice(0, 4))
  const following = { startDate: `${year + 1}-01-01`, endDate: `${year + 1}-12-31`, offerStartDate: '2020-01-01' }
  next = await buildSeason(app, club, { name: `Adult ${year + 1}`, ...following })
})

const mine = async () =>
  (await app.call(memberships.list, { memberId: erik.memberId, orgId: club.id }, { as: erik.token }))[0]!
const daysLeft = (days: number) => goTo(app, addDays(club.season.endDate, -days))

test('an expired member is offered the next season when the current one has 60 days left', async () => {
  const before = { name: `Adult ${year - 1}`, startDate: `${year - 2}-01-01`, endDate: `${year - 2}-12-31` }
  const past = await buildSeason(app, club, { ...before, offerStartDate: '2020-01-01' })
  await app.database.sql(
    `with made as (insert into memberships (id, org_id, member_id) values (portal_new_id(), $1, $2) returning id)
     insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status, status_change_date)
     select portal_new_id(), id, $1, $2, $3, 2020, $4, $5, 'active', '2020-01-01' from made`,
    [club.id, erik.memberId, past.id, past.startDate, past.endDate],
  )
  await daysLeft(61)
  expect(await mine()).toMatchObject({ status: 'expired', nextSeason: { membershipConfId: club.season.id } })
  await daysLeft(39)
  expect(await mine()).toMatchObject({ asksForRenewal: true, nextSeason: { membershipConfId: next.id } })
})

test('a newcomer is offered the next season when the current one has 60 days left', async () => {
  const proposed = async () => {
    const offers = await app.call(
      organisations.membershipConfigurations,
      { id: club.id, memberIds: erik.memberId },
      { as: erik.token },
    )
    return offers.filter(({ proposedFor }) => proposedFor.includes(erik.memberId)).map(({ id }) => id)
  }
  await daysLeft(61)
  expect(await proposed()).toEqual([club.season.id])
  await daysLeft(60)
  expect(await proposed()).toEqual([next.id])
})

test('nobody is asked to renew within a week of paying, or when they have the next season', async () => {
  await daysLeft(39)
  await buy(app, erik, club)
  expect(await mine()).toMatchObject({
    readyForMembershipRenewal: true,
    asksForRenewal: false,
    nextSeason: { membershipConfId: next.id },
  })
  await daysLeft(32)
  expect(await mine()).toMatchObject({ asksForRenewal: true })
  await buy(app, erik, club, next)
  await daysLeft(20)
  expect(await mine()).toMatchObject({ asksForRenewal: false, nextSeason: null })
})

test('nobody is asked to renew who leaves the club, nor while it sells nothing', async () => {
  await daysLeft(39)
  await buy(app, erik, club)
  await daysLeft(30)
  const asked = async (change: string) => {
    await app.database.sql(change, [club.id])
    const { asksForRenewal, dismissed } = await mine()
    return [asksForRenewal, dismissed]
  }
  expect(await asked(`update club_people set left_on = '2999-12-31' where org_id = $1`)).toEqual([false, true])
  expect(await asked(`update club_people set left_on = null where org_id = $1`)).toEqual([true, false])
  expect(await asked(`update organisations set state = 'paused' where id = $1`)).toEqual([false, true])
  expect(await asked(`update organisations set state = 'live' where id = $1`)).toEqual([true, false])
})
