import type { OfficeCoupon } from '#contract/office-coupons.ts'
import { Local } from '#web/api/local-text.tsx'

/** A batch is called by its name. */
export const CouponTitle = ({
  coupon: { code, codes, fields },
}: {
  readonly coupon: Pick<OfficeCoupon, 'code' | 'codes' | 'fields'>
}) => (codes === null ? code : <Local text={fields.name} />)
