import type { LineKind } from '#contract/orders.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { kindsOf, leadingKind } from '../line-kinds.ts'

/** What people and the gateway call an order of memberships: never a key, at most 20 characters. */
export const membershipOrderNumber = (orgKey: string, productKey: string, participantId: string): string =>
  `${(orgKey || productKey).slice(0, 5)}-M-${participantId.slice(-11)}`

interface Numbered {
  readonly orgKey: string
  readonly productKey: string
  readonly token: string
  readonly buyerId: string
  readonly lines: readonly PricedLine[]
}

const numbers: Record<LineKind, (order: Numbered) => string> = {
  /** After its main participant: the buyer, if on it. */
  membership: ({ orgKey, productKey, buyerId, lines }) =>
    membershipOrderNumber(orgKey, productKey, (lines.find((line) => line.memberId === buyerId) ?? lines[0]!).memberId),
  /** After its transaction. */
  event: ({ token }) => `IZY-EVE-${token.slice(-12)}`,
}

/** An order is numbered as its leading kind is. */
export const orderNumber = (order: Numbered): string => numbers[leadingKind(kindsOf(order.lines))](order)
