import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { forgetDrafts } from '../domains/memberships/drafts/draft-queries.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  type Club,
  linkedTo,
  type Person,
  signedIn,
} from '../testing/builders.ts'
import { buy, prepare, stateOf } from '../testing/purchase.ts'
import { booksOf, changesNothing, draftsOf, type Steps, writeSteps } from '../testing/purchases/step-by-step.ts'
import { codeOf, createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let dan: Person
let club: Club
/** Anna's, before there is an order. */
let steps: Steps
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await signedIn(app, 'anna@example.com')
  dan = await signedIn(app, 'dan@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  steps = await writeSteps(app, anna, anna.memberId, club.season)
})
afterAll(() => app.close())

const as = (person: Person) => ({ as: person.token })

test('posted states, amounts and consent are ignored', async () => {
  const praise = {
    id: randomUUID(),
    enabled: true,
    status: 'active',
    paymentStatus: 'paid',
    totalPaid: 1e9,
    paymentTotal: -1,
    totalMembershipFee: '0 DKK',
    amount: 0,
    price: 0,
    currency: 'EUR',
    testMode: true,
    autoRenewal: true,
    savedCardIdentifier: randomUUID(),
    newStatus: 'active',
    gdprAgreement: 'Agreed',
    overallEndDate: '2099-12-31',
    hasReceipt: true,
    authorizationIdentifier: randomUUID(),
  }
  const before = await booksOf(app)
  // Posted again, the rows are the same ones.
  const { membershipId, historyId, paymentId } = steps
  const again = await writeSteps(app, anna, anna.memberId, club.season, praise)
  expect(again).toMatchObject({ membershipId, historyId, paymentId })
  expect(await booksOf(app)).toEqual(before)
  const item = await app.call(memberships.item, { membershipId }, as(anna))
  expect(item).toMatchObject({ enabled: false, status: 'inactive', autoRenewal: false, savedCardIdentifier: null })
  expect(item.memberships).toMatchObject([{ status: 'inactive', enabled: false, gdprAgreement: false }])
  const payment = await app.call(memberships.updatePayment, { historyId, ...praise, id: paymentId }, as(anna))
  expect(payment).toMatchObject({ paymentStatus: 'init_mem', totalPaid: 0, paymentTotal: club.season.total / 100 })
  await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  const put = await app.call(memberships.updatePayment, { historyId, ...praise, id: paymentId }, as(anna))
  expect(put).toMatchObject({ paymentStatus: 'init_mem', totalPaid: 0, authorizationIdentifier: null })
})

test("steps with somebody else's rows are answered like steps with unknown ones", async () => {
  const alma = await buildParticipant(app, anna, 'Alma')
  const { historyId, membershipId, paymentId } = steps
  await changesNothing(app, async () => {
    for (const memberId of [anna.memberId, alma, randomUUID()])
      expect(await codeOf(app.call(memberships.createItem, { memberId, orgId: club.id }, as(dan)))).toBe('not_found')
    const season = { membershipConfId: club.season.id }
    for (const id of [membershipId, historyId, randomUUID()])
      expect(await codeOf(app.call(memberships.createTerm, { membershipId: id, ...season }, as(dan)))).toBe('not_found')
    for (const id of [historyId, membershipId, paymentId, randomUUID()]) {
      expect(await codeOf(app.call(memberships.createPayment, { historyId: id }, as(dan)))).toBe('not_found')
      expect(await codeOf(app.call(memberships.updatePayment, { historyId: id }, as(dan)))).toBe('not_found')
      expect(await codeOf(app.call(memberships.payment, { historyId: id, paymentId }, as(dan)))).toBe('not_found')
    }
    // One's own history does not open another's payment.
    const dans = await writeSteps(app, dan, dan.memberId, (await buildClub(app)).season)
    for (const id of [paymentId, randomUUID(), historyId])
      expect(await codeOf(app.call(memberships.payment, { historyId: dans.historyId, paymentId: id }, as(dan)))).toBe(
        'not_found',
      )
    await app.database.sql('delete from term_drafts where drafted_by = $1', [dan.memberId])
    await app.database.sql('delete from memberships where id = $1', [dans.membershipId])
  })
})

