import { portalNow } from '#server/database/clock.ts'
import { type Db, inTransaction, type Reader } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { and, desc, eq, sql } from '#server/database/sql.ts'
import { isHandleOf, problemOfGateway, selectOptionalPayment } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isVisibleTo, type OrderRow, selectOptionalLine, selectOrder, visibleTo } from '../queries.ts'
import { type DeclineFacts, recordDecline } from './record-decline.ts'
import { settleNow } from './settle-soon.ts'
import type { SettleServices } from './settlement.ts'

interface CaptureInput {
  readonly authorizationIdentifier: string
  /** The id of a line, as the step-by-step calls return it, or of a ticket or attempt. */
  readonly membershipHistoryPaymentId?: string | undefined
  /** Minor units. Checked against the order, not used. */
  readonly amount?: number | undefined
  /** Of the ticket calls. */
  readonly eventId?: string
  readonly freepayauthtoken: string
}

/** The wire's capture call: settles the buyer's payment. Money is captured once, however often it is called. */
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

interface DeclineInput extends DeclineFacts {
  /** The zero GUID if nothing was authorised. */
  readonly authorizationIdentifier: string
  readonly membershipHistoryPaymentId: string
  /** Of the ticket calls. */
  readonly eventId?: string
  readonly freepayauthtoken: string
}

/**
 * The wire's decline call: the buyer's browser reports a declined payment. If it names an authorisation that the
 * gateway knows, that is settled instead; paid never becomes declined.
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

/** @returns false if the gateway does not know the authorisation */
async function settle(services: SettleServices, orderId: string, input: DeclineInput, buyer: MemberActor) {
  const { authorizationIdentifier } = input
  const trigger = { orderId, authorizationIdentifier, device: buyer.via.device }
  const settlement = await settleNow(services, trigger).catch((error: unknown) => {
    throw problemOfGateway(error, { unavailable: 'payment_decline_failed', refused: 'payment_decline_failed' })
  })
  if (settlement === 'refused') throw new Problem('payment_not_found')
  return settlement !== 'absent'
}

interface NamedPayment {
  /** `membershipHistoryPaymentId`: the id of a line, a ticket or an attempt. */
  readonly paymentId: string | undefined
  /** The event whose tickets are paid; must be the order's. */
  readonly eventId: string | undefined
  readonly authorizationIdentifier: string
  readonly handle: string
}

/**
 * The order that a client means, if the caller is its buyer and shows the handle for its club; a foreign order is
 * answered like an unknown one. Without an id it is the caller's order at the event: the one paid by this
 * authorisation, else the newest.
 */
async function findPaymentOrder(
  secrets: Secrets,
  db: Db,
  buyer: MemberActor,
  { paymentId, eventId, authorizationIdentifier, handle }: NamedPayment,
): Promise<OrderRow> {
  const order =
    paymentId !== undefined
      ? await orderOf(db, buyer, paymentId)
      : eventId === undefined
        ? null
        : await selectOptionalOrderAt(db, buyer, { eventId, authorizationIdentifier })
  if (!order || (eventId !== undefined && order.eventId !== eventId)) throw new Problem('payment_not_found')
  if (!isHandleOf(secrets, handle, buyer.memberId, order.orgId, await portalNow(db)))
    throw new Problem('payment_handle_invalid')
  return order
}

async function orderOf(db: Db, buyer: MemberActor, id: string): Promise<OrderRow | null> {
  const bought = (await selectOptionalLine(db, buyer, { id })) ?? (await selectOptionalLine(db, buyer, { entryId: id }))
  if (bought) return bought.order
  const attempt = await selectOptionalPayment(db, id)
  const order = attempt && (await selectOrder(db, attempt.orderId))
  return order && isVisibleTo(order, buyer) ? order : null
}

/** A buyer's order at an event: the one paid by this authorisation, else the newest. */
async function selectOptionalOrderAt(
  db: Reader,
  buyer: MemberActor,
  which: { eventId: string; authorizationIdentifier: string },
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(visibleTo(buyer), eq(orders.eventId, which.eventId)))
    .orderBy(
      sql`exists (select from payments where payments.order_id = ${orders.id}
        and payments.authorization_identifier = ${which.authorizationIdentifier}) desc`,
      desc(orders.id),
    )
    .limit(1)
  return row ?? null
}
