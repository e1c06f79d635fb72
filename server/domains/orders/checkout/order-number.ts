import type { LineKind } from '#contract/orders/orders.ts'
import type { PricedLine } from '../line-item-handler.ts'
import { kindsOf, leadingKind } from '../line-kinds.ts'

/** The number of a membership order, as people and the gateway see it. At most 20 characters. */
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
  /** Numbered after its main participant: the buyer, if they are on it. */
  membership: ({ orgKey, productKey, buyerId, lines }) =>
    membershipOrderNumber(orgKey, productKey, (lines.find((line) => line.memberId === buyerId) ?? lines[0]!).memberId),
  /** Numbered after its transaction token. */
  event: ({ token }) => `IZY-EVE-${token.slice(-12)}`,
}

/** An order is numbered by its leading kind. */
export const orderNumber = (order: Numbered): string => numbers[leadingKind(kindsOf(order.lines))](order)
