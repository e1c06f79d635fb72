import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { byHand, type PayByHand } from '#contract/orders/by-hand.ts'
import { orders } from '#contract/orders/orders.ts'
import { bulk } from '#contract/people/bulk.ts'
import { addDays } from '#server/database/clock.ts'
import { inTransaction } from '#server/database/db.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildParticipant, type Club, type Person, type Season, signedIn } from '#server/testing/builders.ts'
import { buy, mailsTo, openWindow } from '#server/testing/purchase.ts'
import { addByHand, registered } from '#server/testing/purchases/by-hand.ts'
import {
  buyWithConsent,
  clubLedger,
  clubWithNextSeason,
  followingSeason,
  goTo,
  liveThrough,
  membershipOf,
} from '#server/testing/purchases/renewing.ts'
import { carryOut } from '#server/testing/carry-out.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { grantTerms } from '../terms/grant-terms.ts'

let app: TestApp
let club: Club
let next: Season
let anna: Person
let office: Person
let alma: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  alma = await buildParticipant(app, anna, 'Alma')
})
beforeEach(async () => {
  ;({ club, next } = await clubWithNextSeason(app))
  await registered(app, club, [anna.memberId, alma])
})
afterEach(() => app.database.sql('update organisations set enabled = false'))

const before = (days: number) => addDays(club.season.endDate, -days)
const family = () => [
  { memberId: anna.memberId, season: club.season },
  { memberId: alma, season: club.season },
]
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/Club \w+/g, 'C')
const captured = async () => (await clubLedger(club)).captures.map(({ amount }) => amount)
const addForAlma = (pay: PayByHand) =>
  addByHand(app, office, club, { memberId: alma, lines: [{ membershipConfId: next.id }], pay, reason: 'Helped a lot' })
const quoteForAlma = async (season = next) => {
  const lines = [{ membershipConfId: season.id }]
  const quote = await app.call(byHand.quote, { orgId: club.id, memberId: alma, lines }, { as: office.token })
  return quote.lines[0]!.supersedes
}
const importFor = (wanted: readonly { readonly memberId: string; readonly configurationId: string }[]) =>
  inTransaction(app.context.db, (tx) =>
    grantTerms(app.context.lineHandlers, tx, club.id, wanted, { reason: 'imported' }),
  )
const renewalOf = async (memberId: string) => (await membershipOf(app, anna, memberId, club)).renewal
const mailsAbout = async (address = 'anna@example.com') =>
  (await mailsTo(app, address)).filter(({ subject }) => subject.startsWith(`Club ${club.key}: the renewal for`))
const raisePrice = () => app.database.sql('update membership_configurations set price = 90000 where id = $1', [next.id])

