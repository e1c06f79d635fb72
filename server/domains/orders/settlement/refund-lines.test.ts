import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders, type ClubOrder } from '#contract/orders/orders.ts'
import { brokenInvariants } from '#server/testing/invariants/broken-invariants.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buyFor, refundLines, newestOrder } from '#server/testing/purchases/line-refunds.ts'
import { readPdf } from '#server/testing/files/pdf-reader.ts'
import { ledgerOf, mailsTo, prepare, stateOf } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { settlePayment } from './settle-payment.ts'

let app: TestApp
let anna: Person
let office: Person
let children: string[]
let club: Club
let token: string
let order: ClubOrder

beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
  children = [await buildParticipant(app, anna, 'Alma'), await buildParticipant(app, anna, 'Emil')]
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  token = await buyForThree()
  order = await clubOrder()
})

const buyForThree = () => buyFor(app, anna, [anna.memberId, ...children], club.season)
const clubOrder = () => newestOrder(app, office, club)
const refund = (places: readonly number[], as = office) => refundLines(app, as, { orgId: club.id, order }, places)
const credits = async () => (await ledgerOf(order.number)).credits.filter(({ isSuccess }) => isSuccess)
const membershipOf = async (memberId: string) =>
  (await app.call(memberships.list, { memberId, orgId: club.id }, { as: anna.token }))[0]!

test("receipt and credit note keep the club's name and address of their day", async () => {
  const sellerOn = async (refundId: string | null) => {
    const bytes = refundId
      ? await app.call(orders.creditNotePdf, { refundId, language: 'en' }, { as: anna.token })
      : await app.call(orders.receiptPdf, { historyId: order.lines[0]!.termId!, language: 'en' }, { as: anna.token })
    return readPdf(bytes.bytes).text
  }
  const moveTo = (address: string) =>
    app.database.sql('update organisations set address = $2, cvr = $3, contact_email = $4 where id = $1', [
      club.id,
      address,
      '99887766',
      `${address.toLowerCase()}@club.example`,
    ])
  await moveTo('Midtvej')
  await refund([1])
  await app.runJobs({ all: true })
  await moveTo('Nyvej')

  const receipt = await app.call(orders.receipt, { historyId: order.lines[0]!.termId! }, { as: anna.token })
  expect(receipt.organisation.address).not.toMatch(/vej$/)
  expect(receipt.organisation.cvr).not.toBe('99887766')
  expect(await sellerOn(null)).not.toMatch(/Midtvej|Nyvej|nyvej|99887766/)
  const [given] = (await clubOrder()).givenBack
  const note = await sellerOn(given!.id)
  expect(note).toMatch(/Midtvej/)
  expect(note).not.toMatch(/Nyvej/)
})

