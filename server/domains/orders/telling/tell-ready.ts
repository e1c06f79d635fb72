import type { Tx } from '#server/database/db.ts'
import { notify } from '#server/domains/notifications/index.ts'
import * as m from '#words/messages.js'
import { formatMoney } from '../documents/money-text.ts'
import { testPrefix } from './order-message-words.ts'
import type { OrderRow } from '../queries.ts'

/** Tells a member that an order was prepared in their name, which only they can pay. */
export const tellReady = (tx: Tx, order: OrderRow, club: string): Promise<void> =>
  notify(tx, {
    receiverId: order.buyerId,
    type: 'ORDER_READY',
    texts: (locale) => ({
      title: testPrefix(order, locale) + m.notification_order_ready_title({}, { locale }),
      message: m.notification_order_ready_message(
        { club, amount: formatMoney(order.total, order.currency, locale) },
        { locale },
      ),
    }),
    data: { orderId: order.id, orgId: order.orgId },
    onceKey: `order-ready:${order.id}`,
  })
