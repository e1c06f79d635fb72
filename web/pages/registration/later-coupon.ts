import { laterPart } from '#web/ui/loading/later-part.tsx'

/** The field for a code; a free event needs none. */
export const { ready: readyCoupon, Part: CouponField } = laterPart(
  async () => (await import('#web/features/events/coupons/coupon-field.tsx')).CouponField,
)
