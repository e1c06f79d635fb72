export { freepayGateway, type Authorization, type Gateway } from './gateway.ts'
export { GatewayRefused } from './gateway-call.ts'
export { problemOfGateway } from './gateway-problem.ts'
export { holdsHandle } from './payment-handle.ts'
export { transitionPayment } from './payment-state.ts'
export { paymentRoutes } from './routes.ts'
export {
  insertPayment,
  KEY_PURPOSE,
  keyOf,
  noteRefusal,
  selectConfiguration,
  selectOptionalConfiguration,
  selectOptionalPayment,
  selectPaymentFacts,
  selectPayments,
  selectPaymentsOf,
  takeOverCapture,
  updateDeclineWords,
  type PaymentRow,
} from './queries.ts'
export {
  claimRefund,
  insertCreditNote,
  insertRefund,
  noteRefundRefusal,
  selectOptionalRefund,
  selectOptionalRefundOf,
  selectRefunds,
  type CreditNoteRow,
  type RefundRow,
} from './refund-queries.ts'
export { transitionRefund } from './refund-state.ts'
export { selectForgottenLinks, takeUnfinishedRefunds, takeUnsettledPayments } from './unfinished-queries.ts'
