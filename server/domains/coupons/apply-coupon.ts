import type { Coupon } from '#contract/coupons.ts'
import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isCurrent, usesLeft } from './coupon-rules.ts'
import { requireCoupon } from './find-coupon.ts'
import { presentCoupon } from './present.ts'
import { countUses, lockOptionalCoupon, upsertClaim } from './queries.ts'

const CLAIM_MINUTES = 30

/**
 * Keeps a use of a code for a buyer who is still choosing: their order takes it over. Asked again, it is the same use until the
 * same moment, so that nobody keeps one for ever.
 */
export async function applyCoupon(
  tx: Tx,
  buyer: MemberActor,
  { orgId, code, eveId }: { orgId: string; code: string; eveId: string },
): Promise<{ status: 'success'; reservedUntil: string | null; coupon: Coupon }> {
  if (!orgId) throw new Problem('coupon_application_needs_organisation')
  const buyerId = buyer.memberId
  const found = await requireCoupon(tx, tx.now, { orgId, code, buyerId, eventId: eveId })

  const coupon = await lockOptionalCoupon(tx, { id: found.coupon.id })
  if (!coupon || !isCurrent(coupon, tx.now)) throw new Problem('coupon_not_valid')
  const uses = await countUses(tx, coupon.id, buyerId, 'all')
  if (usesLeft(coupon, uses) === 0) throw new Problem('coupon_used_up')
  const until = new Date(tx.now.getTime() + CLAIM_MINUTES * 60_000)
  const reservedUntil = await upsertClaim(tx, { coupon, buyerId, until })
  return {
    status: 'success',
    reservedUntil: reservedUntil?.toISOString() ?? null,
    coupon: presentCoupon({ ...found, coupon, uses }, buyer.via.language),
  }
}
