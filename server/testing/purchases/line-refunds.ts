import { orders, type ClubOrder } from '#contract/orders/orders.ts'
import type { Club, Person, Season } from '../builders.ts'
import { carryOut } from '../carry-out.ts'
import { openWindow, payInWindow, prepare, visit } from '../purchase.ts'
import type { TestApp } from '../test-app.ts'

/** Buys and pays one season for several people. @returns the order's token */
export async function buyFor(
  app: TestApp,
  buyer: Person,
  memberIds: readonly string[],
  season: Season,
): Promise<string> {
  const lines = memberIds.map((memberId) => ({ memberId, season }))
  const token = await prepare(app, buyer, lines)
  const link = await openWindow(app, buyer, season, token, memberIds.length * season.total)
  await visit((await payInWindow(link, '0000'))!)
  return token
}

/** Refunds lines of an order, by their places in it, and lets the minute pass in which the office could stop it. */
export async function refundLines(
  app: TestApp,
  office: Person,
  { orgId, order }: { orgId: string; order: Pick<ClubOrder, 'id' | 'lines'> },
  places: readonly number[],
): Promise<ClubOrder> {
  const lineIds = places.map((place) => order.lines[place]!.id)
  await app.call(orders.refund, { orgId, orderId: order.id, lineIds }, { as: office.token })
  await carryOut(app)
  const { orders: all } = await app.call(orders.ofClub, { orgId }, { as: office.token })
  return all.find(({ id }) => id === order.id)!
}

/** The newest order of a club, as its office sees it. */
export async function newestOrder(app: TestApp, office: Person, { id: orgId }: Pick<Club, 'id'>): Promise<ClubOrder> {
  return (await app.call(orders.ofClub, { orgId }, { as: office.token })).orders[0]!
}
