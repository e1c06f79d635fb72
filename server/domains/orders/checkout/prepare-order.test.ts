import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, buildSeason, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { buy, membershipData, prepare, stateOf, type Line } from '#server/testing/purchase.ts'
import { billing, selected } from '#server/testing/selection.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
})
beforeEach(async () => {
  club = await buildClub(app)
  await app.database.sql('delete from rate_windows')
})

const own = (): Line => ({ memberId: anna.memberId, season: club.season })
const send = (data: string, token = newToken()) =>
  app.call(orders.prepare, { token, membershipData: data }, { as: anna.token })
const written = async () => (await app.database.sql('select id from orders where org_id = $1', [club.id])).length

test('amounts, states and discounts in the selection are not read', async () => {
  const lines = [
    { memberId: anna.memberId, orgId: club.id, membershipConfId: club.season.id, price: 1, amount: -1, status: 'paid' },
  ]
  const { token } = await send(membershipData([], { lines, total: 0, Amount: 1, testMode: true, status: 'paid' }))
  const { status, own: order } = await stateOf(app, anna, token)
  expect(status).toBe('open')
  expect(order).toMatchObject({ total: { minor: club.season.total }, testMode: false })
})

test.each([
  ["somebody else's member", () => ({ lines: [{ ...own(), memberId: bo.memberId }] }), 'not_found'],
  ['a member that is none', () => ({ lines: [{ ...own(), memberId: newId() }] }), 'not_found'],
  [
    'a configuration that is none',
    () => ({ lines: [{ ...own(), season: { ...club.season, id: newId() } }] }),
    'configuration_not_found',
  ],
  [
    'an organisation that is none',
    () => ({ lines: [{ ...own(), season: { ...club.season, orgId: newId() } }] }),
    'organisation_not_found',
  ],
])('%s: refused, nothing created', async (_, wrong, code) => {
  await expect(send(membershipData(wrong().lines))).rejects.toMatchObject({ code })
  expect(await written()).toBe(0)
})

test('only a free order needs no address', async () => {
  const contact = { billing: { name: 'Anna Holm', email: 'anna@example.com', phone: '' } }
  await expect(send(membershipData([own()], contact))).rejects.toMatchObject({ code: 'address_incomplete' })
  expect(await written()).toBe(0)
  const season = await buildSeason(app, club, { price: 0, surcharge: 0 })
  const { token } = await send(membershipData([{ ...own(), season }], contact))
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid' })
})

test('only a free order needs no e-mail, and then no mail is sent', async () => {
  const contact = { billing: { name: 'Anna Holm', email: '', phone: '' } }
  await expect(send(membershipData([own()], contact))).rejects.toMatchObject({ code: 'address_incomplete' })
  const season = await buildSeason(app, club, { price: 0, surcharge: 0 })
  const { token } = await send(membershipData([{ ...own(), season }], contact))
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid' })
  await app.runJobs()
  const mails = await app.database.sql(
    `select status from messages where template = 'order-paid' order by id desc limit 1`,
  )
  expect(mails).toEqual([{ status: 'unwanted' }])
})

test('the empty choice cannot be bought', async () => {
  for (const name of ['Select Membership', '  Select Membership ']) {
    const season = await buildSeason(app, club, { name, price: 0, surcharge: 0 })
    const answer = send(membershipData([{ ...own(), season }]))
    await expect(answer, name).rejects.toMatchObject({ code: 'configuration_not_found' })
  }
  expect(await written()).toBe(0)
})

test('one season twice for one person is refused, combinable or not', async () => {
  const boat = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  for (const season of [club.season, boat]) {
    const line = { ...own(), season }
    await expect(send(membershipData([line, line]))).rejects.toMatchObject({ code: 'term_already_held' })
  }
  expect(await written()).toBe(0)
  const child = await buildParticipant(app, anna, 'Ida')
  await prepare(app, anna, [own(), { ...own(), season: boat }, { ...own(), memberId: child }])
  expect(await written()).toBe(1)
})

test("another club's configuration is not sold under this club", async () => {
  const other = await buildClub(app)
  const lines = [{ memberId: anna.memberId, orgId: club.id, membershipConfId: other.season.id }]
  await expect(send(membershipData([], { lines }))).rejects.toMatchObject({ code: 'configuration_not_found' })
})

test('a season that is not on sale says when it is', async () => {
  const early = await buildSeason(app, club, {
    offerStartDate: '2099-01-01',
    startDate: '2099-02-01',
    endDate: '2099-12-31',
  })
  const late = await buildSeason(app, club, {
    startDate: '2020-01-01',
    endDate: '2020-12-31',
    offerStartDate: '2019-11-01',
  })
  await expect(send(membershipData([{ ...own(), season: early }]))).rejects.toMatchObject({
    code: 'configuration_not_on_sale',
    body: { data: { sale: 'not_yet', offerStartDate: '2099-01-01' } },
  })
  await expect(send(membershipData([{ ...own(), season: late }]))).rejects.toMatchObject({
    body: { data: { sale: 'ended' } },
  })
  expect(await written()).toBe(0)
})

test('a disabled configuration and a closed club are not for sale', async () => {
  const hidden = await buildSeason(app, club, { enabled: false })
  await expect(send(membershipData([{ ...own(), season: hidden }]))).rejects.toMatchObject({
    code: 'configuration_not_found',
  })
  const closed = await buildClub(app, { enabled: false })
  await expect(send(membershipData([{ ...own(), season: closed.season }]))).rejects.toMatchObject({
    code: 'organisation_not_found',
  })
})

