import { formatDayIn, formatMoney, formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { ChartPanel, FiguresTable, WithDetail } from './figures-parts.tsx'

/** A number, and an amount for those who may see money. */
interface Result {
  readonly count: number
  readonly income: { readonly minor: number; readonly currency: string } | null
}

type Compared = Result & { readonly before: Result }

interface Props {
  readonly year: number
  /** The counted things: tickets, or members. */
  readonly counted: string
  readonly explained: string
  /** Of the amounts, for those who see them. */
  readonly incomeExplained: string
  readonly months: readonly (Compared & { readonly month: number })[]
  /** The year in all, where its months add up to it. */
  readonly total?: Compared
}

/** A year by month beside the year before, as a chart and as a table. */
export function MonthsPanel({ year, counted, explained, incomeExplained, months, total }: Props) {
  const currency = months[0]?.income?.currency ?? null
  const dayOf = (month: number) => `${year}-${String(month).padStart(2, '0')}-01`
  const beside = (now: string, then: string) => (
    <WithDetail value={now} detail={m.figures_year_before({ year: year - 1, value: then })} />
  )
  const numbers = (one: Compared) => [
    beside(formatNumber(one.count), formatNumber(one.before.count)),
    ...(one.income && one.before.income ? [beside(formatMoney(one.income), formatMoney(one.before.income))] : []),
  ]
  return (
    <ChartPanel
      title={m.figures_months({ counted })}
      subtitle={currency ? `${explained} ${incomeExplained}` : explained}
      counted={counted}
      currency={currency}
      chart={(shown) => ({
        kind: 'columns',
        data: months.map((one) => ({
          label: formatDayIn(dayOf(one.month), { month: 'short' }),
          now: shown === 'count' ? one.count : (one.income?.minor ?? 0),
          before: shown === 'count' ? one.before.count : (one.before.income?.minor ?? 0),
        })),
        series: [
          { name: 'before', label: String(year - 1), isBefore: true },
          { name: 'now', label: String(year) },
        ],
        height: 280,
      })}
      table={
        <FiguresTable
          label={m.figures_months({ counted })}
          columns={[m.figures_month(), counted, ...(currency ? [m.office_events_income()] : [])]}
          rows={months.map((one) => ({
            key: String(one.month),
            cells: [formatDayIn(dayOf(one.month), { month: 'long' }), ...numbers(one)],
          }))}
          {...(total && { total: [m.figures_in_all(), ...numbers(total)] })}
        />
      }
    />
  )
}
