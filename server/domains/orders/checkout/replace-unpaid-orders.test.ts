import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acting } from '#contract/members/acting.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { orders } from '#contract/orders/orders.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { tickets } from '#contract/events/tickets.ts'
import { inTransaction } from '#server/database/db.ts'
import { newToken } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import {
  buildClub,
  buildParticipant,
  buildSeason,
  linkedTo,
  signedIn,
  type Club,
  type Person,
} from '#server/testing/builders.ts'
import { buildEvent, type BuiltEvent } from '#server/testing/builders/event-builders.ts'
import { lockWaits, readBeforeWriting } from '#server/testing/lock-waits.ts'
import { openTicketWindow } from '#server/testing/purchases/event-purchase.ts'
import { membershipData, openWindow, prepare, stateOf, type Line } from '#server/testing/purchase.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { withoutLocks } from '#server/testing/without-locks.ts'

/** A new order replaces unpaid ones for the same thing. */
let app: TestApp
let anna: Person
let bo: Person
let superAdmin: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  superAdmin = await signedIn(app, 'super@example.com')
  await linkedTo(app, anna, bo)
})
beforeEach(async () => {
  club = await buildClub(app)
  await app.database.sql('delete from rate_windows')
  await app.database.sql('delete from notifications')
  await app.database.sql(`update orders set created_at = created_at - interval '2 days'`)
})

const statuses = (who: Person, tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await stateOf(app, who, token)).status))
const until = async (who: Person, token: string) => (await stateOf(app, who, token)).own!.reservedUntil
const annas = (): Line => ({ memberId: anna.memberId, season: club.season })
const at = (event: BuiltEvent, memberId = anna.memberId): Line => ({ memberId, event })

/** Prepared by a super admin who acts as Anna. */
async function prepareAsAdmin(lines: readonly Line[]): Promise<string> {
  await app.call(acting.impersonate, { memberId: anna.memberId }, { as: superAdmin.token })
  const { token } = await app.call(
    orders.prepare,
    { token: newToken(), membershipData: membershipData(lines) },
    { as: superAdmin.token, headers: { 'acting-for': anna.memberId } },
  )
  await app.call(acting.endImpersonation, {}, { as: superAdmin.token })
  return token
}

describe('a buyer who chooses the same again', () => {
  test('keeps the remaining time, however often', async () => {
    const event = await buildEvent(app, club, { capacity: 1 })
    const first = await prepare(app, anna, [at(event)])
    const ends = await until(anna, first)
    await app.moveClock('20 minutes')
    const second = await prepare(app, anna, [at(event)])
    expect(await until(anna, second)).toBe(ends)
    await app.moveClock('9 minutes')
    const third = await prepare(app, anna, [at(event), { ...annas() }])
    expect(await until(anna, third)).toBe(ends)
    const [entry] = await app.database.sql<{ at: Date }>(
      `select reserved_until as at from event_entries where event_id = $1 and status = 'held'`,
      [event.id],
    )
    expect(entry!.at.toISOString()).toBe(ends)
    // The time does not start again before it has expired, and then anybody can have the place.
    await app.moveClock('2 minutes')
    expect(await codeOf(prepare(app, bo, [at(event, bo.memberId)]))).toBe('ok')
  })

  test('keeps the remaining extensions', async () => {
    const first = await prepare(app, anna, [annas()])
    for (let opened = 0; opened < 3; opened++) {
      await app.moveClock('15 minutes')
      await openWindow(app, anna, club.season, first)
    }
    const ends = await until(anna, first)
    const second = await prepare(app, anna, [annas()])
    expect(await until(anna, second)).toBe(ends)
    await app.moveClock('21 minutes')
    expect(await codeOf(openWindow(app, anna, club.season, second))).toBe('order_ended')
  })
})

