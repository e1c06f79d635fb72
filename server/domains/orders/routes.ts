import { messages } from '#contract/notifications/messages.ts'
import { byHand } from '#contract/orders/by-hand.ts'
import { orders } from '#contract/orders/orders.ts'
import { drawing } from '#server/documents/draw-in-thread.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route, type Route } from '#server/http/route.ts'
import { acceptOrder } from './checkout/accept-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { capturePayment, declinePayment } from './settlement/report-payment.ts'
import { listClubOrders, listOrdersOfMember } from './office/club-orders.ts'
import { listOwes, listRefundsByHand, tickRefund } from './invoices/owes.ts'
import { cancelInvoice, recordPayment } from './invoices/record-payment.ts'
import { remindNow } from './invoices/remind.ts'
import { addByHand } from './office/add-by-hand.ts'
import { addPerson, findDuplicates, findPeople, showOffers } from './office/people-by-hand.ts'
import { quoteByHand } from './office/price-by-hand.ts'
import { creditNotePdf } from './documents/show-credit-note.ts'
import { listUnpaidOrders } from './list-unpaid.ts'
import { openPaymentWindow, type WindowServices } from './checkout/open-payment-window.ts'
import { tokenKey } from './order-token.ts'
import type { SettleServices } from './settlement/settlement.ts'
import { submitOrder, type PrepareServices } from './checkout/prepare-order.ts'
import { quoteSelection } from './checkout/quote-order.ts'
import { receiptPdf, showReceipt } from './documents/show-receipt.ts'
import { askForRefund } from './settlement/refund-lines.ts'
import { showOrder } from './show-order.ts'
import { sendAgainByMail, sendAgainByWhatsapp, type NotifyServices } from './notifications/buyer.ts'

/** A payment can only be made by its buyer. */
export const paying = { may: 'member', transaction: 'own', rate: { calls: 20 }, impersonator: 'refused' } as const

export interface PayServices extends WindowServices, SettleServices {}

interface OrderServices extends PrepareServices, PayServices, NotifyServices {
  readonly productKey: string
  /** Refuses early what is known to be sold out. */
  readonly soldOut: { readonly precheck: NonNullable<Route['precheck']> }
}

export const orderRoutes = (services: OrderServices) => [
  {
    ...route(
      orders.prepare,
      { may: 'member', rate: { calls: 30 }, transaction: 'own', limiter: 'calls' },
      async (db, buyer, input) => {
        const token = await submitOrder(services, db, buyer, input)
        return { token, [tokenKey(services.productKey)]: token }
      },
    ),
    precheck: services.soldOut.precheck,
  },
  route(
    orders.quote,
    { may: 'member', rate: { calls: 120 }, transaction: 'own', limiter: 'calls' },
    (db, buyer, input) => quoteSelection(services.lineHandlers, db, buyer, input),
  ),
  route(orders.state, { may: 'public', rate: { calls: 120 } }, showOrder),
  route(orders.unpaid, { may: 'member' }, (db, buyer) => listUnpaidOrders(services.secrets, db, buyer)),
  route(orders.accept, { may: 'member', rate: { calls: 20 }, impersonator: 'refused' }, (tx, buyer, input) =>
    acceptOrder(services, tx, buyer, input),
  ),
  route(orders.cancel, { may: 'member' }, (tx, buyer, input) => cancelOrder(services.lineHandlers, tx, buyer, input)),
  route(orders.creditNotePdf, { may: 'member', ...drawing }, creditNotePdf),
  route(orders.openPaymentWindow, paying, (_, buyer, input) => openPaymentWindow(services, buyer, input)),
  route(orders.capture, paying, (db, buyer, input) => capturePayment(services, db, buyer, input)),
  route(orders.decline, paying, (db, buyer, input) => declinePayment(services, db, buyer, input)),
  route(orders.ofClub, { may: office('money.read', clubOfPath) }, listClubOrders),
  route(orders.ofMember, { may: office('money.read', clubOfPath) }, listOrdersOfMember),
  route(orders.refund, { may: office('money.refund', clubOfPath), rate: { calls: 60 } }, askForRefund),
  route(byHand.offers, { may: office('members.add', clubOfPath) }, (db, caller, input) =>
    showOffers(services.lineHandlers, db, caller, input),
  ),
  route(byHand.people, { may: office('members.add', clubOfPath) }, findPeople),
  route(byHand.duplicates, { may: office('members.add', clubOfPath) }, findDuplicates),
  // Its refusals say whether an address has an account.
  route(byHand.addPerson, { may: office('members.add', clubOfPath), rate: { calls: 60, daily: 300 } }, addPerson),
  route(
    byHand.quote,
    { may: office('members.add', clubOfPath), rate: { calls: 120 }, transaction: 'own', limiter: 'calls' },
    (db, caller, input) => quoteByHand(services.lineHandlers, db, caller, input),
  ),
  route(
    byHand.add,
    { may: office('members.add', clubOfPath), rate: { calls: 60, daily: 300 }, transaction: 'own' },
    (db, caller, input) => addByHand(services, db, caller, input),
  ),
  route(
    byHand.record,
    { may: office('money.refund', clubOfPath), rate: { calls: 60 }, transaction: 'own' },
    (db, caller, input) => recordPayment(services, db, caller, input),
  ),
  route(byHand.cancel, { may: office('money.refund', clubOfPath) }, (tx, caller, input) =>
    cancelInvoice(services.lineHandlers, tx, caller, input),
  ),
  route(byHand.owes, { may: office('money.read', clubOfPath) }, listOwes),
  route(byHand.remind, { may: office('money.refund', clubOfPath), rate: { calls: 20 } }, remindNow),
  route(byHand.refunds, { may: office('money.read', clubOfPath) }, listRefundsByHand),
  route(byHand.refunded, { may: office('money.refund', clubOfPath) }, tickRefund),
  route(orders.receipt, { may: 'member' }, showReceipt),
  route(orders.receiptPdf, { may: 'member', ...drawing }, receiptPdf),
  route(messages.orderPaidMail, { may: 'member', rate: { calls: 20 } }, sendAgainByMail),
  route(messages.orderPaidWhatsapp, { may: 'member', rate: { calls: 20 } }, (tx, buyer, input) =>
    sendAgainByWhatsapp(services, tx, buyer, input),
  ),
]
