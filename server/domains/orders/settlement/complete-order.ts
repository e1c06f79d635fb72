import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { together, type Tx, withCommit } from '#server/database/db.ts'
import { updateArchived } from '#server/domains/members/index.ts'
import { notify, type Whatsapp } from '#server/domains/notifications/index.ts'
import { selectOrganisation } from '#server/domains/organisations/index.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import * as m from '#words/messages.js'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { fulfilOrder, notifyHolders } from '../line-items.ts'
import { type BoughtForOther, notifyBoughtFor, recordBoughtForOthers } from '../notifications/bought-for.ts'
import { notifyBuyer } from '../notifications/buyer.ts'
import { testPrefix } from '../notifications/mail-parts.ts'
import { transitionOrders } from '../order-state.ts'
import { insertReceipt, joinByOrder, type OrderRow } from '../queries.ts'

export interface CompleteServices {
  readonly lineHandlers: LineItemHandlers
  /** Null: WhatsApp is off. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Marks an order paid, requests its messages, delivers what it holds and issues its receipt. The order is locked, and
 * the transaction is the one that knows the money is there. An order that cost nothing gets no receipt. Delivery and
 * the receipt number come last because other buyers wait for their locks until the commit.
 * @param completionDevice null: the order was written as paid
 */
export async function completeOrder(
  services: CompleteServices,
  tx: Tx,
  order: OrderRow,
  cause: Cause,
  completionDevice: string | null,
): Promise<void> {
  const [moved] = await together(
    tx,
    async () =>
      completionDevice === null ? [order.id] : transitionOrders(tx, [order.id], 'paid', cause, completionDevice),
    () => deliverToOthers(tx, order),
    () => followPaidOrder(tx, order),
    () => notifyBuyer(services, tx, order),
    () => notifyHolders(services.lineHandlers, tx, order),
    () => joinByOrder(tx, order.id),
  )
  if (moved.length === 0) throw new Error(`Order ${order.id} cannot become paid`)
  await fulfilOrder(services.lineHandlers, tx, order, cause)
  if (order.total > 0) issueReceipt(tx, order)
}

function issueReceipt(tx: Tx, { id, orgId, testMode }: OrderRow) {
  const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
  withCommit(tx, () => insertReceipt(tx, { ...series, orderId: id }))
}

/**
 * Notifies the other people on the order, and restores a participant who was archived while the payment was under
 * way: captured money is always delivered, so the archiving gives way and nobody has a membership or ticket out of
 * sight.
 */
async function deliverToOthers(tx: Tx, order: OrderRow): Promise<void> {
  const bought = await recordBoughtForOthers(tx, order.id)
  const archived = new Map(bought.filter((one) => one.archived).map((one) => [one.memberId, one]))
  for (const participant of archived.values()) {
    await updateArchived(tx, participant.memberId, false)
    await notifyRestored(tx, order, participant)
  }
  await notifyBoughtFor(tx, order, bought)
}

async function notifyRestored(
  tx: Tx,
  order: OrderRow,
  { memberId, memberName: name, parentId }: BoughtForOther,
): Promise<void> {
  const { name: club } = await selectOrganisation(tx, order.orgId)
  return notify(tx, {
    receiverId: parentId!,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_brought_back_title({ name }, { locale }),
      message: m.notification_brought_back_message({ club, name }, { locale }),
    }),
    data: { orgId: order.orgId },
    onceKey: `brought-back:${order.id}:${memberId}`,
  })
}

/** Starts the renewals of a paid order in a job of its own, so that it cannot endanger the settlement. */
export const renewPaidJob = job('renewals.follow-paid-order', z.object({ orderId: Id }))

/** Enqueued only if the buyer agreed. */
export async function followPaidOrder(
  tx: Tx,
  { id, autoRenewal }: Pick<OrderRow, 'id' | 'autoRenewal'>,
): Promise<void> {
  if (autoRenewal) await enqueue(tx, renewPaidJob, { orderId: id }, { key: `renew:${id}`, maxAttempts: 15 })
}
