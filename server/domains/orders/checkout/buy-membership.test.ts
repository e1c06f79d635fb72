import { beforeAll, expect, test } from 'vitest'
import { memberships } from '#contract/memberships/memberships.ts'
import { orders } from '#contract/orders/orders.ts'
import { buildClub, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { buy, ledgerOf, mailsTo, openWindow, payInWindow, prepare, stateOf, visit } from '#server/testing/purchase.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})

test('a season is bought: paid, active, with receipt, mail and notification, each once', async () => {
  club = await buildClub(app)
  const token = await buy(app, anna, club)

  const { status, own } = await stateOf(app, anna, token)
  expect(status).toBe('paid')
  expect(own).toMatchObject({ total: { minor: 88_500, currency: 'DKK' }, can: { pay: false }, decline: null })
  const [line] = own!.lines
  expect(line!.parts).toMatchObject({ price: { minor: 70_000 }, vat: { minor: 17_500 }, surcharge: { minor: 1_000 } })

  const [membership] = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, { as: anna.token })
  expect(membership).toMatchObject({
    status: 'active',
    statusUntil: club.season.endDate,
    enabled: true,
    newStatus: 'active',
  })
  expect(membership!.memberships).toHaveLength(1)
  expect(membership!.memberships[0]).toMatchObject({
    id: line!.termId,
    status: 'active',
    hasReceipt: true,
    gdprAgreement: true,
  })

  await app.runJobs({ all: true })
  const mails = (await mailsTo(app, 'anna@example.com')).filter((mail) => mail.text.includes(line!.termId!))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ copies: 1, attachments: [{ contentType: 'application/pdf' }] })
  const bells = await app.database.sql<{ message: string; data: { termId: string } }>(
    'select * from notifications where receiver_id = $1 and type = $2',
    [anna.memberId, 'PAYMENT_RECEIVED'],
  )
  expect(bells).toHaveLength(1)
  // Its receipt is ready, and that is what it opens.
  expect(bells[0]!.message).toMatch(/Your receipt is ready/)
  const historyId = bells[0]!.data.termId
  expect(await app.call(orders.receipt, { historyId }, { as: anna.token })).toMatchObject({
    number: own!.receiptNumber,
  })

  const ledger = await ledgerOf(own!.number)
  expect(ledger.captures).toMatchObject([{ amount: 88_500, isSuccess: true }])
})

