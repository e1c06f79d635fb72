import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, buildParticipant, signedIn, type Club, type Person } from '#server/testing/builders.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { buyFor } from '#server/testing/purchases/line-refunds.ts'
import { buy, prepare, stateOf } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
let bo: Person
let admin: Person
let alma: string
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  admin = await signedIn(app, 'admin@roklub.example')
  alma = await buildParticipant(app, anna, 'Alma')
  club = await buildClub(app, { key: 'ROKLUB' })
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const page = (
  query: { search?: string; after?: string; filter?: string; sort?: 'paid' | '-amount' } = {},
  orgId = club.id,
) => app.call(orders.ofClub, { orgId, ...query }, { as: admin.token })
const found = async (search: string) => (await page({ search })).orders.map(({ id }) => id)

test("a club's office finds its own paid orders only", async () => {
  const first = await buyFor(app, anna, [anna.memberId, alma], club.season)
  const own = (await stateOf(app, anna, first)).own!
  await buy(app, bo, club)
  const carla = await signedIn(app, 'carla@example.com')
  await prepare(app, carla, [{ memberId: carla.memberId, season: club.season }])
  const elsewhere = await buildClub(app)
  await buy(app, anna, elsewhere)

  const { orders: listed, next } = await page()
  expect(next).toBeNull()
  expect(listed).toHaveLength(2)
  expect(listed[1]).toEqual({
    id: own.id,
    byHand: null,
    number: own.number,
    status: 'paid',
    buyer: { name: 'Anna Holm', email: 'anna@example.com' },
    testMode: false,
    total: own.total,
    createdAt: own.createdAt,
    paidAt: own.paidAt,
    receiptNumber: own.receiptNumber,
    // Only members' pages say what is in Danish, and whether it renews.
    lines: own.lines.map(({ danish: _danish, renews: _renews, ...line }) => line),
    endedLines: [],
    givenBack: [],
    refundDelayed: false,
    can: { refund: true },
  })

  const [, annas] = listed.map(({ id }) => id)
  expect(await found('ALMA')).toEqual([annas])
  expect(await found(own.number.slice(3, 12).toLowerCase())).toContain(annas)
  expect(await found(own.receiptNumber!)).toEqual([annas])
  // From its year on, by its number alone, and with a name; of another year and as a test there is none.
  const [year, number] = own.receiptNumber!.split('-') as [string, string]
  for (const part of [number, `${year}-${number.slice(0, 3)}`]) expect(await found(part), part).toContain(annas)
  expect(await found(`alma ${year}-${number}`)).toEqual([annas])
  for (const part of [`${Number(year) - 1}-${number}`, `test-${year}-${number}`])
    expect(await found(part), part).toEqual([])
  // By its amount, alone or with a name.
  const kroner = `${Math.floor(own.total.minor / 100)},${String(own.total.minor % 100).padStart(2, '0')}`
  expect(await found(`${kroner} kr.`)).toContain(annas)
  expect(await found(`alma ${kroner}`)).toEqual([annas])
  // By whose it is, not by the address that was typed for its receipt.
  expect(await found('anna@EXAMPLE')).toEqual([annas])
  // Signs of a pattern are letters like others.
  for (const nobody of ['%', '_', '\\', "' or true --"]) expect(await found(nobody)).toEqual([])
  expect(await codeOf(page({}, elsewhere.id))).toBe('forbidden')
})

test('the list is paged, each order once, with as many queries for fifty as for one', async () => {
  await app.database.sql(
    `insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash,
       total, test_mode, billing, language, paid_at, created_at)
     select given.id, org_id, buyer_id, number, 'paid', given.id::text, '', given.id::text, '', 0, false, billing, language, now(), now()
     from unnest($1::uuid[]) as given(id), (select * from orders where org_id = $2 limit 1) orders`,
    [Array.from({ length: 70 }, () => newId()), club.id],
  )
  const seen: string[] = []
  let after: string | undefined
  const pages: number[] = []
  do {
    const { orders: listed, next } = await page(after ? { after } : {})
    seen.push(...listed.map(({ id }) => id))
    pages.push(listed.length)
    after = next ?? undefined
  } while (after)
  const paid = await app.database.sql(`select id from orders where org_id = $1 and status = 'paid'`, [club.id])
  expect(pages).toEqual([50, 22])
  expect(seen).toEqual(seen.toSorted().toReversed())
  expect(new Set(seen)).toEqual(new Set(paid.map(({ id }) => id)))
  // Nothing was paid for these, so there is nothing to refund.
  expect((await page()).orders.filter(({ can }) => can.refund)).toEqual([])

  const few = await countQueries(() => page({ search: 'Alma' }))
  const many = await countQueries(() => page())
  expect(many).toBe(few)
  expect(await codeOf(page({ after: newToken(), search: newToken() }))).toBe('ok')
})

