import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { addDays } from '#server/database/clock.ts'
import { newToken } from '#server/database/new-id.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  type Club,
  type Person,
  type Season,
  signedIn,
} from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { mailsTo, membershipData } from '#server/testing/purchase.ts'
import {
  buyWithConsent,
  clubLedger,
  followingSeason,
  goTo,
  liveThrough,
  membershipOf,
  payOrder,
  runRecurring,
} from '#server/testing/purchases/renewing.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { endLapsedRenewals } from './end-renewals.ts'

let app: TestApp
let club: Club
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql(`update portal_clock set "offset" = '0'`)
  await app.database.sql('truncate daily_jobs')
  club = await buildClub(app)
})
afterEach(async () => {
  expect(await brokenInvariants(app, club)).toEqual([])
  // One club after the other: what is left of this one is not charged in the next test.
  await app.database.sql('update organisations set enabled = false')
})

/** @param tail of the card's number: the gateway declines `0018` after the first payment */
const consent = (tail?: string) => buyWithConsent(app, anna, [{ memberId: anna.memberId, season: club.season }], tail)
const after = (days: number) => addDays(club.season.endDate, days)
const graceOf = (days: number) =>
  app.database.sql('update organisations set grace_days = $2 where id = $1', [club.id, days])
const mine = () => membershipOf(app, anna, anna.memberId, club)
const paidFor = async () => (await clubLedger(club)).captures.length
const subjects = async () =>
  (await mailsTo(app, 'anna@example.com'))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(club.key))
    .map((subject) => subject.replace(/Club \w+/, 'C'))

/** Days after the last one of the season. */
interface Late {
  readonly published: number
  readonly onSale: number
  readonly grace: number
  /** The first morning on which the payer can be notified, or null. */
  readonly notifiedOn: number | null
}

const lates: readonly Late[] = [
  { published: -30, onSale: -60, grace: 31, notifiedOn: -28 },
  { published: -10, onSale: -60, grace: 31, notifiedOn: -10 },
  { published: 0, onSale: 0, grace: 31, notifiedOn: 0 },
  { published: 5, onSale: -60, grace: 31, notifiedOn: 5 },
  { published: -40, onSale: 10, grace: 31, notifiedOn: 3 },
  { published: 31, onSale: 31, grace: 31, notifiedOn: 31 },
  { published: 32, onSale: 32, grace: 31, notifiedOn: null },
  { published: 1, onSale: -60, grace: 0, notifiedOn: 1 },
  { published: 2, onSale: -60, grace: 0, notifiedOn: null },
]

test.each(lates)(
  'a season published $published and sold $onSale days after the last one ends, with $grace days of grace',
  async ({ published, onSale, grace, notifiedOn }) => {
    await graceOf(grace)
    await consent()
    const charged = notifiedOn === null ? null : Math.max(-14, notifiedOn + 7)
    const turning = [published, onSale, notifiedOn ?? 0, charged ?? 0, grace, grace + 1, grace + 2, grace + 3]
    const days = [...new Set([-28, -14, 0, 1, ...turning].flatMap((day) => [day - 1, day]))].toSorted((a, b) => a - b)
    let next: Season | null = null
    for (const day of days) {
      if (next === null && day >= published)
        next = await followingSeason(app, club, 1, { offerStartDate: after(onSale) })
      await liveThrough(app, after(day))
      expect(`${day}: ${await paidFor()}`).toBe(`${day}: ${charged !== null && day >= charged ? 2 : 1}`)
      const announced = (await subjects()).some((subject) => subject.startsWith('The membership of C renews on'))
      expect(`${day}: ${announced}`).toBe(`${day}: ${notifiedOn !== null && day >= notifiedOn}`)
    }
    // A season that is announced in the days of grace has ended.
    const mails = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) =>
      subject.includes(`${club.key} renews on`),
    )
    const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
    const own = bell.filter(({ data }) => data['orgId'] === club.id && data['automatic'] === true)
    expect([mails.length, own.length]).toEqual(notifiedOn === null ? [0, 0] : [1, 1])
    for (const text of [...mails.map((mail) => mail.text), ...own.map(({ message }) => message)])
      expect(text).toContain('paid until')
    const { autoRenewal, renewalEnded } = await mine()
    expect({ autoRenewal, because: renewalEnded?.because }).toEqual(
      notifiedOn === null ? { autoRenewal: false, because: 'not_renewed' } : { autoRenewal: true, because: undefined },
    )
    expect((await subjects()).filter((subject) => subject.startsWith('Automatic renewal at C has ended'))).toHaveLength(
      notifiedOn === null ? 1 : 0,
    )
  },
)

