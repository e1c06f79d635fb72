import { orders } from '#contract/orders/orders.ts'
import { newToken } from '#server/database/new-id.ts'
import { membershipData, selected, type Line } from '../selection.ts'
import { buildClub, type Club } from '../builders.ts'
import { buildEvent, type BuiltEvent } from '../builders/event-builders.ts'
import type { TestApp } from '../test-app.ts'

/** Who calls, and by which address behind the trusted proxy. */
interface Caller {
  readonly token: string
  readonly ip?: string
}

const as = ({ token, ip }: Caller) => ({ as: token, ...(ip && { headers: { 'x-forwarded-for': ip } }) })

/** A new club whose event has two prices, and nobody who guessed codes. */
export async function clubWithPricedEvent(app: TestApp): Promise<{ club: Club; event: BuiltEvent }> {
  await app.database.sql('delete from rate_windows')
  const club = await buildClub(app)
  const categories = [{ category: 'adult' }, { category: 'child', price: 5005 }]
  return { club, event: await buildEvent(app, club, { onePerPerson: false, categories }) }
}

/** Orders with a code; again with the same client token it is the same order. @returns the token of the new order */
export async function prepareWith(
  app: TestApp,
  buyer: Caller,
  lines: readonly Line[],
  coupon: string,
  clientToken = newToken(),
): Promise<string> {
  const input = { token: clientToken, membershipData: membershipData(lines, { coupon }) }
  return (await app.call(orders.prepare, input, as(buyer))).token
}

export const quoteWith = (app: TestApp, buyer: Caller, lines: readonly Line[], coupon: string) =>
  app.call(orders.quote, { lines: lines.map(selected), coupon }, as(buyer))

/** The uses of a coupon, in the order in which they were kept. `claim`: without an order yet. */
export const usesOf = (app: TestApp, couponId: string) =>
  app.database.sql(
    `select status, off::int, reserved_until is null as firm, order_id is null as claim
     from coupon_redemptions where coupon_id = $1 order by id`,
    [couponId],
  )

/** How often it was paid with. */
export const usedOf = async (app: TestApp, couponId: string) =>
  (await app.database.sql<{ used: number }>('select used from coupons where id = $1', [couponId]))[0]!.used