describe('unpaid places at one event', () => {
  const many = (event: BuiltEvent, people: readonly string[]) => people.map((memberId) => at(event, memberId))

  test('are limited to 20 for one buyer over all their orders', async () => {
    const event = await buildEvent(app, club)
    const children: string[] = []
    for (let child = 0; child < 21; child++) children.push(await buildParticipant(app, anna, `Child ${child}`))
    await prepare(app, anna, many(event, children.slice(0, 11)))
    const tooMany = prepare(app, anna, many(event, children.slice(11)))
    await expect(tooMany).rejects.toMatchObject({
      status: 409,
      code: 'too_many_unpaid_places',
      body: { data: { most: 20, held: 11 } },
    })
    await prepare(app, anna, many(event, children.slice(11, 20)))
    expect(await codeOf(prepare(app, anna, many(event, children.slice(20))))).toBe('too_many_unpaid_places')
    // Replaced orders do not count, another event is another matter, and free places are no hold.
    expect(await codeOf(prepare(app, anna, many(event, children.slice(0, 11))))).toBe('ok')
    expect(await codeOf(prepare(app, anna, many(await buildEvent(app, club), children.slice(20))))).toBe('ok')
    const free = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
    expect(await codeOf(prepare(app, anna, many(free, children.slice(0, 1))))).toBe('ok')
    expect(await codeOf(prepare(app, bo, [at(event, bo.memberId)]))).toBe('ok')
  })

  const heldBy = async (event: BuiltEvent) =>
    (await app.database.sql(`select from event_entries where event_id = $1 and status = 'held'`, [event.id])).length

  /** Two orders of eleven places each at the same moment, as two tabs send them. */
  async function twoAtOnce(): Promise<number> {
    const event = await buildEvent(app, club)
    const children: string[] = []
    for (let child = 0; child < 22; child++) children.push(await buildParticipant(app, bo, `Child ${child}`))
    await readBeforeWriting(app, 'event_entries', () =>
      Promise.all(
        [children.slice(0, 11), children.slice(11)].map((half) => codeOf(prepare(app, bo, many(event, half)))),
      ),
    )
    return heldBy(event)
  }

  test('are counted under the lock of the event', async () => {
    expect(await twoAtOnce()).toBe(11)
    // Control: without that lock both orders get their places.
    expect(await withoutLocks(twoAtOnce)).toBe(22)
  })
})

describe('an order begun by an administrator', () => {
  test("is not replaced by the buyer's other selections, and does not count as theirs", async () => {
    const event = await buildEvent(app, club, { onePerPerson: false })
    const boat = await buildSeason(app, club, { name: 'Boat place', combinable: true })
    const prepared = await prepareAsAdmin([annas(), at(event)])
    const own = await prepare(app, anna, [{ ...annas(), season: boat }, at(event)])
    const again = await prepare(app, anna, [at(event)])
    expect(await statuses(anna, [prepared, own, again])).toEqual(['open', 'cancelled', 'open'])
    await expect(prepare(app, anna, [annas()])).rejects.toMatchObject({ code: 'term_already_held' })
    expect(await statuses(anna, [prepared])).toEqual(['open'])
    const offers = await app.call(
      organisations.membershipConfigurations,
      { id: club.id, memberIds: anna.memberId },
      { as: anna.token },
    )
    expect(offers.find(({ id }) => id === club.season.id)!.closedFor).toMatchObject([{ reason: 'reserved' }])
  })

  test("holds places beyond the buyer's 20", async () => {
    const event = await buildEvent(app, club)
    const children: string[] = []
    for (let child = 0; child < 20; child++) children.push(await buildParticipant(app, anna, `Child ${child}`))
    await prepareAsAdmin([at(event)])
    const all = children.map((memberId) => at(event, memberId))
    const tokens = [await prepare(app, anna, all.slice(0, 10)), await prepare(app, anna, all.slice(10))]
    expect(await statuses(anna, tokens)).toEqual(['open', 'open'])
    const more = await buildParticipant(app, anna, 'Liv')
    expect(await codeOf(prepareAsAdmin([at(event, more)]))).toBe('ok')
  })
})

