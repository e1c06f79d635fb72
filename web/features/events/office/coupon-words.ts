import type { MantineColor } from '@mantine/core'
import {
  type CouponFault,
  couponFaults,
  type CouponFields,
  type CouponState,
  type OfficeCoupon,
} from '#contract/events/office-coupons.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { formatMoney } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

export const couponName = ({ name }: Pick<CouponFields, 'name'>): string => readersText(name)

/** A batch is called by its name. */
export const couponTitle = ({ code, codes, fields }: Pick<OfficeCoupon, 'code' | 'codes' | 'fields'>): string =>
  codes === null ? code : couponName(fields)

export const couponStateWords: Readonly<
  Record<CouponState, { readonly color: MantineColor; readonly label: () => string }>
> = {
  active: { color: 'teal', label: m.codes_state_active },
  announced: { color: 'fjord', label: m.codes_state_announced },
  used_up: { color: 'gray', label: m.codes_state_used_up },
  over: { color: 'gray', label: m.codes_state_over },
  stopped: { color: 'coral', label: m.codes_state_stopped },
}

/** "10 % off", "50 kr. off". */
export const worthWords = ({ percent, amount }: CouponFields, currency: string): string =>
  percent === null
    ? m.coupon_amount_off({ amount: formatMoney({ minor: amount ?? 0, currency }) })
    : m.coupon_percent_off({ percent })

/** A fault in words beside its field. */
export function couponFaultWords(fault: CouponFault, data: Readonly<Record<string, unknown>> = {}): string {
  const words: Record<CouponFault, () => string> = {
    name_missing: m.codes_fault_name_missing,
    code_unusable: m.codes_fault_code_unusable,
    worth_missing: m.codes_fault_worth_missing,
    percent_out_of_range: m.codes_fault_percent,
    amount_out_of_range: m.codes_fault_amount,
    dates_reversed: m.codes_fault_dates_reversed,
    time_missing_that_day: m.event_fault_time_missing_that_day,
    limit_out_of_range: m.codes_fault_limit,
    buyer_limit_higher: m.codes_fault_buyer_limit_higher,
    code_taken: m.codes_fault_code_taken,
    event_unknown: m.codes_fault_event_unknown,
    categories_unknown: m.codes_fault_categories_unknown,
    limit_below_used: () => {
      const [used, held] = [Number(data['used']), Number(data['held'])]
      return m.codes_fault_limit_below_used({ used, held, taken: used + held })
    },
  }
  return words[fault]()
}

/** The faults that the server found, each with its sentence; none for another problem. */
export function couponFaultsOf({ code, errors, data }: ApiProblem): { path: string; words: string }[] {
  if (code !== 'coupon_invalid') return []
  const problems = data['problems'] as { data?: Record<string, unknown> }[] | undefined
  return errors.map(({ path, message }, at) => ({
    path,
    words: isFault(message) ? couponFaultWords(message, problems?.[at]?.data) : m.field_invalid(),
  }))
}

const isFault = (message: string): message is CouponFault => (couponFaults as readonly string[]).includes(message)
