export { freepayGateway, GatewayRefused, type Authorization, type Gateway } from './gateway.ts'
export { problemOfGateway } from './gateway-problem.ts'
export { holdsHandle } from './payment-handle.ts'
export { transitionPayment } from './payment-state.ts'
export { paymentRoutes } from './routes.ts'
export {
  endCapture,
  insertPayment,
  KEY_PURPOSE,
  keyOf,
  selectConfiguration,
  selectOptionalConfiguration,
  selectUnfinishedPayments,
  selectOptionalPayment,
  selectPaymentFacts,
  selectPayments,
  takeOverCapture,
  updateDeclineWords,
  type PaymentRow,
} from './queries.ts'
