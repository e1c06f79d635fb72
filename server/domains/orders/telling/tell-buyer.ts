import type { Tx } from '#server/database/db.ts'
import {
  notify,
  requestMail,
  requestWhatsapp,
  whatsappNumber,
  type Whatsapp,
} from '#server/domains/notifications/index.ts'
import type { RefundRow } from '#server/domains/payments/index.ts'
import * as m from '#words/messages.js'
import { causeWords } from './given-back-words.ts'
import { formatMoney } from '../documents/money-text.ts'
import { testPrefix } from './order-message-words.ts'
import { selectLines, type OrderRow } from '../queries.ts'
import { receiverOf } from './mail-receiver.ts'

export interface TellServices {
  /** Null: no WhatsApp messages are sent. */
  readonly whatsapp: Whatsapp | null
}

/**
 * Writes what the buyer gets for a paid order: the mail with the receipt, a WhatsApp message where that is on, and one
 * notification. Where there are tickets that one tells of the places and of the payment; here it opens the receipt.
 */
export async function tellBuyer(services: TellServices, tx: Tx, order: OrderRow): Promise<void> {
  await askForPaidMail(tx, order, await receiverOf(tx, order))
  await askForPaidWhatsapp(services, tx, order)
  if (order.kinds.includes('event')) return
  const [line] = order.total > 0 ? await selectLines(tx, order.id) : []
  const title = line ? m.notification_payment_received_title : m.notification_membership_registered_title
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + title({}, { locale }),
      message: line
        ? m.notification_payment_received_message(
            { amount: formatMoney(order.total, order.currency, locale) },
            { locale },
          )
        : m.notification_membership_registered_message({}, { locale }),
    }),
    data: { orderId: order.id, orgId: order.orgId, ...(line?.termId && { termId: line.termId }) },
    onceKey: `order-paid:${order.id}`,
  })
}

/**
 * With tickets it is a template of its own, though written by the same code: a worker of the version before would send the
 * other without the tickets, once and for all; one that it does not know it leaves to be tried again.
 */
export const askForPaidMail = (tx: Tx, order: OrderRow, receiver: { toAccount?: true }): Promise<void> =>
  requestMail(tx, {
    memberId: order.buyerId,
    data: { orderId: order.id, ...receiver },
    template: order.kinds.includes('event') ? 'tickets-paid' : 'order-paid',
    onceKey: `order-paid:${order.id}`,
  })

/** The template speaks of memberships only, and could not say that it is a test: such an order sends none to a phone. */
export async function askForPaidWhatsapp({ whatsapp }: TellServices, tx: Tx, order: OrderRow): Promise<void> {
  if (!order.kinds.includes('membership')) return
  if (!whatsapp || order.testMode || !whatsappNumber(order.billing)) return
  await requestWhatsapp(tx, {
    memberId: order.buyerId,
    data: { orderId: order.id },
    template: 'order-paid',
    onceKey: `order-paid:${order.id}:whatsapp`,
  })
}

/** Writes what the buyer hears of money that was given back, once per refund. */
export async function tellGivenBack(tx: Tx, order: OrderRow, refund: RefundRow): Promise<void> {
  const onceKey = `given-back:${refund.id}`
  const title =
    refund.method === 'credit' ? m.notification_given_back_credit_title : m.notification_given_back_void_title
  const data = { refundId: refund.id, ...(await receiverOf(tx, order)) }
  await requestMail(tx, { template: 'given-back', memberId: order.buyerId, data, onceKey })
  await notify(tx, {
    receiverId: order.buyerId,
    type: 'PAYMENT_RECEIVED',
    texts: (locale) => ({
      title: testPrefix(order, locale) + title({}, { locale }),
      message: m.notification_given_back_message(
        {
          amount: formatMoney(refund.amount, refund.currency, locale),
          cause: causeWords[refund.cause]({}, { locale }),
        },
        { locale },
      ),
    }),
    data: {
      orderId: order.id,
      orgId: order.orgId,
      refundId: refund.id,
      // To the tickets, as in the mail, where there was nothing else.
      ...(order.eventId && !order.kinds.includes('membership') && { eventId: order.eventId }),
    },
    onceKey,
  })
}
