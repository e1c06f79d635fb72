import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { updateArchived } from '#server/domains/members/index.ts'
import { notify, type Whatsapp } from '#server/domains/notifications/index.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import * as m from '#words/messages.js'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { fulfilOrder } from '../line-items.ts'
import { type BoughtForOther, notifyBoughtFor, recordBoughtForOthers } from '../notifications/bought-for.ts'
import { notifyBuyer } from '../notifications/buyer.ts'
import { testPrefix } from '../notifications/mail-parts.ts'
import { transitionOrders } from '../order-state.ts'
import { insertReceipt, type OrderRow } from '../queries.ts'

/** What completing an order runs on. */
export interface CompleteServices {
  readonly lineHandlers: LineItemHandlers
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Pays an order: what follows is enqueued, what it holds is delivered, and it gets its receipt number; with the order
 * locked and in the transaction that knows the money is there. Nothing to pay: no receipt. Whoever else is paid at the event or
 * the club waits for the last two until the commit, so that nothing may come after them.
 */
export async function completeOrder(
  services: CompleteServices,
  tx: Tx,
  order: OrderRow,
  cause: Cause,
  completionDevice: string,
): Promise<void> {
  const moved = await transitionOrders(tx, [order.id], 'paid', cause, completionDevice)
  if (moved.length === 0) throw new Error(`Order ${order.id} cannot become paid`)
  await followPaidOrder(tx, order)
  await notifyBuyer(services, tx, order)
  await deliverToOthers(tx, order)
  await fulfilOrder(services.lineHandlers, tx, order, cause)
  if (order.total > 0) await issueReceipt(tx, order)
}

async function issueReceipt(tx: Tx, { id, orgId, testMode }: OrderRow) {
  const series = { orgId, testMode, year: Number(copenhagenDate(tx.now).slice(0, 4)) }
  await insertReceipt(tx, { ...series, orderId: id })
}

/**
 * What a paid order means for others than its buyer: they are told; and a participant who was put away while the money was on its way
 * is taken back, so that nobody has a membership or a ticket and is lost from sight. Money that is taken is delivered, so that
 * archiving is what gives way. Who is being put away at this moment is waited for.
 */
async function deliverToOthers(tx: Tx, order: OrderRow): Promise<void> {
  const bought = await recordBoughtForOthers(tx, order.id)
  const archived = new Map(bought.filter((one) => one.archived).map((one) => [one.memberId, one]))
  for (const participant of archived.values()) {
    await updateArchived(tx, participant.memberId, false)
    await tellBroughtBack(tx, order, participant)
  }
  await notifyBoughtFor(tx, order, bought)
}

function tellBroughtBack(tx: Tx, order: OrderRow, { memberId, memberName, parentId }: BoughtForOther): Promise<void> {
  const name = memberName
  return notify(tx, {
    receiverId: parentId!,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_brought_back_title({ name }, { locale }),
      message: m.notification_brought_back_message({ name }, { locale }),
    }),
    data: { orgId: order.orgId },
    onceKey: `brought-back:${order.id}:${memberId}`,
  })
}

/** A paid order goes on to renew what it bought. Done behind the settlement, so that nothing of it endangers that. */
export const renewPaidJob = job('renewals.follow-paid-order', z.object({ orderId: Id }))

/** Asks for it where the buyer agreed. */
export async function followPaidOrder(
  tx: Tx,
  { id, autoRenewal }: Pick<OrderRow, 'id' | 'autoRenewal'>,
): Promise<void> {
  if (autoRenewal) await enqueue(tx, renewPaidJob, { orderId: id }, { key: `renew:${id}`, maxAttempts: 15 })
}
