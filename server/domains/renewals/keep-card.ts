import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { renewPaidJob, selectOrder, type OrderRow } from '#server/domains/orders/index.ts'
import {
  insertCard,
  keyOf,
  selectCardsByIdentifier,
  selectConfiguration,
  selectOptionalCapturedPayment,
  type Gateway,
} from '#server/domains/payments/index.ts'
import type { Logger } from '#server/http/log.ts'
import { handle } from '#server/jobs/queue.ts'
import { lockChargesOfOrder, updateCharge } from './charge-queries.ts'
import { transitionCharge } from './charge-state.ts'
import { selectMembershipsOfOrder, updateRenewal } from './switch-queries.ts'

export interface KeepServices {
  readonly db: Db
  readonly log: Logger
  readonly secrets: Secrets
  readonly gateway: Gateway
}

/** Behind the settlement of an order whose buyer agreed to renewals: ends its charge, keeps the card, and lets what was bought renew. */
export const renewPaidHandler = (services: KeepServices) =>
  handle(renewPaidJob, async ({ orderId }) => {
    const order = await selectOrder(services.db, orderId)
    if (order.status !== 'paid' && order.status !== 'refunded') return
    await inTransaction(services.db, (tx) => endCharge(tx, orderId))
    if (order.status === 'paid' && order.autoRenewal) await keepCard(services, order)
  })

async function endCharge(tx: Tx, orderId: string): Promise<void> {
  for (const { id } of await lockChargesOfOrder(tx, orderId)) {
    await transitionCharge(tx, id, 'paid', 'order paid')
    await updateCharge(tx, id, { nextTry: null })
  }
}

/**
 * What callback and return said of a card is nobody's word: the gateway is asked, with the club's key, and the card has to be
 * of the payment that paid this order.
 */
async function keepCard({ db, log, secrets, gateway }: KeepServices, order: OrderRow): Promise<void> {
  const payment = await selectOptionalCapturedPayment(db, order.id)
  const identifier = payment?.savedCardIdentifier
  // Charged to a card that is kept already.
  if (!identifier || payment.paymentIdentifier === null) return
  const [known] = await selectCardsByIdentifier(db, [identifier])
  if (known) return
  const key = keyOf(secrets, await selectConfiguration(db, order.orgId, payment.provider))
  const card = await gateway.readCard(key, identifier)
  const fits =
    card?.orderNumber === order.number &&
    (card.paymentIdentifier === null || card.paymentIdentifier === payment.paymentIdentifier)
  if (!card || !fits) {
    log.warn({ orderId: order.id }, 'A payment names a saved card that is not its own')
    return
  }
  await inTransaction(db, async (tx) => {
    const kept = {
      orgId: order.orgId,
      memberId: order.buyerId,
      savedCardIdentifier: identifier,
      label: groupsOfFour(card.maskedPan),
      expires: `20${card.expiry.slice(0, 2)}-${card.expiry.slice(2)}`,
    }
    if (await insertCard(tx, kept)) await updateRenewal(tx, await selectMembershipsOfOrder(tx, order.id), identifier)
  })
}

const groupsOfFour = (pan: string): string => pan.replace(/(.{4})(?=.)/g, '$1 ')
