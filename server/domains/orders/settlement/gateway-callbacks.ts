import { cutText } from '#contract/cut-text.ts'
import { GatewayId } from '#contract/values.ts'
import { inTransaction } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { createMinuteLimit } from '#server/http/limits/rate.ts'
import { pageOf } from '../checkout/payment-addresses.ts'
import { findOrder, tokenKey } from '../order-token.ts'
import type { OrderRow, OrderWithOrganisation } from '../queries.ts'
import { recordDecline, type DeclineFacts } from './record-decline.ts'
import { settleSoon } from './settle-soon.ts'
import type { SettleServices } from './settlement.ts'

export interface ReturnServices extends SettleServices {
  readonly productKey: string
}

/**
 * How often in a minute a token may trigger a look at its order: far more than any gateway repeats itself, and too little to flood
 * the gateway. Counted by order, not by caller: all gateways call from one address.
 */
const countTrigger = createMinuteLimit(120)

/** Parameters that the gateway appends to an address, and our token. Anybody can forge them, so none is trusted. */
type GatewayParameters = Readonly<Record<string, unknown>>

/** Where a browser with an unknown token is sent. */
const withoutOrder = (words: GatewayParameters): string => ('eventId' in words ? '/events' : '/memberships')

/**
 * Handles the browser's return from an accepted payment. The page it is sent to polls the order's state. It is always
 * the order's own page, whichever address was called.
 */
export async function returnAccepted(
  services: ReturnServices,
  actor: Actor,
  words: GatewayParameters,
): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return withoutOrder(words)
  const authorizationIdentifier = identifierOf(words)
  if (authorizationIdentifier) {
    countTrigger(order.id)
    await settleSoon(services, {
      orderId: order.id,
      authorizationIdentifier,
      device: actor.via.device,
      savedCardIdentifier: cardOf(order, words),
    })
  }
  return page(services, order, 'confirm', words)
}

/** Handles the browser's return from a declined payment. */
export async function returnDeclined(services: ReturnServices, words: GatewayParameters): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return withoutOrder(words)
  countTrigger(order.id)
  await inTransaction(services.db, (tx) => recordDecline(tx, order.id, declineFacts(words)))
  return page(services, order, 'decline', words)
}

/** Handles a gateway callback. It only triggers a look at the gateway, whoever sent it. */
export async function receiveCallback(
  services: ReturnServices,
  words: GatewayParameters & { orgKey: string; eventId?: string },
): Promise<Record<string, never>> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (order?.orgKey !== words.orgKey) throw new Problem('order_not_found')
  if (words.eventId !== undefined && words.eventId !== order.eventId) throw new Problem('order_not_found')
  countTrigger(order.id)
  const authorizationIdentifier = identifierOf(words)
  if (authorizationIdentifier && !/^false$/i.test(text(words.authorizationAccepted) ?? '')) {
    await settleSoon(services, {
      orderId: order.id,
      authorizationIdentifier,
      device: '',
      savedCardIdentifier: cardOf(order, words),
    })
  } else {
    const paymentIdentifier = text(words.paymentIdentifier)?.toLowerCase()
    const facts = { ...declineFacts(words), ...(paymentIdentifier ? { paymentIdentifier } : {}) }
    await inTransaction(services.db, (tx) => recordDecline(tx, order.id, facts))
  }
  return {}
}

const page = (
  { productKey }: ReturnServices,
  order: OrderWithOrganisation,
  name: 'confirm' | 'decline',
  words: GatewayParameters,
): string => `${pageOf(order, name)}?${tokenKey(productKey)}=${String(words[tokenKey(productKey)])}`

/** The saved card, if the buyer agreed to save one. */
const cardOf = ({ autoRenewal }: OrderRow, words: GatewayParameters) =>
  autoRenewal ? identifierOf(words, 'savedCardIdentifier') : null

/** The identifier in the parameters; the gateway writes the zero GUID for none. */
function identifierOf(words: GatewayParameters, name = 'authorizationIdentifier'): string | null {
  const result = GatewayId.safeParse(words[name])
  return result.success && !/^[0-]+$/.test(result.data) ? result.data : null
}

/** One text without control characters; a repeated key counts as absent. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? cutText(value.replace(/\p{Cc}/gu, ''), 200) : undefined

const declineFacts = (words: GatewayParameters): DeclineFacts => ({
  gatewayreason: text(words.gatewayreason),
  reason: text(words.reason),
  acquirer: text(words.acquirer),
})
