import type { PricedLine } from '../line-item-handler.ts'

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

/** An order with tickets is named after its transaction, any other after its main participant: the buyer, if on it. */
export function orderNumber({ orgKey, productKey, token, buyerId, lines }: Numbered): string {
  if (lines.some((line) => line.kind === 'event')) return `IZY-EVE-${token.slice(-12)}`
  return membershipOrderNumber(
    orgKey,
    productKey,
    (lines.find((line) => line.memberId === buyerId) ?? lines[0]!).memberId,
  )
}