test('a repeated client token returns its order, in parallel too; with another selection it is refused', async () => {
  const token = newToken()
  const data = membershipData([own()])
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(data, token)))
  expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
  expect(await written()).toBe(1)
  await expect(send(membershipData([own()], { coupon: 'X' }), token)).rejects.toMatchObject({ code: 'token_reused' })
})

test('a repeated token finds its order with any unpriced change, but not with another answer about the card', async () => {
  const token = newToken()
  const first = await send(membershipData([own()]), token)
  const lines = [{ ...selected(own()), answers: { diet: 'vegan' } }]
  const elsewhere = membershipData([], { lines, billing: { ...billing, addressLine1: 'Nygade 7' } })
  expect(await send(elsewhere, token)).toEqual(first)
  expect(await written()).toBe(1)
  const agreed = membershipData([own()], { autoRenewal: true })
  await expect(send(agreed, token)).rejects.toMatchObject({ code: 'token_reused' })
})

test('an order of the previous version is found by its whole selection', async () => {
  const token = newToken()
  const data = membershipData([own()])
  const first = await send(data, token)
  await app.database.sql('update orders set lines_hash = null where org_id = $1', [club.id])
  expect(await send(data, token)).toEqual(first)
  const elsewhere = membershipData([own()], { billing: { ...billing, addressLine1: 'Nygade 7' } })
  await expect(send(elsewhere, token)).rejects.toMatchObject({ code: 'token_reused' })
})

test('a paid season cannot be bought again, nor one that shares a day with it, unless combinable', async () => {
  await buy(app, anna, club)
  const overlapping = await buildSeason(app, club, { name: 'Half year' })
  const besides = await buildSeason(app, club, { name: 'Boat place', combinable: true })
  for (const season of [club.season, overlapping]) {
    await expect(send(membershipData([{ ...own(), season }]))).rejects.toMatchObject({
      code: 'term_already_held',
      body: { data: { paid: true, name: 'Anna Holm' } },
    })
  }
  await expect(send(membershipData([{ ...own(), season: besides }]))).resolves.toBeDefined()
})

test('two tabs with different selections at the same moment leave one held term', async () => {
  const overlapping = await buildSeason(app, club, { name: 'Other' })
  // A membership of earlier years: only its lock keeps the two apart.
  await app.database.sql('insert into memberships (id, org_id, member_id) values ($1, $2, $3)', [
    newId(),
    club.id,
    anna.memberId,
  ])
  const outcomes = await readBeforeWriting(app, 'membership_terms', () =>
    Promise.allSettled([club.season, overlapping].map((season) => send(membershipData([{ ...own(), season }])))),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const live = await app.database.sql(`select id from membership_terms where org_id = $1 and status = 'held'`, [
    club.id,
  ])
  expect(live).toHaveLength(1)
})

test('one person twice in one order is refused', async () => {
  await expect(send(membershipData([own(), own()]))).rejects.toMatchObject({ code: 'term_already_held' })
  expect(await written()).toBe(0)
})

test('a combinable season is still bought once by each person', async () => {
  const boat = { ...own(), season: await buildSeason(app, club, { name: 'Boat place', combinable: true }) }
  await expect(send(membershipData([boat, boat]))).rejects.toMatchObject({ code: 'term_already_held' })
  await buy(app, anna, club, boat.season)
  await expect(send(membershipData([boat]))).rejects.toMatchObject({ code: 'term_already_held' })
})

test('ids are accepted in upper case', async () => {
  const upper = {
    memberId: anna.memberId.toUpperCase(),
    orgId: club.id.toUpperCase(),
    membershipConfId: club.season.id.toUpperCase(),
  }
  await expect(send(membershipData([], { lines: [upper] }))).resolves.toBeDefined()
})

test('a new selection replaces the unpaid order', async () => {
  const other = await buildSeason(app, club, { name: 'Junior', price: 100 })
  const first = await prepare(app, anna, [own()])
  const second = await prepare(app, anna, [{ ...own(), season: other }])
  expect((await stateOf(app, anna, first)).status).toBe('cancelled')
  expect((await stateOf(app, anna, second)).status).toBe('open')
})

test('a season that costs nothing is paid at once, without receipt', async () => {
  const free = await buildSeason(app, club, { price: 0, surcharge: 0 })
  const token = await prepare(app, anna, [{ ...own(), season: free }])
  expect(await stateOf(app, anna, token)).toMatchObject({ status: 'paid', own: { receiptNumber: null } })
})

test('with the token others see only whether it is paid; with an unknown token nothing', async () => {
  const token = await prepare(app, anna, [own()])
  expect(await app.call(orders.state, { token })).toEqual({ status: 'open', confirming: false, own: null })
  expect(await stateOf(app, bo, token)).toEqual({ status: 'open', confirming: false, own: null })
  await expect(stateOf(app, bo, newToken())).rejects.toMatchObject({ code: 'order_not_found' })
})

test('round trips do not grow with the lines of an order', async () => {
  const people = [anna.memberId]
  for (let child = 1; child < 8; child++) people.push(await buildParticipant(app, anna, `Child ${child}`))
  const counted = async (memberIds: readonly string[]) => {
    const { season } = await buildClub(app)
    return countQueries(() =>
      prepare(
        app,
        anna,
        memberIds.map((memberId) => ({ memberId, season })),
      ),
    )
  }
  // Purchases for somebody else are written to the audit log, too.
  const one = await counted([people[1]!])
  expect(await counted(people)).toBe(one)
  expect(one).toBeLessThanOrEqual(22)
})
