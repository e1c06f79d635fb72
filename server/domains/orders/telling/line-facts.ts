import type { OrderLine } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import { discountWords, trialWords, whenWords, whoWords } from '../documents/line-words.ts'
import { formatMoney } from '../documents/money-text.ts'

/** Lines of an order as a mail lists them: what, for whom, when, for how much, and what a code took off that. */
export const linesOf = (lines: readonly OrderLine[], coupon: string | null, locale: Language) =>
  lines.map((line) => {
    const { discount, total } = line.parts
    const say = (minor: number) => formatMoney(minor, total.currency, locale)
    const off = discount.minor > 0 ? `${discountWords(coupon, locale)}: −${say(discount.minor)}` : ''
    return {
      label: line.title,
      details: [whoWords(line), whenWords(line, locale), off, trialWords(line, locale)].filter(Boolean),
      value: say(total.minor),
    }
  })
