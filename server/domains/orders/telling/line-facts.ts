import type { OrderLine } from '#contract/orders.ts'
import type { Language } from '#contract/values.ts'
import { formatPeriod } from '../documents/date-text.ts'
import { formatMoney } from '../documents/money-text.ts'

/** Lines of an order as a mail lists them: what, for whom, when, for how much. */
export const linesOf = (lines: readonly OrderLine[], locale: Language) =>
  lines.map(({ title, memberName, startDate, endDate, parts }) => ({
    label: title,
    details: [memberName, ...(startDate && endDate ? [formatPeriod(startDate, endDate, locale)] : [])],
    value: formatMoney(parts.total.minor, parts.total.currency, locale),
  }))
