import { GatewayId } from '#contract/values.ts'
import { inTransaction } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { countUse } from '#server/http/limits/rate.ts'
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
 * How often one order may be looked at for whoever knows its token: far more than any gateway repeats itself, and too
 * little to make the portal a flood at the gateway. By order, never by caller: all gateways call from one address.
 */
const TRIGGERS = { calls: 120, seconds: 60 }
const countTrigger = ({ db }: ReturnServices, orderId: string) => countUse(db, 'payment trigger', orderId, TRIGGERS)

/** What the gateway adds to an address, and the token that we put there. Anybody can write it: nothing is believed. */
type GatewayWords = Readonly<Record<string, unknown>>

/** Where a browser goes whose order nobody knows. */
const lost = (words: GatewayWords): string => ('eventId' in words ? '/events' : '/memberships')

/**
 * The browser is back from an accepted payment. The page it goes to asks for the order's state: the order's own page, whichever
 * address brought it here.
 */
export async function returnAccepted(services: ReturnServices, actor: Actor, words: GatewayWords): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return lost(words)
  const authorizationIdentifier = identifierOf(words)
  if (authorizationIdentifier) {
    await countTrigger(services, order.id)
    await settleSoon(services, {
      orderId: order.id,
      authorizationIdentifier,
      device: actor.via.device,
      savedCardIdentifier: cardOf(order, words),
    })
  }
  return page(services, order, 'confirm', words)
}

/** The browser is back from a payment that did not pass. */
export async function returnDeclined(services: ReturnServices, words: GatewayWords): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return lost(words)
  await countTrigger(services, order.id)
  await inTransaction(services.db, (tx) => recordDecline(tx, order.id, declineFacts(words)))
  return page(services, order, 'decline', words)
}

/** The gateway says that something happened to a payment: a reason to look, whoever sent it. */
export async function receiveCallback(
  services: ReturnServices,
  words: GatewayWords & { orgKey: string; eventId?: string },
): Promise<Record<string, never>> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (order?.orgKey !== words.orgKey) throw new Problem('order_not_found')
  if (words.eventId !== undefined && words.eventId !== order.eventId) throw new Problem('order_not_found')
  await countTrigger(services, order.id)
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
  words: GatewayWords,
): string => `${pageOf(order, name)}?${tokenKey(productKey)}=${String(words[tokenKey(productKey)])}`

/** The card that was kept, where the buyer agreed to that. */
const cardOf = ({ autoRenewal }: OrderRow, words: GatewayWords) =>
  autoRenewal ? identifierOf(words, 'savedCardIdentifier') : null

/** The authorisation that the words name; the gateway's word for none is the zero GUID. */
function identifierOf(words: GatewayWords, name = 'authorizationIdentifier'): string | null {
  const result = GatewayId.safeParse(words[name])
  return result.success && !/^[0-]+$/.test(result.data) ? result.data : null
}

/** One text without control characters; a key that came twice counts as absent. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/\p{Cc}/gu, '').slice(0, 200) : undefined

const declineFacts = (words: GatewayWords): DeclineFacts => ({
  gatewayreason: text(words.gatewayreason),
  reason: text(words.reason),
  acquirer: text(words.acquirer),
})