test('the sums are of all that match, without what was bought in test mode', async () => {
  const choir = await buildClub(app)
  await app.database.sql(
    `insert into orders (id, org_id, buyer_id, number, status, token_hash, token_encrypted, client_token_hash, selection_hash,
       total, currency, test_mode, billing, language, paid_at, created_at)
     select portal_new_id(), $1, $2, 'SUM-' || n, case when n = 3 then 'refunded' else 'paid' end, 'sum' || n, '', 'sum' || n, '', n * 10000, 'DKK', n = 4,
       json_build_object('name', 'Buyer ' || n, 'email', n || '@sum.example'), 'da', timestamptz '2026-03-01 22:30:00+00' + make_interval(hours => n), now()
     from generate_series(1, 4) n`,
    [choir.id, anna.memberId],
  )
  const [membership, term] = [newId(), newId()]
  await app.database.sql('insert into memberships (id, org_id, member_id, enabled) values ($1, $2, $3, true)', [
    membership,
    choir.id,
    anna.memberId,
  ])
  await app.database.sql(
    `insert into membership_terms (id, membership_id, org_id, member_id, configuration_id, membership_for, start_date, end_date, status)
     values ($1, $2, $3, $4, $5, 2026, '2026-01-01', '2026-12-31', 'cancelled')`,
    [term, membership, choir.id, anna.memberId, choir.season.id],
  )
  await app.database.sql(
    `insert into order_lines (id, order_id, position, kind, member_id, member_name, title, configuration_id, membership_id, term_id,
       start_date, end_date, price, vat_rate, vat, surcharge, total, refunded)
     select portal_new_id(), id, 0, 'membership', buyer_id, 'Anna', 'Season', $2, $3, $4, '2026-01-01', '2026-12-31', total, 0, 0, 0, total, total
     from orders where org_id = $1 and status = 'refunded'`,
    [choir.id, choir.season.id, membership, term],
  )
  await app.database.sql(
    `insert into office_grants (id, org_id, member_id, roles, granted_by) values ($1, $2, $3, '{treasurer}', $3)`,
    [newId(), choir.id, admin.memberId],
  )
  const money = (minor: number) => ({ minor, currency: 'DKK' })
  const numbers = ({ orders: listed }: Awaited<ReturnType<typeof page>>) => listed.map(({ number }) => number)
  const all = await page({}, choir.id)
  expect(all).toMatchObject({ total: 4, sums: [{ paid: money(60_000), refunded: money(30_000) }] })
  expect(numbers(all)).toEqual(['SUM-4', 'SUM-3', 'SUM-2', 'SUM-1'])
  expect(numbers(await page({ sort: 'paid' }, choir.id))).toEqual(['SUM-1', 'SUM-2', 'SUM-3', 'SUM-4'])
  expect(numbers(await page({ sort: '-amount' }, choir.id))).toEqual(['SUM-4', 'SUM-3', 'SUM-2', 'SUM-1'])
  const filtered = async (filter: unknown) => page({ filter: JSON.stringify(filter) }, choir.id)
  // 22:30 and 23:30 UTC are before and after midnight in Copenhagen.
  expect(numbers(await filtered({ field: 'paid', op: 'below', value: '2026-03-02' }))).toEqual([])
  const refunded = await filtered({ field: 'status', op: 'any_of', values: ['refunded'] })
  expect(refunded).toMatchObject({ total: 1, sums: [{ paid: money(30_000), refunded: money(30_000) }] })
  const searched = await page({ search: '300,00' }, choir.id)
  expect(searched).toMatchObject({ total: 1, sums: [{ paid: money(30_000), refunded: money(30_000) }] })
  expect(numbers(await filtered({ field: 'mode', op: 'any_of', values: ['test'] }))).toEqual(['SUM-4'])
  expect((await filtered({ field: 'mode', op: 'any_of', values: ['test'] })).sums).toEqual([])
  expect(numbers(await filtered({ field: 'amount', op: 'between', from: 15_000, to: 30_000 }))).toEqual([
    'SUM-3',
    'SUM-2',
  ])
  expect(numbers(await filtered({ not: { field: 'kind', op: 'any_of', values: ['event'] } }))).toHaveLength(4)
})
