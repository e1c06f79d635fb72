import type { Db } from '#server/database/db.ts'
import { problemOfGateway } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findPaymentOrder } from './find-payment-order.ts'
import { selectOrder } from '../queries.ts'
import { settleNow } from '../settlement/settle-soon.ts'
import type { SettleServices } from '../settlement/settlement.ts'

export interface CaptureInput {
  readonly authorizationIdentifier: string
  /** A line's id, as the step-by-step calls give it out; a ticket's or an attempt's. */
  readonly membershipHistoryPaymentId?: string | undefined
  /** Minor units; checked, not used. */
  readonly amount?: number | undefined
  /** Of the calls about tickets. */
  readonly eventId?: string
  readonly freepayauthtoken: string
}

/** The wire's capture call: makes sure that the buyer's payment is settled. Money is taken once, however often it is called. */
export async function capturePayment(services: SettleServices, db: Db, buyer: MemberActor, input: CaptureInput) {
  const { membershipHistoryPaymentId: paymentId, eventId, authorizationIdentifier, freepayauthtoken: handle } = input
  const named = { paymentId, eventId, authorizationIdentifier, handle }
  const order = await findPaymentOrder(services.secrets, db, buyer, named)
  if (input.amount !== undefined && input.amount !== order.total) throw new Problem('amount_mismatch')

  const trigger = {
    orderId: order.id,
    authorizationIdentifier,
    device: buyer.via.device,
  }
  const settlement = await settleNow(services, trigger).catch((error: unknown) => {
    throw problemOfGateway(error, { unavailable: 'payment_capture_failed', refused: 'payment_capture_failed' })
  })
  if (settlement === 'refused' || settlement === 'absent') throw new Problem('payment_not_found')
  return { status: (await selectOrder(db, order.id)).status }
}
