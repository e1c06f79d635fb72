import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
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

const page = (query: { search?: string; before?: string } = {}, orgId = club.id) =>
  app.call(orders.ofClub, { orgId, ...query }, { as: admin.token })
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
    number: own.number,
    status: 'paid',
    buyer: { name: 'Anna Holm', email: 'anna@example.com' },
    testMode: false,
    total: own.total,
    createdAt: own.createdAt,
    paidAt: own.paidAt,
    receiptNumber: own.receiptNumber,
    lines: own.lines,
    endedLines: [],
    givenBack: [],
    can: { refund: true },
  })

  const [bos, annas] = listed.map(({ id }) => id)
  expect(await found('ALMA')).toEqual([annas])
  expect(await found(own.number.slice(3, 12).toLowerCase())).toContain(annas)
  expect(await found(own.receiptNumber!)).toEqual([annas])
  expect(await found('anna@EXAMPLE')).toEqual([bos, annas])
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
  let before: string | undefined
  const pages: number[] = []
  do {
    const { orders: listed, next } = await page(before ? { before } : {})
    seen.push(...listed.map(({ id }) => id))
    pages.push(listed.length)
    before = next ?? undefined
  } while (before)
  const paid = await app.database.sql(`select id from orders where org_id = $1 and status = 'paid'`, [club.id])
  expect(pages).toEqual([50, 22])
  expect(seen).toEqual(seen.toSorted().toReversed())
  expect(new Set(seen)).toEqual(new Set(paid.map(({ id }) => id)))
  // Nothing was paid for these, so there is nothing to give back.
  expect((await page()).orders.filter(({ can }) => can.refund)).toEqual([])

  const few = await countQueries(() => page({ search: 'Alma' }))
  const many = await countQueries(() => page())
  expect(many).toBe(few)
  expect(await codeOf(page({ before: newId(), search: newToken() }))).toBe('ok')
})