test('the receipt adds up and its PDF opens, for the buyer only', async () => {
  const [membership] = await app.call(memberships.list, { memberId: anna.memberId, orgId: club.id }, { as: anna.token })
  const historyId = membership!.memberships[0]!.id
  const receipt = await app.call(orders.receipt, { historyId }, { as: anna.token })
  expect(receipt).toMatchObject({ net: { minor: 71_000 }, vat: { minor: 17_500 }, total: { minor: 88_500 } })
  expect(receipt.billing.address).toBe('Havnevej 1, 4000 Roskilde, Denmark')
  const pdf = await app.call(orders.receiptPdf, { historyId, language: 'da' }, { as: anna.token })
  expect(Buffer.from(pdf.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.fileName).toBe(`Kvittering-for-medlemskab-${receipt.number}.pdf`)

  const bo = await signedIn(app, 'bo@example.com')
  await expect(app.call(orders.receipt, { historyId }, { as: bo.token })).rejects.toMatchObject({ code: 'not_found' })
  await expect(app.call(memberships.item, { membershipId: membership!.id }, { as: bo.token })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('receipt numbers of a club and year have no gap, also for simultaneous payments', async () => {
  const busy = await buildClub(app)
  const people = await Promise.all(['bo', 'carla', 'dan', 'erik'].map((name) => signedIn(app, `${name}@example.com`)))
  await Promise.all(people.map((person) => buy(app, person, busy)))
  const rows = await app.database.sql<{ number: number }>(
    'select number from receipts where org_id = $1 order by number',
    [busy.id],
  )
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4])
})

test.each([
  ['0001', '6'],
  ['0002', '7'],
  ['0003', '11'],
])('card …%s is declined with its reason, and the same order is paid by the next card', async (tail, reason) => {
  const shop = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
  const back = await payInWindow(await openWindow(app, anna, shop.season, token), tail)
  expect(await visit(back!)).toBe(`/membership/decline?izytoken=${token}`)
  const declined = await stateOf(app, anna, token)
  expect(declined).toMatchObject({
    status: 'declined',
    own: { decline: { gatewayreason: reason }, can: { pay: true } },
  })

  await visit((await payInWindow(await openWindow(app, anna, shop.season, token), '0000'))!)
  const paid = await stateOf(app, anna, token)
  expect(paid).toMatchObject({ status: 'paid', own: { id: declined.own!.id, decline: null } })
})

test.each([
  ['0010', 'the callback comes and the browser never returns', false],
  ['0011', 'the browser returns and no callback ever comes', true],
  ['0012', 'two callbacks come at once', true],
  ['0017', 'a forged decline follows', true],
])('card …%s: %s – paid once', async (tail, _, returns) => {
  const shop = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
  const back = await payInWindow(await openWindow(app, anna, shop.season, token), tail)
  expect(back !== null).toBe(returns)
  if (back) expect(await visit(back)).toBe(`/membership/confirm?izytoken=${token}`)

  await expect.poll(async () => (await stateOf(app, anna, token)).status).toBe('paid')
  const { own } = await stateOf(app, anna, token)
  expect(own!.lines).toHaveLength(1)
  const { captures } = await ledgerOf(own!.number)
  expect(captures).toMatchObject([{ amount: shop.season.total, isSuccess: true }])
})

test('card …0014: the first capture is refused, and the job captures with the next', async () => {
  const shop = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
  await visit((await payInWindow(await openWindow(app, anna, shop.season, token), '0014'))!)
  await app.runJobs({ all: true, mayFail: true })
  expect((await stateOf(app, anna, token)).status).toBe('paid')
})

test('card …0016: an authorisation of another amount pays nothing and is voided', async () => {
  const shop = await buildClub(app)
  const token = await prepare(app, anna, [{ memberId: anna.memberId, season: shop.season }])
  await visit((await payInWindow(await openWindow(app, anna, shop.season, token), '0016'))!)
  const { status, own } = await stateOf(app, anna, token)
  expect(status).toBe('declined')
  expect(own!.can.pay).toBe(true)
  const rows = await app.database.sql<{ status: string }>('select status from payments where org_id = $1', [shop.id])
  expect(rows).toEqual([{ status: 'voided' }])
  const active = await app.database.sql(`select id from membership_terms where org_id = $1 and status = 'active'`, [
    shop.id,
  ])
  expect(active).toEqual([])
})

test('a club in test mode: paid without a capture call, receipt and mail say that it is a test', async () => {
  const choir = await buildClub(app, { testMode: true })
  const token = await buy(app, anna, choir)
  const { status, own } = await stateOf(app, anna, token)
  expect(status).toBe('paid')
  expect(own).toMatchObject({ testMode: true, receiptNumber: expect.stringMatching(/^TEST-/) })
  const taken = await app.database.sql(
    `select id from status_changes where to_status = 'capturing' and thing_id in (select id from payments where org_id = $1)`,
    [choir.id],
  )
  expect(taken).toEqual([])
})

test('joining and renewing are distinguished', async () => {
  const joined = await buildClub(app)
  const first = await buy(app, anna, joined)
  const year = Number(joined.season.endDate.slice(0, 4)) + 1
  const next = await buildSeason(app, joined, { startDate: `${year}-01-01`, endDate: `${year}-12-31` })
  const again = await buy(app, anna, joined, next)
  const renewed = (await stateOf(app, anna, again)).own!
  expect([renewed.joining, renewed.lines.map(({ renews }) => renews)]).toEqual([[], [true]])
  const receipt = await app.call(orders.receipt, { historyId: renewed.lines[0]!.termId! }, { as: anna.token })
  expect(receipt.lines[0]!.renews).toBe(true)
  // Also when it is looked at once more after the renewal.
  expect((await stateOf(app, anna, first)).own!.joining).toEqual(['Anna Holm'])
})

test('after a trial one joins, and does not renew', async () => {
  const tried = await buildClub(app)
  await app.database.sql('update membership_configurations set is_trial = true where id = $1', [tried.season.id])
  const bo = await signedIn(app, 'bo@example.com')
  await buy(app, bo, tried)
  const year = Number(tried.season.endDate.slice(0, 4)) + 1
  const next = await buildSeason(app, tried, { startDate: `${year}-01-01`, endDate: `${year}-12-31` })
  const [held] = await app.call(memberships.list, { memberId: bo.memberId, orgId: tried.id }, { as: bo.token })
  expect(held!.nextSeason).toMatchObject({ membershipConfId: next.id, joins: true })
  const own = (await stateOf(app, bo, await buy(app, bo, tried, next))).own!
  expect([own.joining, own.lines.map(({ renews }) => renews)]).toEqual([['Bo Holm'], [false]])
})

test('a free membership is confirmed without payment and receipt', async () => {
  const free = await buildClub(app)
  const season = await buildSeason(app, free, { name: 'Friends', price: 0, vatRate: 0, surcharge: 0 })
  await prepare(app, anna, [{ memberId: anna.memberId, season }])
  const bells = await app.database.sql<{ title: string; message: string; data: object }>(
    `select * from notifications where receiver_id = $1 and data->>'orgId' = $2`,
    [anna.memberId, free.id],
  )
  expect(bells).toHaveLength(1)
  expect(bells[0]).toMatchObject({ title: 'Membership registered' })
  expect(bells[0]!.message).not.toMatch(/payment|receipt|DKK/)
  expect(bells[0]!.data).not.toHaveProperty('termId')
})
