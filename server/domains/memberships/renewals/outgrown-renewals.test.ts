import { beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { addDays } from '#server/database/clock.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  type Club,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubLedger,
  followingSeason,
  goTo,
  insertPaidTerm,
  liveThrough,
  membershipOf,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let alma: string
let club: Club
let junior: Season
let young: Season
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('truncate daily_jobs')
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  const year = Number(club.season.startDate.slice(0, 4))
  const season = (name: string, of: number, more: object) =>
    buildSeason(app, club, {
      name: `${name} ${of}`,
      startDate: `${of}-01-01`,
      endDate: `${of}-12-31`,
      offerStartDate: '2020-01-01',
      vatRate: 0,
      surcharge: 0,
      ...more,
    })
  junior = await season('Junior', year, { maxAge: 17, price: 35_000 })
  await season('Junior', year + 1, { maxAge: 17, price: 36_000 })
  young = await season('Young', year + 1, { minAge: 18, maxAge: 25, price: 45_000 })
  await app.database.sql('update members set date_of_birth = $2 where id = $1', [alma, `${year - 18}-06-01`])
})

const before = (days: number) => addDays(club.season.endDate, -days)
const isNotified = async () => {
  const list = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  return JSON.stringify(list).includes('another age group')
}

test('somebody who outgrows a series is not renewed; the payer is notified 28 days before, with what fits instead', async () => {
  await buyWithConsent(app, anna, [{ memberId: alma, season: junior }])
  const paid = (await clubLedger(club)).captures.length
  await liveThrough(app, before(29))
  expect(await isNotified()).toBe(false)
  await liveThrough(app, before(28))
  expect(await isNotified()).toBe(true)
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ text }) =>
    text.includes("It won't renew automatically"),
  )!
  expect(mail.text).toContain('Young')
  expect(mail.text).toContain('up to age 17')

  for (const days of [27, 14, 9, 4]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).captures).toHaveLength(paid)
  expect(await app.database.sql('select 1 from renewals where org_id = $1', [club.id])).toEqual([])
  expect(await membershipOf(app, anna, alma, club)).toMatchObject({
    renewal: { state: 'closed_by_age', chargeDate: null, amount: null },
    nextSeason: { membershipConfId: young.id, insteadOf: { maxAge: 17 } },
    asksForRenewal: true,
  })
})

test('the payer learns of each child by name: of two at once in one mail, of one that is outgrown later in another', async () => {
  const year = Number(club.season.startDate.slice(0, 4))
  const [otto, ida] = [await buildParticipant(app, anna, 'Otto'), await buildParticipant(app, anna, 'Ida')]
  const born = (memberId: string, of: number) =>
    app.database.sql('update members set date_of_birth = $2 where id = $1', [memberId, `${of}-03-01`])
  await born(otto, year - 18)
  await born(ida, year - 12)
  await buyWithConsent(
    app,
    anna,
    [alma, otto, ida].map((memberId) => ({ memberId, season: junior })),
  )
  const outgrown = async () =>
    (await mailsTo(app, 'anna@example.com'))
      .filter(({ subject }) => subject.endsWith(`The membership of Club ${club.key} won't renew automatically`))
      .toReversed()
      .map(({ text }) => ['Alma', 'Otto', 'Ida'].filter((name) => text.includes(name)))
  await liveThrough(app, before(28))
  expect(await outgrown()).toEqual([['Alma', 'Otto']])
  await born(ida, year - 18)
  for (const days of [27, 26]) await liveThrough(app, before(days))
  expect(await outgrown()).toEqual([['Alma', 'Otto'], ['Ida']])
  const bells = await app.database.sql<{ message: string }>(
    `select message from notifications where data ->> 'orgId' = $1 and message like '%another age group%' order by id`,
    [club.id],
  )
  expect(bells.map(({ message }) => ['Alma', 'Otto', 'Ida'].filter((name) => message.includes(name)))).toEqual([
    ['Alma', 'Otto'],
    ['Ida'],
  ])
})

test('an extra that ends later hides neither who has outgrown their membership nor a card that runs out', async () => {
  const boat = await buildSeason(app, club, {
    name: 'Boat place',
    combinable: true,
    endDate: addDays(club.season.endDate, 200),
  })
  await followingSeason(app, club, 1)
  await buyWithConsent(app, anna, [
    { memberId: anna.memberId, season: club.season },
    { memberId: alma, season: club.season },
  ])
  await app.database.sql('update membership_terms set configuration_id = $1 where org_id = $2 and member_id = $3', [
    junior.id,
    club.id,
    alma,
  ])
  for (const memberId of [anna.memberId, alma]) await insertPaidTerm(app, memberId, boat)
  await app.database.sql('update saved_cards set expires = $2 where org_id = $1', [club.id, before(60).slice(0, 7)])
  await liveThrough(app, before(74))
  const subjects = async () => (await mailsTo(app, 'anna@example.com')).map(({ subject }) => subject)
  expect(await subjects()).toContain(`Your card expires before the membership of Club ${club.key} renews`)
  await liveThrough(app, before(28))
  expect(await subjects()).toContain(`Alma – The membership of Club ${club.key} won't renew automatically`)
})

test('a birth date corrected after the announcement stops the charge', async () => {
  const year = club.season.startDate.slice(0, 4)
  await app.database.sql('update members set date_of_birth = $2 where id = $1', [alma, `${Number(year) - 11}-06-01`])
  await buyWithConsent(app, anna, [{ memberId: alma, season: junior }])
  const paid = (await clubLedger(club)).captures.length
  await liveThrough(app, before(28))
  expect(await app.database.sql('select 1 from renewals where org_id = $1', [club.id])).toHaveLength(1)
  await app.database.sql('update members set date_of_birth = $2 where id = $1', [alma, `${Number(year) - 18}-06-01`])
  await liveThrough(app, before(14))
  expect((await clubLedger(club)).captures).toHaveLength(paid)
  expect(await app.database.sql('select withdrawn_because from renewals where org_id = $1', [club.id])).toEqual([
    { withdrawn_because: 'for another age' },
  ])
  await goTo(app, before(13))
})
