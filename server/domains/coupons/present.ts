import type { Coupon } from '#contract/coupons.ts'
import type { Language } from '#contract/values.ts'
import { usesLeft } from './coupon-rules.ts'
import type { CouponRow, FoundCoupon } from './queries.ts'

/** A coupon as its club calls it in a language. */
export const nameOf = ({ nameDa, nameEn }: CouponRow, language: Language): string =>
  language === 'da' ? nameDa : nameEn

/** A private code does not say how often others used it: what is left of it is what the caller may still use. */
export function presentCoupon(
  { coupon, uses, currency }: Pick<FoundCoupon, 'coupon' | 'uses' | 'currency'>,
  language: Language,
): Coupon {
  const counted = coupon.listed ? coupon : { ...coupon, totalLimit: null }
  return {
    id: coupon.id,
    orgId: coupon.orgId,
    eveId: coupon.eventId,
    code: coupon.code,
    name: nameOf(coupon, language),
    percent: coupon.percent,
    amount: coupon.amount === null ? null : { minor: coupon.amount, currency },
    categories: coupon.categories,
    validFrom: coupon.validFrom?.toISOString() ?? null,
    validUntil: coupon.validUntil?.toISOString() ?? null,
    left: usesLeft(counted, uses),
  }
}
