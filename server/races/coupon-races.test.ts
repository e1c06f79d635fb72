import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { coupons } from '#contract/events/coupons.ts'
import { officeCoupons } from '#contract/events/office-coupons.ts'
import { newId, newToken } from '../database/new-id.ts'
import { askAgain } from '../testing/ask-again.ts'
import { brokenInvariants } from '../testing/invariants/broken-invariants.ts'
import { buildClub, type Club, type Person } from '../testing/builders.ts'
import { buildCoupon } from '../testing/builders/coupon-builders.ts'
import { prepareWith, usedOf, usesOf } from '../testing/purchases/coupon-purchase.ts'
import { buildEvent, type BuiltEvent } from '../testing/builders/event-builders.ts'
import { inTurn } from '../testing/lock-waits.ts'
import { openWindow, payInWindow, stateOf, visit } from '../testing/purchase.ts'
import { codeOf, createTestApp, type TestApp } from '../testing/test-app.ts'
import { startIssuer, type TokenIssuer } from '../testing/outside/token-issuer.ts'
import { withoutLocks } from '../testing/without-locks.ts'

type Buyer = Person & { readonly ip: string }

let issuer: TokenIssuer
let app: TestApp
let club: Club
/** Several, so that nothing but the coupon is what they all wait for. */
let events: BuiltEvent[]
/** 200 at night. */
const CROWD = inject('nightly') ? 200 : 50
let buyers: Buyer[]
beforeAll(async () => {
  issuer = await startIssuer()
  app = await createTestApp({ OIDC_ISSUER: issuer.issuer, TRUST_PROXY: '1' })
  buyers = await manyBuyers(CROWD)
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  events = await Promise.all(Array.from({ length: 20 }, () => buildEvent(app, club)))
})
afterAll(async () => {
  await app.close()
  issuer.close()
})

/** Members who have signed in before, each at home. */
async function manyBuyers(count: number): Promise<Buyer[]> {
  const ids = Array.from({ length: count }, newId)
  await app.database.sql(
    `with made as (insert into members (id, first_name, last_name) select id, 'Buyer', 'Holm' from unnest($1::uuid[]) id)
     insert into member_identities (issuer, subject, member_id) select $2, id::text, id from unnest($1::uuid[]) id`,
    [ids, issuer.issuer],
  )
  const made = ids.map(async (memberId, at) => ({
    memberId,
    ip: `10.1.0.${at}`,
    token: await issuer.sign({ sub: memberId }),
  }))
  return Promise.all(made)
}

/** `ok`, or the code of the refusal. */
const outcomeOf = (call: () => Promise<unknown>): Promise<string> => codeOf(askAgain(call))
const count = (outcomes: string[], what: string) => outcomes.filter((one) => one === what).length
const place = (buyer: Person, at: number) => [{ memberId: buyer.memberId, event: events[at % events.length]! }]
const failures = () => app.log.filter((line) => line.includes('"level":"error"'))

/** All of them are at the coupon at once: nobody can write a use until they all wait, for its lock or to write theirs. */
async function atTheCoupon(calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const keeper = new pg.Client({ connectionString: app.database.url })
  await keeper.connect()
  await keeper.query('begin; lock table coupon_redemptions in share row exclusive mode')
  const outcomes = Promise.all(calls.map((call) => outcomeOf(call)))
  const waiting = async () =>
    (
      await app.database.sql<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%coupon%'`,
      )
    )[0]!.waiting
  await expect.poll(waiting).toBe(calls.length)
  await keeper.query('commit')
  await keeper.end()
  return outcomes
}

test(`${CROWD} buyers want the last use of a code: exactly one gets an order with it`, async () => {
  const { id, code } = await buildCoupon(app, club, { listed: true, totalLimit: 1 })
  const tokens: { token: string; buyer: Buyer }[] = []
  const outcomes = await Promise.all(
    buyers.map((buyer, at) => {
      // Whoever was not answered in time may have the order already.
      const clientToken = newToken()
      return outcomeOf(async () => {
        tokens.push({ token: await prepareWith(app, buyer, place(buyer, at), code, clientToken), buyer })
      })
    }),
  )
  expect(count(outcomes, 'ok')).toBe(1)
  expect(count(outcomes, 'coupon_used_up') + count(outcomes, 'coupon_not_valid')).toBe(CROWD - 1)
  expect(await usesOf(app, id)).toMatchObject([{ status: 'held' }])
  expect(await app.database.sql('select 1 from orders where org_id = $1', [club.id])).toHaveLength(1)

  const { token, buyer } = tokens[0]!
  await visit((await payInWindow(await openWindow(app, buyer, club.season, token, 18_000), '0000'))!)
  expect((await stateOf(app, buyer, token)).status).toBe('paid')
  expect([await usesOf(app, id), await usedOf(app, id)]).toMatchObject([[{ status: 'used' }], 1])
  expect(failures()).toEqual([])
})

test('a buyer who was a moment too late gets that error; a later one the general one', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const calls = buyers.slice(0, 8).map((buyer, at) => () => prepareWith(app, buyer, place(buyer, at), code))
  const outcomes = await atTheCoupon(calls)
  expect([count(outcomes, 'ok'), count(outcomes, 'coupon_used_up')]).toEqual([1, 7])
  expect(await usesOf(app, id)).toHaveLength(1)
  const late = buyers[10]!
  expect(await outcomeOf(() => prepareWith(app, late, place(late, 10), code))).toBe('coupon_not_valid')
})

