import { coupons } from '#contract/coupons.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'
import { applyCoupon } from './apply-coupon.ts'
import { listCoupons, showCoupon } from './show-coupons.ts'

/** Calls that take a code need `slowGuesses` around them. */
export const couponRoutes = () => [
  route(coupons.validate, { may: 'member', rate: { calls: 60 } }, async (db, buyer, input) => {
    if (!input.orgId) throw new Problem('coupon_validation_needs_organisation')
    return { valid: true as const, coupon: await showCoupon(db, buyer, input) }
  }),
  route(coupons.apply, { may: 'member', rate: { calls: 60 } }, applyCoupon),
  route(coupons.available, { may: 'public', rate: { calls: 120 } }, listCoupons),
  route(coupons.item, { may: 'member', rate: { calls: 60 } }, (db, buyer, input) => {
    if (!input.orgId) throw new Problem('coupon_details_need_organisation')
    if (!input.code) throw new Problem('coupon_details_need_code')
    return showCoupon(db, buyer, input)
  }),
]
