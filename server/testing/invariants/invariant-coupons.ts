import { claim } from './invariant-claim.ts'

export interface CouponFact {
  readonly id: string
  readonly limit: number | null
  readonly memberLimit: number | null
  /** As counted. */
  readonly used: number
  /** Uses that were paid with. */
  readonly paid: number
  /** Holds of orders that run: what somebody keeps while they choose may stand beside an order of theirs. */
  readonly held: number
  /** Uses, paid or held, of the member who has most of them. */
  readonly most: number
}

/** Every coupon of some organisations, or of all. */
export const couponsSql = `
  select c.id, total_limit as limit, per_member_limit as "memberLimit", used,
    coalesce(sum(paid), 0)::int as paid, coalesce(sum(held), 0)::int as held, coalesce(max(paid + held), 0)::int as most
  from coupons c left join (
    select coupon_id, count(*) filter (where status = 'used') as paid, count(*) filter (where status = 'held' and order_id is not null and (reserved_until is null or reserved_until > portal_now())) as held
    from coupon_redemptions r group by coupon_id, member_id
  ) uses on coupon_id = c.id
  where $1::uuid[] is null or c.org_id = any($1) group by c.id`

/** I2: as many uses are counted as were paid with. I3: what is used and held is never more than may be. */
export const couponsHold = ({ id, limit, memberLimit, used, paid, held, most }: CouponFact): string[] => [
  ...claim(used === paid, `I2: coupon ${id} counts ${used} uses and was paid with ${paid} times`),
  ...claim(
    limit === null || Math.max(used, paid) + held <= limit,
    `I3: coupon ${id} may be used ${limit} times, and is ${paid} times and held ${held} times`,
  ),
  ...claim(
    memberLimit === null || most <= memberLimit,
    `I3: coupon ${id} may be used ${memberLimit} times by a member, and somebody has ${most} uses`,
  ),
]
