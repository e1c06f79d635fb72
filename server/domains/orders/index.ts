export { orderJobs, orderSchedule } from './jobs.ts'
export { billingLine, countryWords } from './documents/document-parties.ts'
export { documentsOf } from './documents/documents-of.ts'
export { priceWords } from './documents/line-words.ts'
export { amountText, findLinePayment } from './line-payment.ts'
export { orderMails, orderWhatsapps } from './notifications/mails.ts'
export { sealToken } from './order-token.ts'
export { countTests, endTests } from './settlement/end-tests.ts'
export { causes, isByPerson } from './end-causes.ts'
export { offerOrder } from './checkout/offer-order.ts'
export { askForRefund, cancelFreeLine, refundLines, refundOwnLine, stopRefund } from './settlement/refund-lines.ts'
export { insertByHand } from './office/add-by-hand.ts'
export { type ByHandServices, createOrderByHand } from './office/order-by-hand.ts'
export { isToReturn, owedBy, readOwed, tickRefund, type WhichOwed } from './invoices/owes.ts'
export { endUnsoldOrder, expireOrders } from './cancel-order.ts'
export { retryRefund } from './office/resolve-payment.ts'
export { addressOf, buyerLanguage } from './notifications/mail-parts.ts'
export { type PaidTerm, renewsAfter, renewsByCardSql, renewsMembership, selectPaidTerms } from './paid-term-queries.ts'
export {
  hasOrders,
  isOfErased,
  lockOrder,
  type OrderRow,
  selectBuyerEmails,
  selectLines,
  selectNewestOrders,
  selectOrder,
  selectOrdersWithReceipt,
  selectOwnOrders,
  visibleTo as orderVisibleTo,
} from './queries.ts'
export { priceBasket } from './line-items.ts'
export type { PrepareServices } from './checkout/prepare-order.ts'
export { type RequestedItem, requestedItem } from './line-kinds.ts'
export { isReplacedBy, selectReplaceableOrders } from './replaceable-queries.ts'
export { releaseAfterUnlink } from './release-after-unlink.ts'
export { orderRoutes, paying, type PayServices } from './routes.ts'
export { openPaymentWindow } from './checkout/open-payment-window.ts'
export { capturePayment, declinePayment } from './settlement/report-payment.ts'
export { settlementRoutes } from './settlement/routes.ts'
export type {
  BoughtLine,
  Coupons,
  Discount,
  HeldOrder,
  Reservation,
  LineItemHandler,
  LineItemHandlers,
  Lines,
  PaidOrder,
  AnswerToKeep,
  PricedEvent,
  PricedLine,
  PricedMembership,
  RefusedLine,
  SelectedEvent,
  SelectedLine,
  SelectedMembership,
} from './line-item-handler.ts'
export { selectWeek } from './office/week.ts'
export { skipReceiptNumbers } from './office/receipt-gaps.ts'
export { salesMeasures } from './office/sales-metric.ts'
export { listUnpaidOrders } from './list-unpaid.ts'
export { countUnresolved, unresolvedOfAll, unresolvedPayments } from './office/list-unresolved.ts'
export { beginCardPayment, endUnpaidOrder, payabilityOfOrder, recordCardAnswer } from './renewal/charge-card.ts'
export { prepareRenewal, selectUnpaidTokens } from './renewal/prepare-renewal.ts'
export { renewPaidJob } from './settlement/complete-order.ts'
export type { WhichPayments } from './office/club-orders.ts'
export { type PaymentRow, readPaymentRows } from './office/payment-rows.ts'