test('simultaneous holds before an order: one gets the use', async () => {
  const { code } = await buildCoupon(app, club, { totalLimit: 1 })
  const calls = buyers.slice(0, 8).map(
    ({ token }, at) =>
      () =>
        app.call(coupons.apply, { orgId: club.id, code, eveId: events[at]!.id }, { as: token }),
  )
  const outcomes = await atTheCoupon(calls)
  expect([count(outcomes, 'ok'), count(outcomes, 'coupon_used_up')]).toEqual([1, 7])
})

test('one member at many events at once does not exceed their own limit', async () => {
  const [buyer] = buyers as [Buyer]
  const { id, code } = await buildCoupon(app, club, { perMemberLimit: 2 })
  const calls = events.slice(0, 5).map((_, at) => () => prepareWith(app, buyer, place(buyer, at), code))
  const outcomes = await atTheCoupon(calls)
  expect([count(outcomes, 'ok'), count(outcomes, 'coupon_used_up')]).toEqual([2, 3])
  expect(await usesOf(app, id)).toMatchObject([{ status: 'held' }, { status: 'held' }])
})

test('a buyer who waits while their hold expires and another takes the use has lost it', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const [anna, bo] = buyers as [Buyer, Buyer]
  const token = await prepareWith(app, anna, place(anna, 0), code)
  await app.moveClock('25 minutes')
  const keeper = new pg.Client({ connectionString: app.database.url })
  await keeper.connect()
  await keeper.query('begin')
  await keeper.query('select from orders where org_id = $1 for update', [club.id])
  // Has begun while the hold ran, and waits for the order.
  const opened = outcomeOf(() => openWindow(app, anna, club.season, token, 18_000))
  await expect
    .poll(() =>
      app.database.sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%orders%'`,
      ),
    )
    .toHaveLength(1)
  await app.moveClock('6 minutes')
  const theirs = await prepareWith(app, bo, place(bo, 1), code)
  await keeper.query('commit')
  await keeper.end()
  expect(await opened).toBe('order_ended')
  await visit((await payInWindow(await openWindow(app, bo, club.season, theirs, 18_000), '0000'))!)
  expect([(await stateOf(app, bo, theirs)).status, await usedOf(app, id)]).toEqual(['paid', 1])
  await app.runJobs({ all: true })
  expect(await brokenInvariants(app, club)).toEqual([])
})

test('control: without the lock of the coupon its last use is spent more than once', async () => {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 1 })
  const calls = buyers.slice(0, 8).map((buyer, at) => () => prepareWith(app, buyer, place(buyer, at), code))
  const outcomes = await withoutLocks(() => atTheCoupon(calls))
  expect(count(outcomes, 'ok')).toBeGreaterThan(1)
  expect((await usesOf(app, id)).length).toBeGreaterThan(1)
  expect((await brokenInvariants(app, club, { unfinished: true })).join()).toMatch(`I3: coupon ${id}`)
})

/** A code with three uses, one of them held, whose office lowers its limit while somebody else applies it. */
async function loweredAgainst(work: (lower: () => Promise<string>, order: () => Promise<string>) => Promise<string[]>) {
  const { id, code } = await buildCoupon(app, club, { totalLimit: 3 })
  const [anna, bo] = buyers as [Buyer, Buyer]
  await prepareWith(app, anna, place(anna, 0), code)
  const token = await issuer.sign({ sub: anna.memberId, realm_access: { roles: ['org:ALL|role:ADMIN'] } })
  const fields = {
    name: { da: 'Ti procent' },
    percent: 10,
    amount: null,
    eventId: null,
    categories: null,
    validFrom: null,
    validUntil: null,
    totalLimit: 1,
    perMemberLimit: null,
    listed: false,
  }
  const input = { orgId: club.id, couponId: id, version: 1, ...fields }
  const lower = () => codeOf(app.call(officeCoupons.save, input, { as: token }))
  const outcome = await work(lower, () => outcomeOf(() => prepareWith(app, bo, place(bo, 1), code)))
  const [{ limit } = { limit: 0 }] = await app.database.sql<{ limit: number }>(
    'select total_limit as limit from coupons where id = $1',
    [id],
  )
  return { outcome: new Set(outcome), limit, uses: (await usesOf(app, id)).length }
}

test('a limit is lowered while buyers hold the code: a use comes first, or is refused', async () => {
  const buyerFirst = await loweredAgainst((lower, order) => inTurn(app, 'coupon_redemptions', order, lower, 2))
  expect(buyerFirst).toEqual({ outcome: new Set(['first ok', 'second coupon_invalid']), limit: 3, uses: 2 })
  const officeFirst = await loweredAgainst((lower, order) => inTurn(app, 'office_history', lower, order, 2))
  expect(officeFirst).toEqual({ outcome: new Set(['first ok', 'second coupon_used_up']), limit: 1, uses: 1 })
})

test('control: without the lock of the coupon a limit is lowered below what is held', async () => {
  const both = await withoutLocks(() =>
    loweredAgainst((lower, order) => inTurn(app, 'office_history', lower, order, 2)),
  )
  expect(both).toEqual({ outcome: new Set(['first ok', 'second ok']), limit: 1, uses: 2 })
})
