import type { Coupons } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'

/** What codes take off the tickets of an order. */
export const countCoupons: Coupons = {
  discount: () => Promise.resolve(new Problem('coupon_not_valid')),
  hold: () => Promise.reject(new Problem('coupon_not_valid')),
  renew: () => Promise.resolve(true),
  fulfil: () => Promise.resolve(),
  release: () => Promise.resolve(),
}
