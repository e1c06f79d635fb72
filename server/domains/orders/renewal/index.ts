export { beginCardPayment, endUnpaidOrder, noteCardAnswer, standingOfOrder } from './charge-card.ts'
export { prepareRenewal } from './prepare-renewal.ts'
export { renewPaidJob } from './renewal-job.ts'
export { selectUnpaidTokens } from './renewal-order-queries.ts'
