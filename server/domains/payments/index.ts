export { freepayGateway, GatewayRefused, GatewayUnavailable, type Authorization, type Gateway } from './gateway.ts'
export { holdsHandle } from './payment-handle.ts'
export { transitionPayment } from './payment-state.ts'
export { paymentRoutes } from './routes.ts'
export {
  endCapture,
  insertPayment,
  KEY_PURPOSE,
  keyOf,
  selectOptionalConfiguration,
  selectOptionalPayment,
  selectPaymentFacts,
  selectPayments,
  takeOverCapture,
  updateDeclineWords,
  type PaymentRow,
} from './queries.ts'
