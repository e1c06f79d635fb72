export { forgetCardHandler, forgetSavedCard } from './forget-card.ts'
export { type Authorization, freepayGateway, type Gateway, managementApi } from './gateway.ts'
export { GatewayRefused, GatewayUnavailable, problemOfGateway } from './gateway-call.ts'
export type { CardAnswer } from './gateway-cards.ts'
export { isKnownKey, storeGatewayKey } from './gateway-key.ts'
export { paymentMails, recordMerchant, hasNewMerchant } from './merchant.ts'
export { isHandleOf } from './payment-handle.ts'
export { isUnderWay, transitionPayment } from './payment-state.ts'
export { paymentRoutes } from './routes.ts'
export {
  insertPayment,
  KEY_PURPOSE,
  keyOf,
  type PaymentRow,
  selectConfiguration,
  selectOptionalConfiguration,
  selectOptionalPayment,
  selectPaymentFacts,
  selectPayments,
  selectPaymentsOf,
  selectTestModes,
} from './queries.ts'
export {
  claimRefund,
  recordCreditCall,
  type GatewayRefund,
  type RefundRow,
  type RefundWithNote,
  selectOptionalRefund,
  selectOptionalRefundOf,
  selectRefunds,
  selectRefundsOf,
  transitionRefund,
  withdrawCreditCall,
} from './refund-state.ts'
export { lockCard, selectCardsByIdentifier, selectOptionalCard, selectSavedCards } from './saved-card-queries.ts'
export { insertTakenPayment, isByHand, type Taken, takenByHand } from './taken-by-hand.ts'
