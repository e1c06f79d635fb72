import { paymentReturns } from '#contract/orders/payment-returns.ts'
import { payments } from '#contract/payments/payments.ts'
import type { Db } from '#server/database/db.ts'
import { clubOfPath } from '#server/domains/organisations/index.ts'
import { office, route } from '#server/http/route.ts'
import { listUnresolved } from '../office/list-unresolved.ts'
import { closePayment, confirmRefund, resumePayment, retryRefund } from '../office/resolve-payment.ts'
import { receiveCallback, returnAccepted, returnDeclined, type ReturnServices } from './gateway-callbacks.ts'

interface SettlementServices extends ReturnServices {
  /** The database pool reserved for callbacks and returns, so that they work under load. */
  readonly reserved: Db
}

const fromGateway = {
  may: 'public',
  transaction: 'own',
  pool: 'reserved',
  rate: { none: 'all payments come from the few addresses of the gateway, and a refused one stays unsettled' },
} as const

/** The scope that allows refunds also allows settling unfinished payments. */
const refunding = office('money.refund', clubOfPath)

/** Routes that finish payments: callbacks and returns of the gateway, and the office. */
export const settlementRoutes = (services: SettlementServices) => {
  const reserved = { ...services, db: services.reserved }
  return [
    route(paymentReturns.membershipCallback, fromGateway, (_, __, input) => receiveCallback(reserved, input)),
    route(paymentReturns.membershipAccepted, fromGateway, (_, actor, input) => returnAccepted(reserved, actor, input)),
    route(paymentReturns.membershipDeclined, fromGateway, (_, __, input) => returnDeclined(reserved, input)),
    route(paymentReturns.eventCallback, fromGateway, (_, __, input) => receiveCallback(reserved, input)),
    route(paymentReturns.eventAccepted, fromGateway, (_, actor, input) => returnAccepted(reserved, actor, input)),
    route(paymentReturns.eventDeclined, fromGateway, (_, __, input) => returnDeclined(reserved, input)),
    route(payments.unresolved, { may: office('money.read', clubOfPath) }, listUnresolved),
    route(payments.resume, { may: refunding, transaction: 'own', rate: { calls: 30 } }, (db, caller, input) =>
      resumePayment(services, db, caller, input),
    ),
    route(payments.close, { may: refunding }, closePayment),
    route(payments.retryRefund, { may: refunding }, retryRefund),
    route(payments.confirmRefund, { may: refunding }, confirmRefund),
  ]
}
