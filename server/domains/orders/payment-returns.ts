import { inTransaction } from '#server/database/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findOrder, tokenKey } from './order-token.ts'
import { recordDecline, type DeclineFacts } from './record-decline.ts'
import { settleSoon } from './settle-soon.ts'
import type { SettleServices } from './settlement.ts'

export interface ReturnServices extends SettleServices {
  readonly productKey: string
}

/** What the gateway adds to an address, and the token that we put there, under its product's name. */
export interface GatewayWords extends DeclineFacts {
  readonly authorizationIdentifier?: string | undefined
  readonly authorizationAccepted?: string | undefined
  readonly [key: string]: unknown
}

/** The browser is back from an accepted payment. The page it goes to asks for the order's state. */
export async function returnAccepted(services: ReturnServices, actor: Actor, words: GatewayWords): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return '/memberships'
  const authorizationIdentifier = identifierOf(words.authorizationIdentifier)
  if (authorizationIdentifier) {
    await settleSoon(services, { orderId: order.id, authorizationIdentifier, device: actor.via.device })
  }
  return page(services, 'confirm', words)
}

/** The browser is back from a payment that did not pass. */
export async function returnDeclined(services: ReturnServices, words: GatewayWords): Promise<string> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (!order) return '/memberships'
  await inTransaction(services.db, (tx) => recordDecline(tx, order.id, { ...words, paymentIdentifier: undefined }))
  return page(services, 'decline', words)
}

/** The gateway says that something happened to a payment: a reason to look, whoever sent it. */
export async function receiveCallback(
  services: ReturnServices,
  words: GatewayWords & { orgKey: string },
): Promise<void> {
  const order = await findOrder(services.db, words[tokenKey(services.productKey)])
  if (order?.orgKey !== words.orgKey) throw new Problem('order_not_found')
  const authorizationIdentifier = identifierOf(words.authorizationIdentifier)
  if (authorizationIdentifier && !/^false$/i.test(words.authorizationAccepted ?? '')) {
    await settleSoon(services, { orderId: order.id, authorizationIdentifier, device: '' })
  } else {
    await inTransaction(services.db, (tx) => recordDecline(tx, order.id, words))
  }
}

const page = ({ productKey }: ReturnServices, name: 'confirm' | 'decline', words: GatewayWords): string =>
  `/membership/${name}?${tokenKey(productKey)}=${String(words[tokenKey(productKey)])}`

/** The gateway's word for none is the zero GUID. */
function identifierOf(text: string | undefined): string | null {
  const identifier = text?.toLowerCase() ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(identifier) && !/^[0-]+$/.test(identifier)
    ? identifier
    : null
}
