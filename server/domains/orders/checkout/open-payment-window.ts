import type * as z from 'zod/mini'
import type { PaymentRequest } from '#contract/payments/freepay-calls.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { eq } from '#server/database/sql.ts'
import { span } from '#server/telemetry/trace.ts'
import { inTransaction, together, type Db, type Tx, withCommit } from '#server/database/db.ts'
import { orders, payments } from '#server/database/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import type { Secrets } from '#server/database/secrets.ts'
import {
  GatewayUnavailable,
  isHandleOf,
  insertPayment,
  keyOf,
  problemOfGateway,
  selectOptionalConfiguration,
  selectPayments,
  transitionPayment,
  type Gateway,
  type PaymentRow,
} from '#server/domains/payments/index.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { countryNumber } from '#contract/members/countries.ts'
import { selectAskingForRenewal } from '../paid-term-queries.ts'
import { transitionOrders } from '../order-state.ts'
import { addressErrors } from './read-selection.ts'
import { findOrder } from '../order-token.ts'
import { paymentAddresses, tokenInAddress, type PortalAddress } from './payment-addresses.ts'
import { lockOrder, updateAutoRenewal, type OrderRow, type OrderWithOrganisation } from '../queries.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { requireTakeable } from './require-takeable.ts'

/** Longer than the gateway's own time-out. */
const LINK_SECONDS = 12

export interface WindowServices extends PortalAddress {
  readonly db: Db
  readonly secrets: Secrets
  readonly gateway: Gateway
  readonly lineHandlers: LineItemHandlers
  readonly countryCodesIso: boolean
}

type WindowRequest = z.infer<typeof PaymentRequest> & {
  freepayauthtoken: string
  /** The event in the caller's path; must match the order's. */
  eventId?: string
  /** At an event: what the client calls the order and the registration. */
  referenceKey?: string | undefined
  eveEntryId?: string | undefined
}

/**
 * Opens the payment window of an order for its buyer. While a window is open the same link is returned, so that a
 * double click or a lost response leads to one payment.
 */
export async function openPaymentWindow(services: WindowServices, buyer: MemberActor, request: WindowRequest) {
  const { db, secrets } = services
  const token = tokenInAddress(request.CustomerAcceptUrl, services.productKey)
  const order = await findOrder(db, token)
  if (!token || order?.buyerId !== buyer.memberId) throw new Problem('order_not_found')
  if (request.eventId !== undefined && request.eventId !== order.eventId) throw new Problem('order_not_found')

  const attempt = await inTransaction(db, (tx) => beginAttempt(services, tx, buyer, order, request), {
    pipelined: true,
  })
  crashPoint('link.intended')
  const keys = {
    ...(request.referenceKey && { referenceKey: request.referenceKey }),
    ...(request.eveEntryId && { eveEntryId: request.eveEntryId }),
  }
  if (attempt.windowLink) return { paymentWindowLink: attempt.windowLink, ...keys }
  const key = keyOf(secrets, attempt.configuration)
  const agreed = { ...order, autoRenewal: attempt.autoRenewal, billing: attempt.billing }
  try {
    const paymentWindowLink = await span('orders.open-window', { kind: 'internal', parent: order.traceparent }, () =>
      requestLink(services, agreed, token, key, attempt.id),
    )
    return { paymentWindowLink, ...keys }
  } catch (error) {
    const atEvent = request.eventId !== undefined
    throw problemOfGateway(error, {
      unavailable: atEvent ? 'event_payment_not_started' : 'payment_request_failed',
      refused: 'payment_request_failed',
    })
  }
}

/**
 * Checks the order under its lock, extends its hold for the window, and records that a link is about to be requested.
 */
