import type { Coupon } from '#contract/coupons.ts'
import { portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor, MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isCurrent, usesLeft } from './coupon-rules.ts'
import { requireCoupon } from './find-coupon.ts'
import { presentCoupon } from './present.ts'
import { selectListedCoupons } from './queries.ts'

/** What a code is worth to the caller: at one event, or wherever it is for. */
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

/** The codes that a club shows to everybody and that are worth something now; of one type, `percent` or `amount`, if named. */
export async function listCoupons(db: Db, actor: Actor, { orgId, eveId = '', type }: ListInput): Promise<Coupon[]> {
  if (!orgId) throw new Problem('coupon_list_needs_organisation')
  const now = await portalNow(db)
  const found = await selectListedCoupons(db, { orgId, eventId: eveId || null, buyerId: actor.memberId })
  return found
    .filter(({ coupon, uses, open }) => open && isCurrent(coupon, now) && usesLeft(coupon, uses) !== 0)
    .map((one) => presentCoupon(one, actor.via.language))
    .filter(({ percent, amount }) => (type === 'percent' ? percent : type === 'amount' ? amount : true) !== null)
}
