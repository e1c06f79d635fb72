import type { Coupon } from '#contract/events/coupons.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isCurrent, usesLeft } from './coupon-rules.ts'
import { presentCoupon, requireCoupon } from './find-coupon.ts'
import { countUses, lockOptionalCoupon, selectListedCoupons, upsertClaim } from './queries.ts'

const CLAIM_MINUTES = 30

/**
 * Holds a use of a code for a buyer who has not ordered yet; their order takes it over. A repeat returns the same
 * hold without extending it, so nobody can hold a use forever.
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

/** A coupon as it applies to the caller: at one event, or wherever it is valid. */
export async function showCoupon(
  db: Db,
  buyer: MemberActor,
  { orgId, code, eveId = null }: { orgId: string; code: string; eveId?: string | null },
): Promise<Coupon> {
  const asked = { orgId, code, buyerId: buyer.memberId, eventId: eveId }
  return presentCoupon(await requireCoupon(db, await portalNow(db), asked), buyer.via.language)
}

interface ListInput {
  readonly orgId?: string | undefined
  readonly eveId?: string | undefined
  readonly type?: string | undefined
}

/** The usable codes that a club publishes; of one type, `percent` or `amount`, if given. */
export async function listCoupons(db: Db, actor: Actor, { orgId, eveId = '', type }: ListInput): Promise<Coupon[]> {
  if (!orgId) throw new Problem('coupon_list_needs_organisation')
  const now = await portalNow(db)
  const found = await selectListedCoupons(db, { orgId, eventId: eveId || null, buyerId: actor.memberId })
  return found
    .filter(({ coupon, uses, open }) => open && isCurrent(coupon, now) && usesLeft(coupon, uses) !== 0)
    .map((one) => presentCoupon(one, actor.via.language))
    .filter(({ percent, amount }) => (type === 'percent' ? percent : type === 'amount' ? amount : true) !== null)
}
