export { beginCardPayment, endUnpaidOrder, noteCardAnswer, standingOfOrder } from './charge-card.ts'
export { formatDay, formatPeriod } from './date-text.ts'
export { orderJobs, orderSchedule } from './jobs.ts'
export { amountText, findLinePayment } from './line-payment.ts'
export { orderMails, orderWhatsapps } from './messages.ts'
export { formatMoney } from './money-text.ts'
export { sealToken } from './order-token.ts'
export { selectPaidTerms, type PaidTerm } from './paid-terms.ts'
export {
  hasOrders,
  selectLines,
  selectOrder,
  selectOrdersWithReceipt,
  selectReplaceableOrders,
  type OrderRow,
} from './queries.ts'
export { prepareRenewal } from './prepare-renewal.ts'
export type { PrepareServices } from './prepare-order.ts'
export { renewPaidJob } from './renewal-job.ts'
export { selectUnpaidTokens } from './renewal-order-queries.ts'
export { orderRoutes } from './routes.ts'
export type { BoughtLine, HeldLine, Hold, PricedLine, SelectedLine, Seller, Sellers } from './seller.ts'
export { unresolvedPayments } from './unresolved-metric.ts'
