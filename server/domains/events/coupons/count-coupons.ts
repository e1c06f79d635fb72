import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import {
  type Coupons,
  type Discount,
  type HeldOrder,
  type Reservation,
  type PricedLine,
  type SelectedLine,
  requestedItem,
} from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { findCoupon, keyOfCode } from './find-coupon.ts'
import { discountLines, fullPrice, isCurrent, offOf, usesLeft } from './coupon-rules.ts'
import { limitGuesses } from './limit-guesses.ts'
import * as queries from './queries.ts'
import { transitionRedemptions } from './redemption-state.ts'

/** Applies coupons to the tickets of an order: one use per order, counted under the lock of the coupon. */
export const countCoupons: Coupons = { limitGuesses, discount, reserve, renew, fulfil, release, releaseTests }

/** A valid code that matches none of these lines takes 0 kr. off: the basket shows that, and an order is refused. */
async function discount(
  tx: Tx,
  buyer: MemberActor,
  code: string,
  lines: readonly PricedLine[],
  wanted: readonly SelectedLine[],
): Promise<Discount | Problem> {
  const orgId = lines[0]?.orgId
  if (orgId === undefined) return new Problem('coupon_not_valid', { cause: 'nothing chosen' })
  const found = await findCoupon(
    tx,
    tx.now,
    { orgId, code, buyerId: buyer.memberId, eventId: null },
    wanted.map(requestedItem),
  )
  if (!found) return new Problem('coupon_not_valid')
  const { coupon } = found
  return { code: coupon.code, name: coupon.name, lines: discountLines(coupon, lines) }
}

/** The discount was checked in this transaction, so `coupon_used_up` only reports a use taken since then. */
async function reserve(
  tx: Tx,
  { orderId, orgId, buyerId, until }: Reservation,
  { code, lines }: { readonly code: string; readonly lines: readonly PricedLine[] },
): Promise<void> {
  const coupon = await queries.lockOptionalCoupon(tx, { orgId, key: keyOfCode(code) })
  const now = coupon && isCurrent(coupon, tx.now) ? discountLines(coupon, fullPrice(lines)) : null
  const same = now?.every(({ discount: off }, at) => off === lines[at]!.discount)
  if (!coupon || !same) throw new Problem('coupon_not_valid', { cause: 'changed meanwhile' })
  if (offOf(lines) === 0) throw new Problem('coupon_not_valid', { cause: 'nothing to take off' })
  const uses = await queries.countUses(tx, coupon.id, buyerId, 'claims')
  if (usesLeft(coupon, uses) === 0) throw new Problem('coupon_used_up')
  await queries.insertRedemption(tx, { coupon, orderId, buyerId, until, off: offOf(lines) })
}

/**
 * An expired or released use is held again if one is left: a late payment is honoured even if the coupon has changed.
 * Only a firm hold is certain to be there: any other may have expired and been taken while this waited for locks.
 */
async function renew(tx: Tx, order: HeldOrder, until: Date | null): Promise<boolean> {
  const coupon = await queries.lockOptionalCoupon(tx, { orderId: order.id })
  const redemption = await queries.selectOptionalRedemption(tx, order.id)
  if (!coupon || !redemption) throw new Error(`Order ${order.id} has a code and no use of it`)
  const isFirm = redemption.status === 'held' && redemption.reservedUntil === null
  if (!isFirm) {
    const uses = await queries.countUses(tx, coupon.id, redemption.memberId, 'claims', redemption.id)
    if (usesLeft(coupon, uses) === 0) return false
    await transitionRedemptions(tx, [redemption.id], 'held', { reason: 'hold renewed' })
  }
  await queries.updateReservedUntil(tx, redemption.id, until)
  return true
}

async function fulfil(tx: Tx, order: HeldOrder, cause: Cause): Promise<void> {
  const redemption = await queries.selectOptionalRedemption(tx, order.id)
  if (redemption) await queries.addUse(tx, redemption.couponId)
  const used = await transitionRedemptions(tx, redemption ? [redemption.id] : [], 'used', cause)
  if (used.length === 0) throw new Error(`Order ${order.id} is paid, but its coupon use is not reserved`)
}

async function release(tx: Tx, orderIds: readonly string[], cause: Cause): Promise<void> {
  if (orderIds.length === 0) return
  await transitionRedemptions(tx, await queries.selectHeldRedemptions(tx, orderIds), 'released', cause)
}

async function releaseTests(tx: Tx, orgId: string, cause: Cause): Promise<void> {
  const ids = await transitionRedemptions(tx, await queries.selectTestUses(tx, orgId), 'released', cause)
  if (ids.length > 0) await queries.subtractUses(tx, ids)
}
