import { events } from '#contract/events.ts'
import { messages } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { paymentReturns } from '#contract/payment-returns.ts'
import { payments } from '#contract/payments.ts'
import { drawing } from '#server/documents/draw-in-thread.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route, type Route } from '#server/http/route.ts'
import { cancelOrder } from './cancel-order.ts'
import { capturePayment, declinePayment } from './settlement/report-payment.ts'
import { listClubOrders } from './office/club-orders.ts'
import { creditNotePdf } from './documents/show-credit-note.ts'
import { listUnpaidOrders } from './list-unpaid.ts'
import { listUnresolved } from './office/list-unresolved.ts'
import { openPaymentWindow, type WindowServices } from './checkout/open-payment-window.ts'
import { tokenKey } from './order-token.ts'
import { receiveCallback, returnAccepted, returnDeclined, type ReturnServices } from './settlement/gateway-callbacks.ts'
import { prepareOrder, type PrepareServices } from './checkout/prepare-order.ts'
import { quoteOrder } from './checkout/quote-order.ts'
import { receiptPdf, showReceipt } from './documents/show-receipt.ts'
import { closePayment, confirmRefund, resumePayment, retryRefund } from './office/resolve-payment.ts'
import { refundLines } from './settlement/refund-lines.ts'
import { showOrder } from './show-order.ts'
import { sendAgainByMail, sendAgainByWhatsapp, type NotifyServices } from './notifications/buyer.ts'

const paying = { transaction: 'own', rate: { calls: 20 }, impersonator: 'refused' } as const

/** Whoever gives money back also settles what came to no end. */
const refunding = office('money.refund', clubOfPath)

/** What the callback and the returns run on is kept free while everything else is taken. */
interface OrderRouteServices extends PrepareServices, WindowServices, ReturnServices, NotifyServices {
  readonly productKey: string
  /** Knows what has no chance of being ordered at this moment. */
  readonly rush: NonNullable<Route['refusedAlready']>
}

export const orderRoutes = (services: OrderRouteServices, reserved: ReturnServices) => [
  {
    ...route(orders.prepare, { may: 'member', rate: { calls: 30 } }, async (tx, buyer, input) => {
      const token = await prepareOrder(services, tx, buyer, input)
      return { token, [tokenKey(services.productKey)]: token }
    }),
    refusedAlready: services.rush,
  },
  route(orders.quote, { may: 'member', rate: { calls: 120 } }, (tx, buyer, input) =>
    quoteOrder(services.lineHandlers, tx, buyer, input),
  ),
  route(orders.state, { may: 'public', rate: { calls: 120 } }, showOrder),
  route(orders.unpaid, { may: 'member' }, (db, buyer) => listUnpaidOrders(services.secrets, db, buyer)),
  route(orders.cancel, { may: 'member' }, (tx, buyer, input) => cancelOrder(services.lineHandlers, tx, buyer, input)),
  route(orders.creditNotePdf, { may: 'member', ...drawing }, creditNotePdf),
  route(
    orders.openPaymentWindow,
    { may: 'member', transaction: 'own', rate: { calls: 20 }, impersonator: 'refused' },
    (_, buyer, input) => openPaymentWindow(services, buyer, input),
  ),
  route(
    orders.capture,
    { may: 'member', transaction: 'own', rate: { calls: 20 }, impersonator: 'refused' },
    (db, buyer, input) => capturePayment(services, db, buyer, input),
  ),
  route(
    orders.decline,
    { may: 'member', transaction: 'own', rate: { calls: 20 }, impersonator: 'refused' },
    (db, buyer, input) => declinePayment(services, db, buyer, input),
  ),
  route(payments.unresolved, { may: office('money.read', clubOfPath) }, listUnresolved),
  route(payments.resume, { may: refunding, transaction: 'own', rate: { calls: 30 } }, (db, caller, input) =>
    resumePayment(services, db, caller, input),
  ),
  route(payments.close, { may: refunding }, closePayment),
  route(payments.retryRefund, { may: refunding }, retryRefund),
  route(payments.confirmRefund, { may: refunding }, confirmRefund),
  route(orders.ofClub, { may: office('money.read', clubOfPath) }, listClubOrders),
  route(orders.refund, { may: refunding, rate: { calls: 60 } }, (tx, caller, input) =>
    refundLines(services.lineHandlers, tx, caller, input),
  ),
  route(orders.receipt, { may: 'member' }, showReceipt),
  route(orders.receiptPdf, { may: 'member', ...drawing }, receiptPdf),
  route(messages.orderPaidMail, { may: 'member', rate: { calls: 20 } }, sendAgainByMail),
  route(messages.orderPaidWhatsapp, { may: 'member', rate: { calls: 20 } }, (tx, buyer, input) =>
    sendAgainByWhatsapp(services, tx, buyer, input),
  ),
  route(paymentReturns.membershipCallback, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, __, input) =>
    receiveCallback(reserved, input),
  ),
  route(paymentReturns.membershipAccepted, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, actor, input) =>
    returnAccepted(reserved, actor, input),
  ),
  route(events.openPaymentWindow, { may: 'member', ...paying }, (_, buyer, input) =>
    openPaymentWindow(services, buyer, input),
  ),
  route(events.capture, { may: 'member', ...paying }, (db, buyer, input) => capturePayment(services, db, buyer, input)),
  route(events.decline, { may: 'member', ...paying }, (db, buyer, input) => declinePayment(services, db, buyer, input)),
  route(paymentReturns.eventCallback, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, __, input) =>
    receiveCallback(reserved, input),
  ),
  route(paymentReturns.eventAccepted, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, actor, input) =>
    returnAccepted(reserved, actor, input),
  ),
  route(paymentReturns.eventDeclined, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, __, input) =>
    returnDeclined(reserved, input),
  ),
  route(paymentReturns.membershipDeclined, { may: 'public', transaction: 'own', pool: 'reserved' }, (_, __, input) =>
    returnDeclined(reserved, input),
  ),
]
