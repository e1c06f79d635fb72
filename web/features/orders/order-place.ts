import type { OrderLine } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'

export interface EventPlace {
  readonly orgKey: string
  readonly eventId: string
}

interface Order {
  readonly orgId: string
  readonly orgKey: string
  readonly lines: readonly OrderLine[]
}

/** The event of an order; null for memberships only. */
export function placeOf({ orgKey, lines }: Omit<Order, 'orgId'>): EventPlace | null {
  const eventId = lines.find(({ event }) => event)?.event?.eventId
  return eventId ? { orgKey, eventId } : null
}

/** The two pages to which a payment returns. */
export type ReturnPage = 'confirm' | 'decline'

/**
 * URL of the page with an order's result.
 * @param place null for memberships only
 */
export function returnPath(page: ReturnPage, place: EventPlace | null, query: Record<string, string>): string {
  if (!place) return page === 'confirm' ? paths.membershipConfirm(query) : paths.membershipDecline(query)
  const path = page === 'confirm' ? paths.eventConfirm : paths.eventDecline
  return path(place.orgKey, place.eventId, query)
}

/** Where to choose the same again. */
export function purchasePath(order: Order): string {
  const place = placeOf(order)
  return place ? paths.registerForEvent(place.orgKey, place.eventId) : paths.newMembership({ orgId: order.orgId })
}

/** Id for the receipt's URL: that of a membership term or of an event entry. */
export function receiptIdOf(order: { receiptNumber: string | null; lines: readonly OrderLine[] } | null | undefined) {
  if (!order?.receiptNumber) return null
  for (const { termId, event } of order.lines) if (termId ?? event) return termId ?? event!.entryId
  return null
}
