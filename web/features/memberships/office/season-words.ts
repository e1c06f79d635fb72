import type { MantineColor } from '@mantine/core'
import type { OfficeSeason, SeasonFault, SeasonState } from '#contract/memberships/office.ts'
import { formatDate, formatPeriod } from '#web/ui/words/format.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'

export const nameOf = ({ name }: Pick<OfficeSeason, 'name'>): string => readersText(name)

/** The series of a club by name, as the newest season of each is called without its years. */
export function seriesWords(seasons: readonly OfficeSeason[]): ReadonlyMap<string, string> {
  const series = Map.groupBy(seasons, (one) => one.series)
  return new Map([...series].map(([key, [newest]]) => [key, withoutYears(nameOf(newest!)) || nameOf(newest!)]))
}

/** A season's name as its kind: `Junior 2026/27` is `Junior`. */
export const withoutYears = (name: string): string =>
  name
    .replace(/\d+(?:[^\p{L}\p{N}\s]+\d+)*/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

export const stateWords: Readonly<Record<SeasonState, { readonly color: MantineColor; readonly label: () => string }>> =
  {
    draft: { color: 'gray', label: m.season_state_draft },
    announced: { color: 'fjord', label: m.season_state_announced },
    on_sale: { color: 'teal', label: m.season_state_on_sale },
    stopped: { color: 'coral', label: m.season_state_stopped },
    over: { color: 'gray', label: m.season_state_over },
  }

/** Facts of a refusal that depends on other seasons or on what was sold. */
interface FaultData {
  readonly name?: unknown
  readonly startDate?: unknown
  readonly endDate?: unknown
  readonly people?: unknown
}

/** A fault in words beside its field. */
export function faultWords(fault: SeasonFault, field: string, data: FaultData = {}): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const [startDate, endDate, count] = [text(data.startDate), text(data.endDate), Number(data.people ?? 0)]
  const words: Record<SeasonFault, () => string> = {
    name_missing: m.season_fault_name_missing,
    ends_before_start: m.season_fault_ends_before_start,
    longer_than_two_years: m.season_fault_longer_than_two_years,
    after_this_century: m.season_fault_after_this_century,
    on_sale_after_end: m.season_fault_on_sale_after_end,
    age_out_of_range: m.season_fault_age_out_of_range,
    ages_reversed: m.season_fault_ages_reversed,
    price_negative: m.season_fault_price_negative,
    price_too_high: m.season_fault_price_too_high,
    vat_out_of_range: m.season_fault_vat_out_of_range,
    overlaps_series: () =>
      m.season_fault_overlaps_series({ name: text(data.name), period: formatPeriod(startDate, endDate) }),
    name_taken: () => m.season_fault_name_taken({ name: text(data.name), period: formatPeriod(startDate, endDate) }),
    days_shrink: () =>
      field === 'startDate'
        ? m.season_fault_days_shrink_start({ count, date: formatDate(startDate) })
        : m.season_fault_days_shrink({ count, date: formatDate(endDate) }),
    days_of_holders: () => m.season_fault_days_of_holders({ count }),
  }
  return words[fault]()
}
