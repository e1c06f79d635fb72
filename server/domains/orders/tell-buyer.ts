import type { Tx } from '#server/database/db.ts'
import { notify, requestMail } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import { formatMoney } from './money-text.ts'
import type { OrderRow } from './queries.ts'

/** Writes what the buyer gets for a paid order: the mail with the receipt and a notification, each once per order. */
export async function tellBuyer(tx: Tx, order: OrderRow): Promise<void> {
  const locale = order.language
  await requestMail(tx, { template: 'order-paid', data: { orderId: order.id }, onceKey: `order-paid:${order.id}` })
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    title: m.notification_payment_received_title({}, { locale }),
    message: m.notification_payment_received_message(
      { amount: formatMoney(order.total, order.currency, locale) },
      { locale },
    ),
    data: { orderId: order.id, orgId: order.orgId },
    onceKey: `order-paid:${order.id}`,
  })
}
