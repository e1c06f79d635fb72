import type { Reader } from '#server/database/db.ts'
import { Problem } from '#server/http/problem.ts'
import { keyOfCode } from './coupon-code.ts'
import { isCurrent, usesLeft } from './coupon-rules.ts'
import { selectOptionalCoupon, type FoundCoupon, type Spared } from './queries.ts'

export interface Asked {
  readonly orgId: string
  readonly code: string
  readonly buyerId: string
  /** Null: whatever the coupon is for. */
  readonly eventId: string | null
}

/**
 * The coupon of a code when it is worth something to a buyer now; null otherwise, and nobody learns why: wrong, foreign, switched
 * off, too early, too late and used up take the same statement and have the same answer.
 */
export async function findCoupon(
  db: Reader,
  now: Date,
  asked: Asked,
  spared: Spared = 'all',
): Promise<FoundCoupon | null> {
  const { orgId, buyerId, eventId } = asked
  const found = await selectOptionalCoupon(db, { orgId, buyerId, eventId, spared, key: keyOfCode(asked.code) })
  if (!found) return null
  const { coupon, uses, open } = found
  const elsewhere = eventId !== null && coupon.eventId !== null && coupon.eventId !== eventId
  return open && !elsewhere && isCurrent(coupon, now) && usesLeft(coupon, uses) !== 0 ? found : null
}

/** The same; throws the one answer. */
export async function requireCoupon(db: Reader, now: Date, asked: Asked): Promise<FoundCoupon> {
  const found = await findCoupon(db, now, asked)
  if (!found) throw new Problem('coupon_not_valid')
  return found
}
