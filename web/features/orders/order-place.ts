import type { OrderLine } from '#contract/orders.ts'
import { paths } from '#web/paths.ts'

/** The event at which an order has places. */
export interface EventPlace {
  readonly orgKey: string
  readonly eventId: string
}

interface Order {
  readonly orgId: string
  readonly orgKey: string
  readonly lines: readonly OrderLine[]
}

/** Where an order has places; null when it buys memberships alone. */
export function placeOf({ orgKey, lines }: Omit<Order, 'orgId'>): EventPlace | null {
  const eventId = lines.find(({ event }) => event)?.event?.eventId
  return eventId ? { orgKey, eventId } : null
}

/** The two pages to which a payment returns. */
export type ReturnPage = 'confirm' | 'decline'

/** The page for what became of an order. @param place null: it buys memberships alone */
export function returnPath(page: ReturnPage, place: EventPlace | null, query: Record<string, string>): string {
  if (!place) return page === 'confirm' ? paths.membershipConfirm(query) : paths.membershipDecline(query)
  const path = page === 'confirm' ? paths.eventConfirm : paths.eventDecline
  return path(place.orgKey, place.eventId, query)
}

/** Where the same is chosen once more. */
export function choosePath(order: Order): string {
  const place = placeOf(order)
  return place ? paths.registerForEvent(place.orgKey, place.eventId) : paths.newMembership({ orgId: order.orgId })
}

/** What opens the receipt of an order that has one: the id of a season or of a place in it. */
export function receiptIdOf(order: { receiptNumber: string | null; lines: readonly OrderLine[] } | null | undefined) {
  if (!order?.receiptNumber) return null
  for (const { termId, event } of order.lines) if (termId ?? event) return termId ?? event!.entryId
  return null
}
