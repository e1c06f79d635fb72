import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { createSecrets } from '#server/database/secrets.ts'
import type { PricedMembership } from '#server/domains/orders/index.ts'
import { buildClub, type Club } from '#server/testing/builders.ts'
import { lockWaits } from '#server/testing/lock-waits.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { reserveTerms, renewTerms } from './reserve-terms.ts'

let database: TestDatabase
let club: Club
let memberId: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  club = await buildClub({
    context: { db: database.db, secrets: createSecrets('a-key-of-a-test-that-is-long-enough') },
  })
  memberId = newId()
  await database.sql(`insert into members (id, first_name, last_name) values ($1, 'Anna', 'Holm')`, [memberId])
})

const minutes = (count: number) => count * 60_000

const hold = (tx: Tx, orderId: string, held = minutes(30)) => {
  const { id: configurationId, startDate, endDate, total } = club.season
  const price = { currency: 'DKK', price: total, vatRate: 0, vat: 0, surcharge: 0, discount: 0, total }
  const line: PricedMembership = {
    kind: 'membership',
    orgId: club.id,
    memberId,
    memberName: 'Anna Holm',
    series: 'adult',
    renewsByCard: true,
    title: 'Adult',
    titleTexts: { da: 'Adult' },
    configurationId,
    startDate,
    endDate,
    ...price,
  }
  const until = new Date(tx.now.getTime() + held)
  return reserveTerms(tx, { orderId, orgId: club.id, buyerId: memberId, gdprAgreement: true, until, isFree: false }, [
    line,
  ])
}

const termOf = async (orderId: string) =>
  (
    await database.sql<{ status: string; firm: boolean }>(
      'select status, reserved_until is null as firm from membership_terms where order_id = $1',
      [orderId],
    )
  )[0]

/** Runs `first` up to its commit, then `second` until it waits for the first, then lets both end. */
async function raced<A, B>(first: (tx: Tx) => Promise<A>, second: (tx: Tx) => Promise<B>) {
  const done = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const one = inTransaction(database.db, async (tx) => {
    const answer = await first(tx)
    done.resolve()
    await commit.promise
    return answer
  })
  await Promise.race([done.promise, one])
  const other = inTransaction(database.db, second)
  await lockWaits({ database }, 1)
  commit.resolve()
  return Promise.allSettled([one, other])
}

test('an expired hold that is renewed first keeps the season, and the other buyer is refused', async () => {
  const [late, other] = [newId(), newId()]
  await inTransaction(database.db, (tx) => hold(tx, late, -1))
  const [renewed, taken] = await raced(
    (tx) => renewTerms(tx, { id: late }, null),
    (tx) => hold(tx, other),
  )
  expect(renewed).toMatchObject({ value: true })
  expect(taken).toMatchObject({ reason: { code: 'term_already_held' } })
  expect(await termOf(late)).toEqual({ status: 'held', firm: true })
})

test('an expired hold is not renewed once somebody else has the season', async () => {
  const [late, other] = [newId(), newId()]
  await inTransaction(database.db, (tx) => hold(tx, late, -1))
  const [taken, renewed] = await raced(
    (tx) => hold(tx, other),
    (tx) => renewTerms(tx, { id: late }, null),
  )
  expect([taken.status, renewed]).toMatchObject(['fulfilled', { value: false }])
  expect([await termOf(late), await termOf(other)]).toEqual([
    { status: 'released', firm: false },
    { status: 'held', firm: false },
  ])
})

test('of two first holds of a season, one is refused, with the time until it is free', async () => {
  const [one, other] = await raced(
    (tx) => hold(tx, newId()),
    (tx) => hold(tx, newId()),
  )
  expect([one.status, other]).toMatchObject([
    'fulfilled',
    {
      reason: {
        code: 'term_already_held',
        options: { data: { paid: false, retryAfter: expect.any(Number) as number } },
      },
    },
  ])
})

test('a season that is being paid is refused without a time: it is not known when it is free', async () => {
  const paying = newId()
  await inTransaction(database.db, (tx) => hold(tx, paying))
  await inTransaction(database.db, (tx) => renewTerms(tx, { id: paying }, null))
  const [refused] = await Promise.allSettled([inTransaction(database.db, (tx) => hold(tx, newId()))])
  expect(refused).toMatchObject({ reason: { code: 'term_already_held', options: { data: { beingPaid: true } } } })
  expect(refused).not.toHaveProperty('reason.options.data.retryAfter')
})

test('a released season is taken again while nobody has it', async () => {
  const late = newId()
  await inTransaction(database.db, (tx) => hold(tx, late))
  await database.sql(`update membership_terms set status = 'released' where order_id = $1`, [late])
  expect(await inTransaction(database.db, (tx) => renewTerms(tx, { id: late }, null))).toBe(true)
  expect(await termOf(late)).toEqual({ status: 'held', firm: true })
})
