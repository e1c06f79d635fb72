import { beforeAll, beforeEach, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { buildClub, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { handleOf, membershipData, payInWindow, paymentRequest, prepare, visit } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

/** Whoever pays an order that somebody else began says whether their card is kept; nobody says it for them. */
let app: TestApp
let anna: Person
let superAdmin: Person
let club: Club
let prepared: string
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  superAdmin = await signedIn(app, 'super@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  await app.database.sql(
    `update orders set status = 'cancelled', reserved_until = null where status in ('open', 'declined')`,
  )
  club = await buildClub(app)
  await app.call(acting.impersonate, { memberId: anna.memberId }, { as: superAdmin.token })
  const data = membershipData([{ memberId: anna.memberId, season: club.season }], { autoRenewal: true })
  const { token } = await app.call(orders.prepare, { token: newToken(), membershipData: data }, like())
  prepared = token
})

/** As the super admin who acts as Anna. */
const like = () => ({ as: superAdmin.token, headers: { 'acting-for': anna.memberId } })

async function open(token: string, consent: object, as: { as: string } = { as: anna.token }): Promise<string> {
  const freepayauthtoken = await handleOf(app, anna, club.id)
  const agreed = { GdprAgreement: true }
  const input = { ...paymentRequest(app, token, club.season.total), ...agreed, ...consent, freepayauthtoken }
  return (await app.call(orders.openPaymentWindow, input, as)).paymentWindowLink
}
const own = async (token: string) => (await app.call(orders.state, { token }, { as: anna.token })).own
const unpaid = () => app.call(orders.unpaid, {}, { as: anna.token })
/** Whether the gateway was asked to keep the card of the payment. */
const keeps = async () =>
  (await app.database.sql(`select from saved_cards where org_id = $1 and deleted_at is null`, [club.id])).length > 0

test('an order begun by an administrator asks with an unticked box; the answer is sent with the window', async () => {
  expect(await own(prepared)).toMatchObject({ asksForRenewal: true, autoRenewal: false })
  expect(await unpaid()).toMatchObject([
    { token: prepared, asksForRenewal: true, autoRenewal: false, begunByOther: true },
  ])
  const link = await open(prepared, { AutoRenewal: true })
  expect(await own(prepared)).toMatchObject({ autoRenewal: true })
  await visit((await payInWindow(link, '0000'))!)
  await app.runJobs({ all: true })
  expect(await keeps()).toBe(true)
})

test('without an answer no card is saved', async () => {
  await visit((await payInWindow(await open(prepared, {}), '0000'))!)
  await app.runJobs({ all: true })
  expect(await own(prepared)).toMatchObject({ autoRenewal: false })
  expect(await keeps()).toBe(false)
})

test('a window is reused only with the same answer, which may change until it is paid', async () => {
  const without = await open(prepared, { AutoRenewal: false })
  expect(await open(prepared, {})).toBe(without)
  const withCard = await open(prepared, { AutoRenewal: true })
  expect(withCard).not.toBe(without)
  await open(prepared, { AutoRenewal: false })
  expect(await own(prepared)).toMatchObject({ autoRenewal: false })
})

test('an order begun by an administrator names them, and is paid by whoever agrees to it', async () => {
  const [admin] = await app.database.sql<{ name: string }>(
    `select trim(first_name || ' ' || last_name) as name from members where id = $1`,
    [superAdmin.memberId],
  )
  const agreed = async () =>
    (
      await app.database.sql<{ gdpr_agreement: boolean }>(
        'select gdpr_agreement from membership_terms where org_id = $1',
        [club.id],
      )
    )[0]?.gdpr_agreement
  expect(await unpaid()).toMatchObject([{ token: prepared, asksForConsent: true, begunBy: admin!.name }])
  expect(await agreed(), 'whatever the administrator ticked').toBe(false)
  expect(await codeOf(open(prepared, { GdprAgreement: false }))).toBe('consent_required')
  expect(await codeOf(open(prepared, { GdprAgreement: undefined }))).toBe('consent_required')
  const link = await open(prepared, { GdprAgreement: true })
  expect(await own(prepared)).toMatchObject({ asksForConsent: false })
  // Once said, it holds for another card.
  expect(await open(prepared, { GdprAgreement: undefined })).toBe(link)
  await visit((await payInWindow(link, '0000'))!)
  await app.runJobs({ all: true })
  expect(await agreed()).toBe(true)
})

test('an administrator need not tick a consent, a buyer must', async () => {
  await app.call(orders.cancel, { token: prepared }, { as: anna.token })
  const data = membershipData([{ memberId: anna.memberId, season: club.season }], { gdprAgreement: false })
  const prepareWith = (as: object) => app.call(orders.prepare, { token: newToken(), membershipData: data }, as)
  expect(await codeOf(prepareWith({ as: anna.token }))).toBe('consent_required')
  expect(await codeOf(prepareWith(like()))).toBe('ok')
})

test('an administrator who acts as the member cannot answer for them', async () => {
  expect(await codeOf(open(prepared, { AutoRenewal: true }, like()))).toBe('impersonator_refused')
  expect(await own(prepared)).toMatchObject({ autoRenewal: false })
})

test('an order begun by the buyer already has an answer', async () => {
  await app.call(orders.cancel, { token: prepared }, { as: anna.token })
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: club.season }])
  expect(await own(token)).toMatchObject({ asksForRenewal: false, autoRenewal: false })
  await open(token, { AutoRenewal: true })
  expect(await own(token)).toMatchObject({ autoRenewal: false })
})
