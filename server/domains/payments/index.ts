export { forgetCardHandler, forgetSavedCard } from './forget-card.ts'
export { type Authorization, freepayGateway, type Gateway, managementApi } from './gateway.ts'
export { GatewayRefused, GatewayUnavailable, problemOfGateway } from './gateway-call.ts'
export type { CardAnswer } from './gateway-cards.ts'
export { holdsHandle } from './payment-handle.ts'
export { transitionPayment } from './payment-state.ts'
export { paymentRoutes } from './routes.ts'
export {
  insertPayment,
  KEY_PURPOSE,
  keyOf,
  type PaymentRow,
  recordRefusal,
  selectConfiguration,
  selectOptionalConfiguration,
  selectOptionalPayment,
  selectPaymentFacts,
  selectPayments,
  selectPaymentsOf,
  selectTestModes,
  takeOverCapture,
  updateDeclineWords,
  updateDevice,
} from './queries.ts'
export {
  claimRefund,
  insertCreditNote,
  insertLineRefund,
  insertRefund,
  recordCreditCall,
  recordDifference,
  recordRefundRefusal,
  type RefundRow,
  type RefundWithNote,
  selectOptionalRefund,
  selectOptionalRefundOf,
  selectRefunds,
  selectRefundsOf,
  sumRefunded,
  withdrawCreditCall,
} from './refund-queries.ts'
export {
  insertCard,
  isAuthorizationKnown,
  lockCard,
  recordReportedCard,
  selectCardsByIdentifier,
  selectOptionalCapturedPayment,
  selectOptionalCard,
  selectSavedCards,
} from './saved-card-queries.ts'
export { transitionRefund } from './refund-state.ts'
export { selectForgottenLinks, takeUnfinishedRefunds, takeUnsettledPayments } from './unfinished-queries.ts'