test("no draft is made of another club's season, one not on sale, the empty choice or a closed club's", async () => {
  const other = await buildClub(app)
  const shut = await buildClub(app)
  const later = await buildSeason(app, club, { name: 'Later', offerStartDate: '2090-01-01', endDate: '2099-12-31' })
  const empty = await buildSeason(app, club, { name: ' Select Membership ' })
  const off = await buildSeason(app, club, { name: 'Off', enabled: false })
  const { membershipId: inShut } = await writeSteps(app, anna, anna.memberId, shut.season)
  await app.database.sql('update organisations set enabled = false where id = $1', [shut.id])
  const write = (membershipId: string, membershipConfId: string) =>
    codeOf(app.call(memberships.createTerm, { membershipId, membershipConfId }, as(anna)))
  await changesNothing(app, async () => {
    for (const id of [other.season.id, empty.id, off.id, randomUUID()])
      expect(await write(steps.membershipId, id)).toBe('configuration_not_found')
    expect(await write(inShut, shut.season.id)).toBe('configuration_not_found')
    expect(await write(steps.membershipId, later.id)).toBe('configuration_not_on_sale')
    for (const orgId of [shut.id, randomUUID()])
      expect(await codeOf(app.call(memberships.createItem, { memberId: anna.memberId, orgId }, as(anna)))).toBe(
        'organisation_not_found',
      )
  })
  await buy(app, anna, club)
  await changesNothing(app, async () => {
    const half = await buildSeason(app, club, { name: 'Half year' })
    for (const { id } of [club.season, half]) expect(await write(steps.membershipId, id)).toBe('term_already_held')
    const again = { membershipId: steps.membershipId, membershipConfId: half.id }
    const { startDate, endDate } = club.season
    await expect(app.call(memberships.createTerm, again, as(anna))).rejects.toMatchObject({
      body: { data: { name: 'Anna Holm', startDate, endDate, paid: true } },
    })
  })
})

test("an order takes over its buyer's drafts only", async () => {
  const bo = await signedIn(app, 'bo@example.com')
  await linkedTo(app, anna, bo)
  const before = await draftsOf(app)
  // He may buy for her, and her steps are hers all the same.
  const hers = { historyId: steps.historyId, paymentId: steps.paymentId }
  expect(await codeOf(app.call(memberships.payment, hers, as(bo)))).toBe('not_found')
  expect(await codeOf(app.call(memberships.createPayment, hers, as(bo)))).toBe('not_found')
  const seen = await app.call(memberships.item, { membershipId: steps.membershipId }, as(bo))
  expect(seen.memberships).toEqual([])
  const token = await prepare(app, bo, [{ memberId: anna.memberId, season: club.season }])
  const [line] = (await stateOf(app, bo, token)).own!.lines
  expect(line!.membershipId).toBe(steps.membershipId)
  expect([line!.id, line!.termId]).not.toEqual([steps.paymentId, steps.historyId])
  expect(await draftsOf(app)).toEqual(before)
  // He may see his own payment for her.
  const { termId: historyId, id: paymentId } = { ...line!, termId: line!.termId! }
  expect(await codeOf(app.call(memberships.payment, { historyId, paymentId }, as(anna)))).toBe('not_found')
  expect(await codeOf(app.call(memberships.payment, { historyId, paymentId }, as(bo)))).toBe('ok')
  for (const other of [steps.paymentId, historyId, randomUUID()])
    expect(await codeOf(app.call(memberships.payment, { historyId, paymentId: other }, as(bo)))).toBe('not_found')
  expect(await codeOf(app.call(memberships.createPayment, { historyId }, as(anna)))).toBe('not_found')
})

test('a link that ended hides the drafts for the other person', async () => {
  const carla = await signedIn(app, 'carla@example.com')
  const link = await linkedTo(app, anna, carla)
  const hers = await writeSteps(app, carla, anna.memberId, club.season)
  await app.database.sql(`update family_invitations set status = 'ended', ended_at = now() where id = $1`, [link])
  const { historyId, paymentId, membershipId } = hers
  expect(await codeOf(app.call(memberships.payment, { historyId, paymentId }, as(carla)))).toBe('not_found')
  expect(await codeOf(app.call(memberships.createPayment, { historyId }, as(carla)))).toBe('not_found')
  expect(await codeOf(app.call(memberships.item, { membershipId }, as(carla)))).toBe('not_found')
})

test('a buyer has at most a hundred drafts, the oldest are deleted first, and all after a day', async () => {
  const ids: string[] = []
  for (let count = 0; count < 104; count++) {
    if (count % 20 === 0) await app.database.sql('delete from rate_windows')
    const season = await buildSeason(app, club, { name: `Kind ${count}`, combinable: true })
    const input = { membershipId: steps.membershipId, membershipConfId: season.id }
    ids.push((await app.call(memberships.createTerm, input, as(anna))).id)
  }
  const kept = await app.database.sql<{ id: string }>('select id from term_drafts where drafted_by = $1 order by id', [
    anna.memberId,
  ])
  expect(kept.map(({ id }) => id)).toEqual(ids.slice(-100))
  await app.moveClock('25 hours')
  expect(await forgetDrafts(app.context.db)).toBeGreaterThanOrEqual(100)
  expect(await draftsOf(app)).toEqual([])
  await app.moveClock('-25 hours')
})
