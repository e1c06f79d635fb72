import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { messages } from '#contract/notifications/messages.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { newToken } from '../database/new-id.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  linkedTo,
  signedIn,
  wantsWhatsapp,
  type Club,
  type Person,
} from '../testing/builders.ts'
import { handleOf, ledgerOf, mailsTo, membershipData, openWindow, payInWindow, stateOf } from '../testing/purchase.ts'
import { billing } from '../testing/selection.ts'
import { browser, by, none, paymentOf, proceed, writeSteps, type Steps } from '../testing/purchases/step-by-step.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await createTestApp({ WHATSAPP_URL: inject('simulators').whatsappUrl, WHATSAPP_TOKEN: 'a-token' })
  anna = await wantsWhatsapp(app, await signedIn(app, 'anna@example.com'))
  bo = await wantsWhatsapp(app, await signedIn(app, 'bo@example.com'))
  await linkedTo(app, anna, bo)
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})
afterAll(() => app.close())

/** Makes the wire's last calls: settles, writes what the client believes, and asks for the messages. */
async function finish(buyer: Person, memberId: string, steps: Steps, authorizationIdentifier: string) {
  const { historyId, paymentId: membershipHistoryPaymentId } = steps
  const captured = await app.call(
    orders.capture,
    {
      authorizationIdentifier,
      membershipHistoryPaymentId,
      amount: club.season.total,
      quantity: 1,
      savedCardIdentifier: none,
      paymentIdentifier: none,
      freepayauthtoken: await handleOf(app, buyer, club.id),
    },
    by(buyer),
  )
  const claims = { paymentStatus: 'paid', status: 'active', enabled: true, totalPaid: 1 }
  const put = await app.call(
    memberships.updatePayment,
    { historyId, id: membershipHistoryPaymentId, ...claims },
    by(buyer),
  )
  await app.call(memberships.updateItem, { memberId, id: steps.membershipId, orgId: club.id, ...claims }, by(buyer))
  const year = Number(club.season.startDate.slice(0, 4))
  await app.call(messages.orderPaidMail, { memberId, templateId: '6', ORG: club.key, YEAR: year }, by(buyer))
  await app.call(messages.orderPaidWhatsapp, { memberId, templateId: '4', '2': club.key, '3': `${year}` }, by(buyer))
  const [status] = await app.call(memberships.calculateStatus, { memberIds: [memberId] }, by(buyer))
  return { captured, put, status }
}

/** Every row that a buyer's purchase left, without names that differ by nature. */
async function rowsOf(buyer: Person) {
  const about = [club.id, buyer.memberId]
  const [order] = await app.database.sql(
    `select status, total::int, currency, test_mode, billing, language, init_device, completion_device, reserved_until,
       hold_extensions, paid_at is not null as paid from orders where org_id = $1 and buyer_id = $2`,
    about,
  )
  const [line] = await app.database.sql(
    `select position, kind, title, configuration_id, start_date, end_date, price::int, vat_rate, vat::int, surcharge::int,
       l.total::int, refunded::int, membership_id is not null and term_id is not null as whole
     from order_lines l join orders o on o.id = l.order_id where org_id = $1 and buyer_id = $2`,
    about,
  )
  const [payment] = await app.database.sql(
    `select p.status, amount::int, p.currency, p.test_mode, captured_at is not null as captured
     from payments p join orders o on o.id = p.order_id where o.org_id = $1 and buyer_id = $2`,
    about,
  )
  const [membership] = await app.database.sql(
    `select enabled, auto_renewal, old_status, new_status, saved_card_identifier
     from memberships where org_id = $1 and member_id = $2`,
    about,
  )
  const terms = await app.database.sql(
    `select status, configuration_id, membership_for, start_date, end_date, gdpr_agreement, reserved_until
     from membership_terms where org_id = $1 and member_id = $2`,
    about,
  )
  const bells = await app.database.sql(
    `select template, channel, status from messages where member_id = $1 and data->>'orderId' in
       (select id::text from orders where org_id = $2) order by 1, 2`,
    [buyer.memberId, club.id],
  )
  const changes = await app.database.sql(
    `select thing, from_status, to_status, cause from status_changes s where thing_id in (
       select o.id from orders o where org_id = $1 and buyer_id = $2
       union select p.id from payments p join orders o on o.id = p.order_id where o.org_id = $1 and buyer_id = $2
       union select id from membership_terms where org_id = $1 and member_id = $2) order by s.id`,
    about,
  )
  const receipts = await app.database.sql(
    'select r.year, r.test_mode from receipts r join orders o on o.id = r.order_id where o.org_id = $1 and buyer_id = $2',
    about,
  )
  return { order, line, payment, membership, terms, told: bells, changes, receipts }
}