async function beginAttempt(
  services: WindowServices,
  tx: Tx,
  buyer: MemberActor,
  found: OrderWithOrganisation,
  request: WindowRequest,
) {
  const [order, attempts, configuration, { state }] = await together(
    tx,
    () => lockOrder(tx, found.id),
    () => selectPayments(tx, found.id),
    () => selectOptionalConfiguration(tx, found.orgId),
    () => selectOrganisation(tx, found.orgId),
  )
  if (!configuration) throw new Problem('payment_not_configured')
  if (!isHandleOf(services.secrets, request.freepayauthtoken, buyer.memberId, order.orgId, tx.now)) {
    throw new Problem('payment_handle_invalid')
  }
  if (order.status === 'paid' || order.status === 'refunded') throw new Problem('order_paid')
  if (order.status !== 'open' && order.status !== 'declined') throw new Problem('order_ended')
  // One that costs nothing is accepted instead.
  if (order.total === 0 || Number(request.Amount) !== order.total || request.Currency !== order.currency)
    throw new Problem('amount_mismatch')

  if (attempts.some((one) => isUnderWay(one, tx.now))) throw new Problem('payment_in_progress', { retryAfter: 2 })
  const billing = await billingAtWindow(tx, order)
  await requireTakeable(services.lineHandlers, tx, buyer, order, request.GdprAgreement)
  const { referenceKey, eveEntryId: entryKey } = request
  if (referenceKey || entryKey)
    await tx
      .update(orders)
      .set({ ...(referenceKey && { referenceKey }), ...(entryKey && { entryKey }) })
      .where(eq(orders.id, order.id))
  const cause = { reason: 'payment window opened', actorId: buyer.actorId, subjectId: buyer.memberId }
  if (order.status === 'declined') await transitionOrders(tx, [order.id], 'open', cause)
  const asks = (await selectAskingForRenewal(tx, [order])).has(order.id)
  const autoRenewal = (asks ? request.AutoRenewal : undefined) ?? order.autoRenewal
  const isAsAgreed = autoRenewal === order.autoRenewal
  if (!isAsAgreed) await updateAutoRenewal(tx, order.id, autoRenewal)
  const open = attempts.find((attempt) => attempt.status === 'linked' && attempt.createdAt > hourAgo(tx.now))
  // An open window keeps the renewal choice it was created with, so a different choice needs a new one.
  if (open && isAsAgreed) {
    await updateDevice(tx, open.id, buyer.via.device)
    return { id: open.id, windowLink: open.windowLink, autoRenewal, configuration, billing }
  }
  // A pause starts no payment. One whose window is open settles.
  if (!sells(state)) throw new Problem('club_paused')

  const id = newId()
  withCommit(
    tx,
    () => insertPayment(tx, order, buyer.via.device, id),
    () => transitionPayment(tx, id, 'linking', cause),
  )
  return { id, windowLink: null, autoRenewal, configuration, billing }
}

/** Whoever made the order may not know where its buyer lives: then their profile has to say so before a card is charged. */
async function billingAtWindow(tx: Tx, { id, billing, buyerId }: OrderRow): Promise<OrderRow['billing']> {
  if (addressErrors(billing).length === 0) return billing
  const buyer = (await selectOptionalMember(tx, buyerId))!
  const { addressLine1, addressLine2, addressLine3, postCode, city, country } = buyer
  const whole = { ...billing, addressLine1, addressLine2, addressLine3, postCode, city, country }
  const wrong = addressErrors(whole)
  if (wrong.length > 0) throw new Problem('address_incomplete', { errors: wrong })
  await tx.update(orders).set({ billing: whole }).where(eq(orders.id, id))
  return whole
}

/** The money is authorised, or another click is requesting a link right now: a second window could be paid twice. */
const isUnderWay = ({ status, createdAt }: PaymentRow, now: Date) =>
  status === 'authorised' ||
  status === 'capturing' ||
  ((status === 'linking' || status === 'authorising') && createdAt > new Date(now.getTime() - LINK_SECONDS * 1000))

/** The gateway closes its window after an hour; we open a new one ten minutes earlier. */
const hourAgo = (now: Date) => new Date(now.getTime() - 50 * 60_000)

/** Requests the link outside any transaction. An attempt without a link is voided: nobody can have seen its window. */
async function requestLink(
  services: WindowServices,
  order: OrderWithOrganisation,
  token: string,
  key: string,
  paymentId: string,
) {
  try {
    const { paymentIdentifier, windowLink } = await services.gateway.createLink(
      key,
      linkRequest(services, order, token),
    )
    crashPoint('link.made')
    const isLinked = await inTransaction(
      services.db,
      (tx) => transitionPayment(tx, paymentId, 'linked', { reason: 'link made' }, { paymentIdentifier, windowLink }),
      { pipelined: true },
    )
    // A payment in this window would belong to no attempt.
    if (!isLinked) throw new GatewayUnavailable('Payment link arrived after its attempt had ended')
    crashPoint('link.noted')
    return windowLink
  } catch (error) {
    await inTransaction(services.db, (tx) => transitionPayment(tx, paymentId, 'voided', { reason: 'no link' }))
    throw error
  }
}

function linkRequest(services: WindowServices, order: OrderWithOrganisation, token: string) {
  const { billing } = order
  return {
    amount: order.total,
    currency: order.currency,
    orderNumber: order.number,
    ...paymentAddresses(services, order, token),
    billingAddress: {
      AddressLine1: billing.addressLine1,
      AddressLine2: billing.addressLine2,
      AddressLine3: billing.addressLine3,
      City: billing.city,
      PostCode: billing.postCode,
      Country: countryNumber(billing.country, services.countryCodesIso) ?? '',
    },
    email: billing.email,
    language: order.language,
    testMode: order.testMode,
    saveCard: order.autoRenewal,
  }
}

/** The window may have been reopened in another browser. */
const updateDevice = (tx: Tx, id: string, device: string) =>
  tx.update(payments).set({ device }).where(eq(payments.id, id))