describe('an order that somebody else holds for a person', () => {
  const bellOf = async (who: Person) => (await app.call(notifications.bell, {}, { as: who.token })).newest

  test("is replaced by that person's own purchase, and its buyer is notified", async () => {
    const event = await buildEvent(app, club, { capacity: 1 })
    const bos = await prepare(app, bo, [annas(), at(event)])
    const own = await prepare(app, anna, [annas(), at(event)])
    expect(await statuses(bo, [bos])).toEqual(['cancelled'])
    expect(await statuses(anna, [own])).toEqual(['open'])
    const [bell, ...none] = await bellOf(bo)
    expect(none).toEqual([])
    expect(bell).toMatchObject({ type: 'ORDER_READY', title: 'An unpaid order was cancelled' })
    expect(bell!.message).toMatch(/Anna Holm is buying it themselves.*You haven't been charged/)
    // The time of others is not hers.
    expect(Date.parse((await until(anna, own))!)).toBeGreaterThan(Date.now() + 29 * 60_000)
  })

  test('is not replaced by a third person, or by a purchase for somebody else', async () => {
    const ida = await buildParticipant(app, anna, 'Ida')
    const bos = await prepare(app, bo, [{ memberId: ida, season: club.season }])
    expect(await codeOf(prepare(app, anna, [{ memberId: ida, season: club.season }]))).toBe('term_already_held')
    expect(await statuses(bo, [bos])).toEqual(['open'])
  })

  test('is kept while its payment window is open; the refusal says who pays and until when', async () => {
    const event = await buildEvent(app, club, { capacity: 1 })
    const season = await prepare(app, bo, [annas()])
    await openWindow(app, bo, club.season, season)
    const data = { name: 'Bo Holm', until: await until(bo, season) }
    await expect(prepare(app, anna, [annas()])).rejects.toMatchObject({
      status: 409,
      code: 'held_by_other',
      body: { data },
    })
    const place = await prepare(app, bo, [at(event)])
    await openTicketWindow(app, bo, event, place, 20_000)
    expect(await codeOf(prepare(app, anna, [at(event)]))).toBe('held_by_other')
    expect(await statuses(bo, [season, place])).toEqual(['open', 'open'])
    // Their time is up, although the window would still be open.
    await app.moveClock('31 minutes')
    expect(await codeOf(prepare(app, anna, [annas(), at(event)]))).toBe('ok')
  })
})

test('when a window opens and the person buys at the same moment, the first one wins', async () => {
  const bos = await prepare(app, bo, [annas()])
  const { id } = (await stateOf(app, bo, bos)).own!
  const both = await inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`select from orders where id = ${id} for update`)
    const opening = codeOf(openWindow(app, bo, club.season, bos))
    await lockWaits(app, 1)
    const buying = codeOf(prepare(app, anna, [annas()]))
    await lockWaits(app, 2)
    return { opening, buying }
  })
  expect(await Promise.all([both.opening, both.buying])).toEqual(['ok', 'held_by_other'])
  expect(await statuses(bo, [bos])).toEqual(['open'])
})

describe('orders that are never paid', () => {
  const cancelOrders = async (count: number) => {
    for (let times = 0; times < count; times++) {
      const token = await prepare(app, anna, [annas()])
      await app.call(orders.cancel, { token }, { as: anna.token })
      if (times % 20 === 0) await app.database.sql('delete from rate_windows')
    }
  }

  test('are limited to 60 a day for one buyer; others continue', async () => {
    await cancelOrders(59)
    const free = await buildEvent(app, club, { categories: [{ category: 'adult', price: 0 }] })
    await app.database.sql('delete from rate_windows')
    // A cancelled free order counts, too.
    await prepare(app, anna, [at(free)])
    const [ticket] = await app.call(tickets.list, { eventId: free.id }, { as: anna.token })
    await app.call(tickets.cancel, { entryId: ticket!.id }, { as: anna.token })
    const refused = prepare(app, anna, [at(free)])
    await expect(refused).rejects.toMatchObject({ status: 429, code: 'too_many_unpaid_orders' })
    expect(await codeOf(prepare(app, bo, [{ memberId: bo.memberId, season: club.season }]))).toBe('ok')
    expect(await codeOf(prepareAsAdmin([annas()]))).toBe('ok')
    await app.moveClock('24 hours')
    expect(await codeOf(prepare(app, anna, [at(free)]))).toBe('ok')
    await app.moveClock('-24 hours')
  })
})
