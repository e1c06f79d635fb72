import { coupons } from '#contract/coupons.ts'
import { Problem } from '#server/http/problem.ts'
import { route } from '#server/http/route.ts'

const notValid = () => Promise.reject(new Problem('coupon_not_valid'))

export const couponRoutes = () => [
  route(coupons.validate, { may: 'member' }, notValid),
  route(coupons.apply, { may: 'member' }, notValid),
  route(coupons.available, { may: 'public' }, (_, __, { orgId }) => {
    if (!orgId) throw new Problem('coupon_list_needs_organisation')
    return []
  }),
  route(coupons.item, { may: 'member' }, notValid),
]
