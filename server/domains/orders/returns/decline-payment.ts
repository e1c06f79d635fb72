import { inTransaction, type Db } from '#server/database/db.ts'
import { problemOfGateway } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findPaymentOrder } from './find-payment-order.ts'
import { selectOrder } from '../queries.ts'
import { recordDecline, type DeclineFacts } from './record-decline.ts'
import { settleNow } from '../settlement/settle-soon.ts'
import type { SettleServices } from '../settlement/settlement.ts'

export interface DeclineInput extends DeclineFacts {
  /** The zero GUID where nothing was authorised. */
  readonly authorizationIdentifier: string
  readonly membershipHistoryPaymentId: string
  /** Of the calls about tickets. */
  readonly eventId?: string
  readonly freepayauthtoken: string
}

/**
 * The wire's decline call: the buyer's browser says that a payment did not pass. An authorisation that it names is looked at
 * first, and settled where the gateway knows it; paid never becomes declined.
 */
export async function declinePayment(services: SettleServices, db: Db, buyer: MemberActor, input: DeclineInput) {
  const { authorizationIdentifier, membershipHistoryPaymentId: paymentId, eventId, freepayauthtoken: handle } = input
  const named = { paymentId, eventId, authorizationIdentifier, handle }
  const order = await findPaymentOrder(services.secrets, db, buyer, named)
  const authorised = !/^[0-]+$/.test(authorizationIdentifier) && (await settle(services, order.id, input, buyer))
  if (!authorised) {
    const { gatewayreason, reason, acquirer } = input
    await inTransaction(db, (tx) => recordDecline(tx, order.id, { gatewayreason, reason, acquirer }))
  }
  return { status: (await selectOrder(db, order.id)).status }
}

/** @returns false when the gateway knows no such authorisation */
async function settle(services: SettleServices, orderId: string, input: DeclineInput, buyer: MemberActor) {
  const { authorizationIdentifier } = input
  const trigger = { orderId, authorizationIdentifier, device: buyer.via.device }
  const settlement = await settleNow(services, trigger).catch((error: unknown) => {
    throw problemOfGateway(error, { unavailable: 'payment_decline_failed', refused: 'payment_decline_failed' })
  })
  if (settlement === 'refused') throw new Problem('payment_not_found')
  return settlement !== 'absent'
}