test('a refunded line ends its season at once; the money follows, with a credit note and a mail', async () => {
  const asked = await refund([1])
  expect(asked).toMatchObject({ status: 'paid', can: { refund: true } })
  expect(asked.givenBack).toMatchObject([{ status: 'requested', cause: 'office', lineIds: [order.lines[1]!.id] }])
  expect(await membershipOf(children[0]!)).toMatchObject({ status: 'cancelled' })
  expect(await membershipOf(anna.memberId)).toMatchObject({ status: 'active' })

  await app.runJobs({ all: true })
  const [given] = (await clubOrder()).givenBack
  expect(given).toMatchObject({ status: 'done', method: 'credit', amount: { minor: club.season.total } })
  expect(given!.creditNoteNumber).toMatch(/^\d{4}-00002$/)
  expect(await credits()).toMatchObject([{ amount: club.season.total }])
  const state = (await stateOf(app, anna, token)).own!
  expect(state.lines.map(({ refunded }) => refunded.minor)).toEqual([0, club.season.total, 0])
  expect(state.givenBack).toEqual([given])

  const attached = `${given!.creditNoteNumber}.pdf`
  const mails = (await mailsTo(app, 'anna@example.com'))
    .filter(({ text }) => text.includes(order.number))
    .filter(({ attachments }) => attachments.some(({ fileName }) => fileName.endsWith(attached)))
  expect(mails).toMatchObject([{ copies: 1 }])
  expect(mails[0]!.text).toContain('Alma Holm')
  expect(mails[0]!.text).not.toContain('Emil Holm')
  expect(mails[0]!.text).toContain("The rest of your purchase isn't affected.")
  const notices = await app.database.sql(`select title from notifications where data ->> 'refundId' = $1`, [given!.id])
  expect(notices).toHaveLength(1)
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('refunds follow one another until the order is fully refunded; its receipt lists each', async () => {
  for (const lines of [[2], [0, 1]]) {
    await refund(lines)
    await app.runJobs({ all: true })
  }
  expect(await clubOrder()).toMatchObject({ status: 'refunded', can: { refund: false } })
  expect((await credits()).map(({ amount }) => amount)).toEqual([2 * club.season.total, club.season.total])
  const historyId = order.lines[0]!.termId!
  const receipt = await app.call(orders.receipt, { historyId }, { as: anna.token })
  expect(receipt.total.minor).toBe(3 * club.season.total)
  expect(receipt.creditNotes.map(({ amount }) => amount.minor)).toEqual([club.season.total, 2 * club.season.total])
  expect(receipt.lines.every(({ refunded, parts }) => refunded.minor === parts.total.minor)).toBe(true)
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'refunded', own: { decline: null } })
  // The seasons are free again.
  await buyForThree()
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

describe('refused', () => {
  test("to everybody but the club's office", async () => {
    const other = await signedIn(app, 'admin@tennis.example')
    for (const person of [anna, other]) {
      expect(await codeOf(refund([0], person))).toBe('forbidden')
      expect(await codeOf(app.call(orders.ofClub, { orgId: club.id }, { as: person.token }))).toBe('forbidden')
    }
  })

  test('for an order of another club, a line of another order, and one that is not paid', async () => {
    const lineIds = [order.lines[0]!.id]
    const as = { as: office.token }
    const elsewhere = await buildClub(app)
    expect(await codeOf(app.call(orders.refund, { orgId: elsewhere.id, orderId: order.id, lineIds }, as))).toBe(
      'order_not_found',
    )
    const open = await prepare(app, anna, [{ memberId: anna.memberId, season: elsewhere.season }])
    const { own } = await stateOf(app, anna, open)
    const unpaid = { orgId: elsewhere.id, orderId: own!.id, lineIds: [own!.lines[0]!.id] }
    expect(await codeOf(app.call(orders.refund, unpaid, as))).toBe('order_not_paid')
    const foreign = { orgId: club.id, orderId: order.id, lineIds: [...lineIds, own!.lines[0]!.id] }
    expect(await codeOf(app.call(orders.refund, foreign, as))).toBe('not_found')
    expect(await membershipOf(anna.memberId)).toMatchObject({ status: 'active' })
  })

  test('for a refunded line', async () => {
    await refund([0])
    expect(await codeOf(refund([0]))).toBe('line_refunded')
    await app.runJobs({ all: true })
    expect(await codeOf(refund([0, 1]))).toBe('line_refunded')
    expect(await membershipOf(children[0]!)).toMatchObject({ status: 'active' })
    expect((await refund([1])).givenBack.map(({ status }) => status)).toEqual(['done', 'requested'])
    await app.runJobs({ all: true })
    expect(await brokenInvariants(app, club)).toEqual([])
  })
})

test('a late callback changes nothing, before or after a refund', async () => {
  await refund([0, 1, 2])
  await app.runJobs({ all: true })
  const [authorization] = (await ledgerOf(order.number)).authorizations
  const { authorizationIdentifier } = authorization!
  const settled = await settlePayment(app.context, { orderId: order.id, authorizationIdentifier, device: '' })
  expect(settled).toBe('paid')
  expect((await clubOrder()).status).toBe('refunded')
  expect(await credits()).toHaveLength(1)
})

test('a refund while the same season is bought again: one season, and every øre accounted for', async () => {
  const again = Array.from({ length: 3 }, () =>
    codeOf(prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])),
  )
  const outcomes = await Promise.all([codeOf(refund([0])), ...again])
  expect(outcomes[0]).toBe('ok')
  for (const outcome of outcomes.slice(1)) expect(['ok', 'term_already_held']).toContain(outcome)
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club, { unfinished: true })).toEqual([])
})

test('a membership without a season left is not renewed automatically; one with a season is', async () => {
  const year = Number(club.season.startDate.slice(0, 4)) + 1
  const next = await buildSeason(app, club, {
    name: `Adult ${year}`,
    startDate: `${year}-01-01`,
    endDate: `${year}-12-31`,
    offerStartDate: '2020-01-01',
  })
  await buyFor(app, anna, [anna.memberId], next)
  await app.database.sql('update memberships set auto_renewal = true where org_id = $1', [club.id])
  await refund([0, 1])
  const renewed = async (memberId: string) => (await membershipOf(memberId)).autoRenewal
  expect(await renewed(anna.memberId)).toBe(true)
  expect(await renewed(children[0]!)).toBe(false)
  expect(await renewed(children[1]!)).toBe(true)
})
