import { beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications, renewalPage } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#server/database/clock.ts'
import { buildClub, buildSeason, type Club, type Person, type Season, signedIn } from '#server/testing/builders.ts'
import { mailsTo } from '#server/testing/purchase.ts'
import { buyWithConsent, clubLedger, liveThrough, membershipOf } from '#server/testing/purchases/renewing.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { memberships } from '#contract/memberships/memberships.ts'

let app: TestApp
let club: Club
let anna: Person
let seasons: Record<'trial' | 'place', Season>
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('truncate daily_jobs')
  await app.database.sql('update organisations set enabled = false')
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  seasons = {
    trial: await twoYears('Trial', { isTrial: true }),
    place: await twoYears('Boat place', { combinable: true }),
  }
})

const before = (days: number) => addDays(club.season.endDate, -days)
/** A season of this year, with one of the same series that follows after a gap. @returns this year's */
async function twoYears(name: string, more: object): Promise<Season> {
  const year = Number(club.season.startDate.slice(0, 4))
  const of = (at: number, start: string) =>
    buildSeason(app, club, {
      name: `${name} ${at}`,
      startDate: `${at}-${start}`,
      endDate: `${at}-12-31`,
      offerStartDate: '2020-01-01',
      ...more,
    })
  const now = await of(year, '01-01')
  await of(year + 1, '03-16')
  return now
}
const lines = (...bought: Season[]) => bought.map((season) => ({ memberId: anna.memberId, season }))
const mine = () => membershipOf(app, anna, anna.memberId, club)
const cards = () => app.database.sql('select id from saved_cards where org_id = $1', [club.id])
const subjects = async () =>
  (await mailsTo(app, 'anna@example.com'))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(club.key) && /renew/i.test(subject))
    .map((subject) => subject.replace(/Club \w+/, 'C'))

test.each(['trial', 'place'] as const)('no card is saved for a %s, and none renews it', async (kind) => {
  const token = await buyWithConsent(app, anna, lines(seasons[kind]))
  expect((await app.call(orders.state, { token }, { as: anna.token })).own).toMatchObject({ autoRenewal: false })
  expect(await mine()).toMatchObject({ autoRenewal: false, can: { renewAutomatically: false } })
  expect(await cards()).toEqual([])
  const on = { memberId: anna.memberId, orgId: club.id, autoRenewal: true }
  expect(await codeOf(app.call(memberships.updateItem, on, { as: anna.token }))).toBe('forbidden')
  for (const days of [28, 14, 4]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).captures).toHaveLength(1)
})

test.each(['trial', 'place'] as const)('an earlier consent for a %s ends, and its holder is notified', async (kind) => {
  await buyWithConsent(app, anna, lines(seasons[kind]))
  await app.database.sql(
    `insert into saved_cards (id, org_id, member_id, saved_card_identifier, label, expires)
     values (portal_new_id(), $1, $2, $3, '4100 00XX XXXX 0000', '2049-12')`,
    [club.id, anna.memberId, `${kind} ${club.id}`],
  )
  await app.database.sql('update memberships set auto_renewal = true, saved_card_identifier = $2 where org_id = $1', [
    club.id,
    `${kind} ${club.id}`,
  ])
  for (const days of [28, 27]) await liveThrough(app, before(days))
  expect(await mine()).toMatchObject({ autoRenewal: false, renewalEnded: { because: 'not_renewable' } })
  expect(await subjects()).toEqual([expect.stringMatching(/^Automatic renewal at C has ended/)])
  const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  const { message, data } = bell.find((one) => one.data['orgId'] === club.id && one.data['endDate'])!
  expect(message).toContain("Trials and optional extras don't renew automatically")
  expect(renewalPage(data)).toBe('memberships')
  for (const days of [14, 4]) await liveThrough(app, before(days))
  expect((await clubLedger(club)).captures).toHaveLength(1)
})

test('a season that begins after a gap is announced with its first day', async () => {
  const adult = await twoYears('Oarsman', {})
  await buyWithConsent(app, anna, lines(adult))
  await liveThrough(app, before(28))
  const mail = (await mailsTo(app, 'anna@example.com')).find(({ subject }) =>
    subject.includes(`${club.key} renews on`),
  )!
  expect(mail.text).toMatch(/Next season doesn't begin until 16 March/)
  const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  expect(bell.find(({ data }) => data['orgId'] === club.id && data['automatic'])!.message).toContain(
    "Next season doesn't begin until 16 March",
  )
})