test('a client that works step by step gets the same result as the app, with correct states at every step', async () => {
  const all = await app.call(organisations.list, {}, by(anna))
  expect(all.map(({ id }) => id)).toContain(club.id)
  const [offer] = await app.call(
    organisations.membershipConfigurations,
    { id: club.id, memberIds: `${anna.memberId},${bo.memberId}` },
    by(anna),
  )
  expect(offer).toMatchObject({ id: club.season.id, sale: 'on_sale', closedFor: [] })

  const steps = await writeSteps(app, anna, anna.memberId, club.season)
  const before = await app.call(memberships.item, { membershipId: steps.membershipId }, by(anna))
  expect(before).toMatchObject({ enabled: false, status: 'inactive', autoRenewal: false, overallStartDate: null })
  expect(before.referenceKey).toBe(steps.referenceKey)
  expect(before.memberships).toMatchObject([
    {
      id: steps.historyId,
      membershipConfId: club.season.id,
      membershipFor: Number(club.season.startDate.slice(0, 4)),
      status: 'inactive',
      enabled: false,
      gdprAgreement: false,
      referenceKey: steps.referenceKey,
      wpEntryId: null,
      wpFormId: null,
    },
  ])
  expect(await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, by(anna))).toEqual([])
  expect(await paymentOf(app, anna, steps)).toMatchObject({
    id: steps.paymentId,
    membershipHistoryId: steps.historyId,
    billingName: 'Anna Holm',
    billingAddress: 'Havnevej 1, Roskilde, 4000, Denmark',
    paymentStatus: 'init_mem',
    gdprAgreement: '',
    paymentMethod: 'freepay',
    payInitDevice: 'Chrome, mobile, Android',
    totalMembershipFee: `${club.season.total / 100} DKK`,
    paymentTotal: club.season.total / 100,
    totalPaid: 0,
    referenceKey: steps.referenceKey,
  })

  const { token, link } = await proceed(app, anna, [anna.memberId], club)
  const { own } = await stateOf(app, anna, token)
  expect(own!.lines).toMatchObject([{ id: steps.paymentId, termId: steps.historyId, membershipId: steps.membershipId }])
  expect(await paymentOf(app, anna, steps)).toMatchObject({
    paymentStatus: 'init_mem',
    paymentMethod: 'freepay',
    referenceKey: steps.referenceKey,
  })

  const back = new URL((await payInWindow(link, '0011'))!)
  const authorizationIdentifier = back.searchParams.get('authorizationIdentifier')!
  const { captured, put, status } = await finish(anna, anna.memberId, steps, authorizationIdentifier)
  expect(captured).toEqual({ status: 'paid' })
  expect(status).toEqual({ memberId: anna.memberId, orgId: club.id, status: 'active' })
  const paid = await paymentOf(app, anna, steps)
  expect(paid).toEqual(put)
  expect(paid).toMatchObject({
    billingName: billing.name,
    billingAddress: 'Havnevej 1, 4000 Roskilde, Denmark',
    billingEmail: billing.email,
    billingPhone: billing.phone,
    totalMembers: 1,
    gdprAgreement: 'Agreed',
    paymentMethod: 'freepay',
    paymentStatus: 'paid',
    paySystem: 'member_web',
    payInitDevice: 'Chrome, mobile, Android',
    payCompDevice: 'Chrome, mobile, Android',
    paymentType: 'card',
    totalPaid: club.season.total / 100,
    authorizationIdentifier,
    gatewayreason: null,
  })
  const [membership] = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, by(anna))
  expect(membership).toMatchObject({
    id: steps.membershipId,
    enabled: true,
    status: 'active',
    autoRenewal: false,
    oldStatus: 'inactive',
    newStatus: 'active',
    overallStartDate: club.season.startDate,
    overallEndDate: club.season.endDate,
    referenceKey: steps.referenceKey,
    memberships: [
      {
        id: steps.historyId,
        referenceKey: steps.referenceKey,
        enabled: true,
        status: 'active',
        gdprAgreement: true,
        hasReceipt: true,
      },
    ],
  })

  // A purchase by the screens.
  const options = {
    token: newToken(),
    membershipData: membershipData([{ memberId: bo.memberId, season: club.season }]),
  }
  const screens = await app.call(orders.prepare, options, by(bo))
  const window = await openWindow(app, bo, club.season, screens.token)
  const returned = (await payInWindow(window, '0011'))!
  await fetch(returned, { redirect: 'manual', headers: browser })
  await app.runJobs({ all: true })
  expect(await rowsOf(anna)).toEqual(await rowsOf(bo))
  expect((await ledgerOf(own!.number)).captures).toMatchObject([{ amount: club.season.total, isSuccess: true }])
  expect(await app.database.sql('select 1 from term_drafts where drafted_by = $1', [anna.memberId])).toEqual([])
  // One for each of the two orders, which she pays according to both.
  const mails = (await mailsTo(app, billing.email)).filter(({ subject }) => subject.includes(club.key))
  expect(mails.map(({ copies }) => copies)).toEqual([1, 1])
})

test('several people in one order, some with drafts of their own and one without', async () => {
  const [ida, emil] = [await buildParticipant(app, anna, 'Ida'), await buildParticipant(app, anna, 'Emil')]
  const mine = await writeSteps(app, anna, anna.memberId, club.season)
  const hers = await writeSteps(app, anna, ida, club.season)
  // Drafts of another season, and of the family's other buyer, stay what they are.
  const boat = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  const later = await writeSteps(app, anna, ida, boat)
  const bos = await writeSteps(app, bo, ida, club.season)
  expect(bos.membershipId).toBe(hers.membershipId)
  expect(bos.historyId).not.toBe(hers.historyId)

  const { token } = await proceed(app, anna, [anna.memberId, ida, emil], club)
  const { lines } = (await stateOf(app, anna, token)).own!
  expect(lines.map(({ id, termId }) => [id, termId])).toEqual([
    [mine.paymentId, mine.historyId],
    [hers.paymentId, hers.historyId],
    [expect.any(String), expect.any(String)],
  ])
  expect(await paymentOf(app, anna, hers)).toMatchObject({
    totalMembers: 3,
    totalMembershipFee: `${(3 * club.season.total) / 100} DKK`,
    paymentTotal: club.season.total / 100,
  })
  const drafts = await app.database.sql<{ id: string }>('select id from term_drafts order by id')
  expect(drafts.map(({ id }) => id)).toEqual([later.historyId, bos.historyId])
  // Whoever acts for the same person meets the reservation of the other.
  await expect(writeSteps(app, bo, ida, club.season)).rejects.toMatchObject({ code: 'term_already_held' })
})