test('what an office gives free is not charged: the payer is notified at once, and the others are charged as announced', async () => {
  await buyWithConsent(app, anna, family())
  expect(await quoteForAlma()).toEqual({ chargeDate: null })
  await liveThrough(app, before(28))
  expect(await quoteForAlma()).toEqual({ chargeDate: before(14) })
  expect(await quoteForAlma(club.season)).toBeUndefined()
  const which = { orgId: club.id, membershipConfId: next.id, ids: [alma] }
  const preview = await app.call(bulk.previewGrant, which, { as: office.token })
  expect(preview).toEqual({ people: 1, skipped: [], renewedByCard: 1 })
  await goTo(app, before(20))
  await addForAlma({ how: 'free' })
  await app.runJobs({ all: true })
  const [mail, ...more] = await mailsAbout()
  expect(more).toEqual([])
  expect(plain(mail!.text)).toMatch(
    /C has added next season for Alma Holm itself.*won't be charged.*still renews automatically.*charge DKK 885\.00/s,
  )
  const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  expect(bell.find(({ data }) => data['orgId'] === club.id && data['automatic'])).toMatchObject({
    read: false,
    message: expect.stringContaining('has added next season for Alma Holm') as string,
  })
  await liveThrough(app, before(14))
  expect((await captured())[0]).toBe(next.total)
  // It goes on with the card after that season.
  expect(await renewalOf(alma)).toMatchObject({ state: 'waiting', chargeDate: addDays(next.endDate, -14) })
  expect(await quoteForAlma()).toBeUndefined()
  expect(await mailsAbout()).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test("what an office adds with an invoice is neither charged nor announced, and holds up nobody else's charge; cancelled, it renews by card again", async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  await goTo(app, before(20))
  const invoice = await addForAlma({ how: 'invoice', dueOn: before(1) })
  await liveThrough(app, before(20))
  expect(await renewalOf(alma)).toMatchObject({ state: 'waiting', byHand: true, chargeDate: null, amount: null })
  await raisePrice()
  await liveThrough(app, before(19))
  const [raised] = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) =>
    subject.includes(`New price at Club ${club.key}`),
  )
  expect(raised!.text).not.toContain('Alma')
  await liveThrough(app, before(12))
  expect((await captured())[0]).toBe(90_000 + 22_500 + 1_000)
  await app.call(byHand.cancel, { orgId: club.id, orderId: invoice.id, reason: 'Pays by card' }, { as: office.token })
  await liveThrough(app, before(11))
  expect(await renewalOf(alma)).toMatchObject({ state: 'announced', nextTry: before(4) })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('an office adds by hand what a declined card still holds; the next attempt is for the others', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  await addForAlma({ how: 'free' })
  expect(await app.call(orders.unpaid, {}, { as: anna.token })).toEqual([])
  await liveThrough(app, before(9))
  const [unpaid] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(unpaid!.lines.map(({ memberId }) => memberId)).toEqual([anna.memberId])
  expect((await membershipOf(app, anna, alma, club)).overallEndDate).toBe(next.endDate)
  await app.call(orders.cancel, { token: unpaid!.token }, { as: anna.token })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('a grant to many takes the place of what a declined card still holds, as by hand, but not of what is being paid', async () => {
  await buyWithConsent(app, anna, family(), '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const which = { orgId: club.id, membershipConfId: next.id, ids: [alma] }
  const as = { as: office.token }
  const hold = (until: string) =>
    app.database.sql(`update membership_terms set reserved_until = ${until} where org_id = $1 and status = 'held'`, [
      club.id,
    ])
  const [held] = await app.database.sql<{ until: string }>(
    `select max(reserved_until)::text as until from membership_terms where org_id = $1 and status = 'held'`,
    [club.id],
  )
  await hold('null')
  expect(await app.call(bulk.previewGrant, which, as)).toMatchObject({
    people: 0,
    skipped: [{ reason: 'reserved', count: 1, names: ['Alma Holm'] }],
    renewedByCard: 0,
  })
  await hold(`'${held!.until}'`)
  const given = { people: 1, skipped: [] }
  expect(await app.call(bulk.previewGrant, which, as)).toEqual({ ...given, renewedByCard: 1 })
  expect(await app.call(bulk.grant, { ...which, reason: 'Helped a lot' }, as)).toEqual(given)
  await carryOut(app)
  await app.runJobs({ all: true })
  expect(await mailsAbout()).toHaveLength(1)
  const bell = await app.call(notifications.list, { memberId: anna.memberId }, { as: anna.token })
  expect(bell.find(({ data }) => data['orgId'] === club.id && data['automatic'])).toMatchObject({
    message: expect.stringContaining('has added next season for Alma Holm') as string,
  })
  expect(await app.call(orders.unpaid, {}, { as: anna.token })).toEqual([])
  await liveThrough(app, before(9))
  const [unpaid] = await app.call(orders.unpaid, {}, { as: anna.token })
  expect(unpaid!.lines.map(({ memberId }) => memberId)).toEqual([anna.memberId])
  expect((await membershipOf(app, anna, alma, club)).overallEndDate).toBe(next.endDate)
  await app.call(orders.cancel, { token: unpaid!.token }, { as: anna.token })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('an import that gives the next season ends the announced charge, too', async () => {
  await buyWithConsent(app, anna, [{ memberId: alma, season: club.season }])
  await liveThrough(app, before(28))
  await importFor([{ memberId: alma, configurationId: next.id }])
  await app.runJobs({ all: true })
  expect(await mailsAbout()).toHaveLength(1)
  await liveThrough(app, before(14))
  expect(await captured()).toHaveLength(1)
})

test('an import whose season shares days with the present one gives nothing, and ends no charge', async () => {
  const year = Number(club.season.startDate.slice(0, 4))
  const late = await followingSeason(app, club, 0, {
    name: 'Late',
    series: 'late',
    startDate: `${year}-07-01`,
    endDate: `${year + 1}-06-30`,
  })
  await buyWithConsent(app, anna, [{ memberId: alma, season: club.season }])
  await liveThrough(app, before(28))
  expect(await quoteForAlma(late)).toBeUndefined()
  expect(await importFor([{ memberId: alma, configurationId: late.id }])).toEqual([null])
  await app.runJobs({ all: true })
  expect(await mailsAbout()).toEqual([])
  expect(await renewalOf(alma)).toMatchObject({ state: 'announced', nextTry: before(14) })
})

test('while one payer is paying, another learns of the charge that an import ends', async () => {
  const bo = await signedIn(app, 'bo@example.com')
  await registered(app, club, [bo.memberId])
  for (const payer of [anna, bo])
    await buyWithConsent(app, payer, [{ memberId: payer.memberId, season: club.season }], '0018')
  for (const days of [28, 14]) await liveThrough(app, before(days))
  const [unpaid] = await app.call(orders.unpaid, {}, { as: anna.token })
  await openWindow(app, anna, next, unpaid!.token, next.total)
  const granted = await importFor([anna, bo].map(({ memberId }) => ({ memberId, configurationId: next.id })))
  expect(granted).toEqual([null, expect.any(String)])
  await app.runJobs({ all: true })
  expect(await mailsAbout()).toEqual([])
  expect(await mailsAbout('bo@example.com')).toHaveLength(1)
})

test('a higher price is announced without those who have bought the season themselves meanwhile', async () => {
  await buyWithConsent(app, anna, family())
  await liveThrough(app, before(28))
  await goTo(app, before(20))
  await buy(app, anna, club, next)
  await raisePrice()
  await liveThrough(app, before(19))
  const [raised] = (await mailsTo(app, 'anna@example.com')).filter(({ subject }) =>
    subject.includes(`New price at Club ${club.key}`),
  )
  expect(plain(raised!.subject)).toMatch(/costs DKK 1,135\.00, not DKK 885\.00/)
  expect(raised!.text).not.toContain('Anna Holm')
})
