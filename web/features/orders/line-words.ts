import type { OrderLine } from '#contract/orders.ts'
import type { Money } from '#contract/values.ts'
import { formatPeriod } from '#web/ui/words/format.ts'
import { momentWords } from '#web/ui/words/when-words.ts'

/** For whom a line is, and the price category where there is one. */
export const whoWords = ({ memberName, event }: OrderLine): string =>
  [memberName, event?.categoryName].filter(Boolean).join(' · ')

/** When what a line buys takes place, or which days it covers; empty where it has none. */
export function whenWords({ event, startDate, endDate }: OrderLine): string {
  if (event) return momentWords(event.startsAt, event.timeZone)
  return startDate && endDate ? formatPeriod(startDate, endDate) : ''
}

/** What a code took off the lines in all; the lines' amounts are what is left. */
export const discountOf = (lines: readonly OrderLine[]): Money => ({
  minor: lines.reduce((sum, { parts }) => sum + parts.discount.minor, 0),
  currency: lines[0]!.parts.discount.currency,
})