test('while it waits, the page names no past day and lets the member renew by hand; then nothing is charged', async () => {
  await consent()
  const next = await followingSeason(app, club, 1, { offerStartDate: after(10) })
  await liveThrough(app, after(1))
  expect(await mine()).toMatchObject({
    status: 'grace',
    renewal: { state: 'waiting', chargeDate: null },
    nextSeason: { sale: 'not_yet', offerStartDate: after(10) },
    can: { renew: false },
  })
  await app.database.sql('update membership_configurations set offer_start_date = $2 where id = $1', [
    next.id,
    after(2),
  ])
  await goTo(app, after(2))
  expect(await mine()).toMatchObject({ renewal: { state: 'waiting', chargeDate: null }, can: { renew: true } })
  await liveThrough(app, after(2))
  expect(await mine()).toMatchObject({ renewal: { state: 'announced', chargeDate: after(9) }, can: { renew: false } })
  await buyByHand(next)
  for (const day of [9, 10, 14, 40]) await liveThrough(app, after(day))
  expect(await paidFor()).toBe(2)
})

test.each([
  ['was charged', '0000', 'paid'],
  ['fails', '0018', 'failing'],
])('a season that is sold once the payer %s has a notice and a charge of its own', async (_, tail, status) => {
  const year = Number(club.season.startDate.slice(0, 4))
  const alma = await buildParticipant(app, anna, 'Alma')
  const youth = await buildSeason(app, club, { name: `Youth ${year}` })
  const both = [
    { memberId: anna.memberId, season: club.season },
    { memberId: alma, season: youth },
  ]
  await buyWithConsent(app, anna, both, tail)
  const next = await followingSeason(app, club, 1)
  for (const day of [-28, -14]) await liveThrough(app, after(day))
  await followingSeason(app, club, 1, { name: `Youth ${year + 1}`, price: 30_000 })
  await liveThrough(app, after(-11))
  const notices = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) =>
    subject.includes(`${club.key} renews on`),
  )
  expect(notices).toHaveLength(2)
  expect(notices[0]!.text).toMatch(
    new RegExp(`on 27 December.* is charged DKK\u00a0385\\.00[^]*Youth ${year + 1}[^]*Alma`),
  )
  expect(notices[0]!.text).not.toContain('Adult')
  expect((await membershipOf(app, anna, alma, club)).renewal).toMatchObject({
    state: 'announced',
    nextTry: after(-4),
    amount: { minor: 38_500 },
  })
  for (const day of [-10, -5]) await liveThrough(app, after(day))
  expect(await charges()).toEqual([
    { status, tries: status === 'paid' ? 1 : 2, amount: next.total },
    { status: 'announced', tries: 0, amount: 38_500 },
  ])
  await liveThrough(app, after(-4))
  expect(await charges()).toMatchObject([{}, { status, tries: 1 }])
  for (const day of [-3, 1, 6, 7]) await liveThrough(app, after(day))
  const taken = (await clubLedger(club)).captures.map(({ amount }) => amount)
  expect(taken).toEqual(status === 'paid' ? [38_500, next.total, 2 * next.total] : [2 * next.total])
})

test('of two seasons of one year a card renews the first; the page and a reminder leave the second to the member', async () => {
  const year = Number(club.season.startDate.slice(0, 4)) + 1
  await consent()
  const half = await followingSeason(app, club, 1, { endDate: `${year}-06-30` })
  const moved = await followingSeason(app, club, 1, { startDate: `${year}-07-01`, endDate: `${year + 1}-06-30` })
  for (const day of [-28, -14]) await liveThrough(app, after(day))
  expect(await mine()).toMatchObject({ overallEndDate: half.endDate })
  const before = (days: number) => addDays(half.endDate, -days)
  await liveThrough(app, before(28))
  expect(await mine()).toMatchObject({
    renewal: { state: 'waiting', byHand: true, chargeDate: null, amount: null },
    nextSeason: { membershipConfId: moved.id },
    can: { renew: true },
  })
  for (const days of [14, 7]) await liveThrough(app, before(days))
  expect(await paidFor()).toBe(2)
  expect((await subjects())[0]).toMatch(/ends on/)
})

