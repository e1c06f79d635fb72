import { addDays, copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import {
  beginCardPayment,
  endUnpaidOrder,
  type OrderRow,
  prepareRenewal,
  type PrepareServices,
  priceBasket,
  selectLines,
  payabilityOfOrder,
} from '#server/domains/orders/index.ts'
import { memberItself } from '#server/http/actor.ts'
import { selectSuccessors } from '../next-season.ts'
import { raiseAmounts } from './announce-queries.ts'
import * as queries from './charge-queries.ts'
import { transitionCharge } from './charge-state.ts'
import { notifyRenewalWithdrawn } from './notifications.ts'
import { lastTryDay, nextTryDay, NOTICE_DAYS } from './renewal-days.ts'

/** A charge whose attempt is recorded and not yet sent to the gateway. */
export interface BegunCharge {
  readonly charge: queries.ChargeRow
  readonly order: OrderRow
  readonly paymentId: string
  readonly card: string
}

type Planned = queries.PlannedRenewal

/**
 * Transaction 1 of a charge: locks it, checks everything again, creates the order if there is none, and records that
 * the card is about to be charged. The attempt counts from here and the next one is scheduled, so that a card is
 * never charged twice for one attempt even if this process dies.
 * @returns null if there is nothing to charge now
 */
export async function beginCharge(services: PrepareServices, tx: Tx, id: string): Promise<BegunCharge | null> {
  const charge = await queries.lockCharge(tx, id)
  const today = copenhagenDate(tx.now)
  const open = charge.status === 'announced' || charge.status === 'failing'
  if (!open || charge.nextTry === null || charge.nextTry > today) return null

  const before = charge.orderId ? await payabilityOfOrder(tx, charge.orderId) : null
  if (before?.payability === 'busy') return null
  if (before?.payability === 'paid') {
    await transitionCharge(tx, id, 'paid', 'order paid')
    await queries.updateCharge(tx, id, { nextTry: null })
    return null
  }
  if (before?.order.status === 'cancelled' && before.order.replacedBy === null)
    return withdrawAll(tx, charge, queries.CANCELLED)
  // Due again once it is announced.
  if (!charge.told) return null

  const planned = await queries.selectPlanned(tx, charge)
  for (const [obstacle, rows] of Map.groupBy(planned, (one) => one.obstacle))
    if (obstacle !== null)
      await queries.withdrawRenewals(
        tx,
        rows.map((one) => one.id),
        obstacle,
      )
  const ready = planned.filter((one) => one.obstacle === null)
  const order = await orderFor(services, tx, { charge, today, ready, before: before?.order ?? null })
  const card = ready[0]?.card
  if (!order || !card) return null
  if (order.total === 0) {
    await transitionCharge(tx, id, 'paid', 'nothing to pay')
    await queries.updateCharge(tx, id, { nextTry: null, orderId: order.id })
    return null
  }
  const tries = charge.tries + 1
  const paymentId = await beginCardPayment(tx, order, card)
  await queries.updateCharge(tx, id, {
    tries,
    nextTry: nextTryDay(today, tries),
    triedAt: tx.now,
    orderId: order.id,
  })
  return { charge: { ...charge, tries }, order, paymentId, card }
}

interface Occasion {
  readonly charge: queries.ChargeRow
  readonly today: string
  readonly ready: readonly Planned[]
  readonly before: OrderRow | null
}

/**
 * The order of the charge; a new one if the people on it have changed. Null if nobody is left, or it costs more than
 * announced.
 */
async function orderFor(services: PrepareServices, tx: Tx, { charge, today, ready, before }: Occasion) {
  const payable = before?.status === 'open' || before?.status === 'declined' ? before : null
  if (payable && (await isFor(tx, payable, ready))) return payable
  if (payable)
    await endUnpaidOrder(services.lineHandlers, tx, payable.id, 'cancelled', 'renewed for others than before')
  if (ready.length === 0) {
    await endCharge(tx, charge, 'nobody is left')
    return null
  }
  const { orgId, endDate, payerId } = charge
  const payer = memberItself(payerId)
  const wanted = ready.map((one) => ({ memberId: one.memberId, orgId, membershipConfId: one.configurationId }))
  const { lines } = await priceBasket(services.lineHandlers, tx, payer, { lines: wanted })
  if (lines.some((line, at) => line.total > ready[at]!.amount)) {
    const successors = await selectSuccessors(tx, { orgId, endDate, onSaleBy: today })
    await raiseAmounts(
      tx,
      { orgId, endDate },
      { successors, soonest: addDays(today, NOTICE_DAYS), chargeId: charge.id },
    )
    await queries.updateCharge(tx, charge.id, { orderId: null })
    return null
  }
  const until = await queries.endOfDay(tx, lastTryDay(today, charge.tries))
  return prepareRenewal(services, tx, payer, { orgId, lines, until })
}

async function isFor(tx: Tx, order: OrderRow, ready: readonly Planned[]): Promise<boolean> {
  const lines = await selectLines(tx, order.id)
  return (
    lines.length === ready.length &&
    ready.every((one) =>
      lines.some((line) => line.memberId === one.memberId && line.configurationId === one.configurationId),
    )
  )
}

async function withdrawAll(tx: Tx, charge: queries.ChargeRow, because: string): Promise<null> {
  const planned = await queries.selectPlanned(tx, charge)
  await queries.withdrawRenewals(
    tx,
    planned.map((one) => one.id),
    because,
  )
  await endCharge(tx, charge, because)
  await notifyRenewalWithdrawn(
    tx,
    charge,
    planned.map((one) => one.memberId),
  )
  return null
}

/** Stops a charge. One that was never tried stays announced, so that people who return are announced again. */
async function endCharge(tx: Tx, charge: queries.ChargeRow, because: string): Promise<void> {
  await queries.updateCharge(tx, charge.id, { nextTry: null, orderId: null })
  if (charge.status === 'failing') await transitionCharge(tx, charge.id, 'given_up', because)
}
