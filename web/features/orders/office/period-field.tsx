import type { Filter } from '#contract/filters.ts'
import type { paymentFilterFields } from '#contract/orders/office.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

type PaymentFilter = Filter<keyof typeof paymentFilterFields>

interface Props {
  readonly filter: PaymentFilter | undefined
  readonly onChange: (filter: PaymentFilter | undefined) => void
}

/** The usual periods of a treasurer. Each is the filter on the day of the payment. */
export function PeriodField({ filter, onChange }: Props) {
  const periods = periodsOn(today())
  const parts = filter === undefined ? [] : 'all' in filter ? filter.all : [filter]
  const chosen = parts.find((part) => 'field' in part && part.field === 'paid')
  const others = parts.filter((part) => part !== chosen)
  const current = periods.find(({ from, to }) => JSON.stringify(between(from, to)) === JSON.stringify(chosen))
  const choose = (name: string) => {
    const period = periods.find((one) => one.name === name)
    const next = [...(period ? [between(period.from, period.to)] : []), ...others]
    onChange(next.length > 1 ? { all: next } : next[0])
  }
  return (
    <ChoiceField
      label={m.payments_period()}
      value={chosen ? (current?.name ?? 'own') : 'all'}
      data={[
        { value: 'all', label: m.payments_period_all() },
        ...periods.map(({ name, label }) => ({ value: name, label: label() })),
        ...(chosen && !current ? [{ value: 'own', label: m.payments_period_own() }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => value !== 'own' && choose(value)}
    />
  )
}

const between = (from: string, to: string) => ({ field: 'paid' as const, op: 'between' as const, from, to })

function periodsOn(day: string) {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const monthOf = (at: number) => {
    const first = new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 10)
    const last = new Date(Date.UTC(year, month + at, 0)).toISOString().slice(0, 10)
    return { from: first, to: last }
  }
  return [
    { name: 'month', label: m.payments_period_month, ...monthOf(0) },
    { name: 'last-month', label: m.payments_period_last_month, ...monthOf(-1) },
    { name: 'year', label: m.payments_period_year, from: `${year}-01-01`, to: `${year}-12-31` },
    { name: 'last-year', label: m.payments_period_last_year, from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
}