test('a renewal that was given up is not charged years later, after another purchase without consent; the card is gone', async () => {
  await consent('0018')
  const next = await followingSeason(app, club, 1)
  await liveThrough(app, after(-28))
  for (const day of [-14, -9, -4, -3]) await liveThrough(app, after(day))
  expect(await mine()).toMatchObject({
    autoRenewal: false,
    savedCardIdentifier: null,
    renewal: null,
    renewalEnded: { because: 'declined' },
    can: { renew: true },
  })
  expect(await subjects()).toContain("The membership of C hasn't been renewed")
  await liveThrough(app, after(-1))
  expect(await cardsKept()).toEqual([])

  const afterNext = await followingSeason(app, club, 2)
  await goTo(app, after(200))
  await buyByHand(next)
  for (const day of [337, 351, 365, 366, 380]) await liveThrough(app, after(day))
  expect(await paidFor()).toBe(2)
  expect(afterNext.total).toBeGreaterThan(0)
  expect(await mine()).toMatchObject({ autoRenewal: false })
})

/** The charges of the club, oldest first. */
const charges = () =>
  app.database.sql<{ status: string; tries: number; amount: number }>(
    `select status, tries, (select sum(amount)::int from renewals where charge_id = charges.id) as amount
     from renewal_charges charges where org_id = $1 order by id`,
    [club.id],
  )

/** The cards of the club that the portal still has. */
const cardsKept = () =>
  app.database.sql('select id from saved_cards where org_id = $1 and deleted_at is null', [club.id])

/** Another card, without consent to renewals. */
async function buyByHand(season: Season): Promise<void> {
  const { token } = await app.call(
    orders.prepare,
    { token: newToken(), membershipData: membershipData([{ memberId: anna.memberId, season }], {}) },
    { as: anna.token },
  )
  await payOrder(app, anna, season, token, season.total, '0000')
  await app.runJobs({ all: true })
}

test('a refunded membership does not leave its card behind', async () => {
  await consent()
  const bo = await signedIn(app, 'bo@example.com')
  await grantOffice(app, club, bo, ['treasurer'])
  await refundLines(app, bo, { orgId: club.id, order: await newestOrder(app, bo, club) }, [0])
  await liveThrough(app, after(-60))
  expect(
    await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, { as: anna.token }),
  ).toMatchObject([{ autoRenewal: false, renewalEnded: null }])
  await liveThrough(app, after(-58))
  expect(await cardsKept()).toEqual([])
})

test('whoever of a family lapses after the others is in a mail of their own', async () => {
  const alma = await buildParticipant(app, anna, 'Alma')
  await buyWithConsent(
    app,
    anna,
    [anna.memberId, alma].map((memberId) => ({ memberId, season: club.season })),
  )
  await goTo(app, after(32))
  const [hers] = await app.database.sql<{ id: string; saved_card_identifier: string }>(
    'select id, saved_card_identifier from memberships where member_id = $1',
    [alma],
  )
  const renew = (on: boolean) =>
    app.database.sql('update memberships set auto_renewal = $2, saved_card_identifier = $3 where id = $1', [
      hers!.id,
      on,
      on ? hers!.saved_card_identifier : null,
    ])
  await renew(false)
  expect(await endLapsedRenewals(app.context.db, after(32))).toBe(1)
  await renew(true)
  expect(await endLapsedRenewals(app.context.db, after(32))).toBe(1)
  await app.runJobs({ all: true })
  expect((await subjects()).filter((subject) => subject.includes('Automatic renewal at C has ended'))).toHaveLength(2)
})

test('a price that rises after the days of grace is announced, and charged a week after that', async () => {
  await graceOf(0)
  await consent()
  const next = await followingSeason(app, club, 1, { offerStartDate: after(-60) })
  await liveThrough(app, after(1))
  await app.database.sql('update membership_configurations set price = price + 10000 where id = $1', [next.id])
  const chargeDue = async (day: string) => {
    await goTo(app, day)
    await runRecurring(app, 'renewals.charge-due')
    await app.runJobs({ all: true })
  }
  await chargeDue(after(8))
  // A week without a worker that announces.
  await chargeDue(after(15))
  expect(await paidFor()).toBe(1)
  await liveThrough(app, after(16))
  expect((await subjects())[0]).toMatch(/^New price at C/)
  expect(await paidFor()).toBe(1)
  await liveThrough(app, after(23))
  expect(await paidFor()).toBe(2)
})
