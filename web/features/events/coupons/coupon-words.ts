import type { Coupon } from '#contract/coupons.ts'
import { formatMoney, formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** `10% off`, `DKK 50.00 off`. */
export const worthWords = ({ percent, amount }: Pick<Coupon, 'percent' | 'amount'>): string =>
  amount === null
    ? m.coupon_percent_off({ percent: String(percent) })
    : m.coupon_amount_off({ amount: formatMoney(amount) })

/** Until when, and how many are left when they are few. */
export function limitWords({ validUntil, left }: Pick<Coupon, 'validUntil' | 'left'>): string {
  const parts = [
    validUntil === null ? null : m.coupon_valid_until({ date: formatShortDate(validUntil) }),
    left !== null && left <= 20 ? m.coupon_left({ count: String(left) }) : null,
  ]
  return parts.filter(Boolean).join(' · ')
}
