import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChartLine, IconInfoCircle } from '#web/ui/icons/index.ts'
import type { FiguresOfEvent, Sales } from '#contract/events/figures.ts'
import type { EditedEvent } from '#contract/events/office.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Own } from '#web/ui/own-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDayIn, formatMoney, formatNumber, formatShortDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { ChartPanel, FiguresTable, type Shown, Stat, Stats, WithDetail } from '#web/ui/figures/figures-parts.tsx'
import { addDays } from '../days.ts'
import { eventFiguresQuery } from './queries.ts'

/** Sales of an event: in all, over time, by category and price, and by code. */
export function FiguresTab({ club, event }: { club: { readonly id: string }; event: Pick<EditedEvent, 'id'> }) {
  const query = useQuery(eventFiguresQuery(club.id, event.id))
  const figures = query.data
  if (!figures) return <NotLoaded query={query} rows={3} height={150} />
  const { tests, paid, sold } = figures
  return (
    <Stack gap="lg">
      {!paid && (
        <Alert color="fjord" icon={<IconInfoCircle />}>
          {m.figures_places_only()}
        </Alert>
      )}
      {sold === 0 ? (
        <Panel>
          <EmptyState icon={<IconChartLine size={40} stroke={1.5} />} title={m.figures_none_title()}>
            {m.figures_none()}
          </EmptyState>
        </Panel>
      ) : (
        <Sold figures={figures} />
      )}
      {tests.orders > 0 && (
        <Text size="sm" c="dimmed">
          {m.figures_tests({ count: tests.tickets })}
        </Text>
      )}
    </Stack>
  )
}

function Sold({ figures }: { figures: FiguresOfEvent }) {
  const { paid, refunded, underWay, discount, elsewhere, orders } = figures
  const further = [
    underWay && underWay.minor > 0 && m.figures_under_way({ amount: formatMoney(underWay) }),
    discount && discount.minor > 0 && m.figures_discount({ amount: formatMoney(discount) }),
    elsewhere && elsewhere.minor > 0 && m.figures_elsewhere({ amount: formatMoney(elsewhere) }),
  ].filter((one) => typeof one === 'string')
  return (
    <>
      <Stats>
        <Stat
          name={m.figures_tickets()}
          value={formatNumber(validOf(figures))}
          detail={[m.figures_orders({ count: orders }), ticketDetail(figures)].filter(Boolean).join(' · ')}
        />
        {paid && <Stat name={m.payments_sum_paid()} value={formatMoney(paid)} />}
        {refunded && <Stat name={m.figures_refunded()} value={formatMoney(refunded)} />}
        {paid && <Stat name={m.payments_sum_left()} value={formatMoney(incomeOf(figures)!)} />}
      </Stats>
      {further.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <OverTime figures={figures} />
      <ByPrice figures={figures} />
      <Codes codes={figures.codes} />
    </>
  )
}

const validOf = ({ sold, cancelled }: Sales) => sold - cancelled
/** Paid and not refunded. */
const incomeOf = ({ paid, refunded }: Sales) =>
  paid && { minor: paid.minor - (refunded?.minor ?? 0), currency: paid.currency }
const ticketDetail = ({ sold, cancelled }: Sales) => cancelled > 0 && m.figures_sold_of({ sold, cancelled })
const incomeDetail = ({ paid, refunded }: Sales) =>
  paid !== null &&
  refunded !== null &&
  refunded.minor > 0 &&
  m.figures_paid_of({ paid: formatMoney(paid), refunded: formatMoney(refunded) })

/** Tickets and income after each day on which something happened. */
function runningTotals(days: FiguresOfEvent['days']) {
  let [tickets, income] = [0, 0]
  return days.map((one) => {
    tickets += validOf(one)
    income += incomeOf(one)?.minor ?? 0
    return { ...one, tickets, income }
  })
}

/** A point for each day, from the day before the first sale; nothing changes on those in between. */
function pointsOf(totals: ReturnType<typeof runningTotals>) {
  const points: { day: string; tickets: number; income: number }[] = []
  for (const { day, tickets, income } of totals) {
    const before = points.at(-1) ?? { day: addDays(day, -2), tickets: 0, income: 0 }
    for (let next = addDays(before.day, 1); next < day; next = addDays(next, 1)) points.push({ ...before, day: next })
    points.push({ day, tickets, income })
  }
  return points
}

const seriesOf = (shown: Shown) =>
  shown === 'count'
    ? { name: 'tickets', label: m.figures_tickets() }
    : { name: 'income', label: m.office_events_income() }

function OverTime({ figures: { days, paid } }: { figures: FiguresOfEvent }) {
  const totals = runningTotals(days)
  const points = pointsOf(totals).map(({ day, ...values }) => ({
    label: formatDayIn(day, { day: 'numeric', month: 'short', year: '2-digit' }),
    ...values,
  }))
  const currency = paid?.currency ?? null
  const signed = (value: number, words: string) => (value > 0 ? `+${words}` : words)
  return (
    <ChartPanel
      title={m.figures_over_time()}
      subtitle={m.figures_over_time_explained()}
      counted={m.figures_tickets()}
      currency={currency}
      chart={(shown) => ({
        kind: 'line',
        data: points,
        series: [seriesOf(shown)],
        height: 260,
      })}
      table={
        <FiguresTable
          label={m.figures_over_time()}
          columns={[m.figures_day(), m.figures_tickets(), ...(currency ? [m.office_events_income()] : [])]}
          rows={totals.map((one) => {
            const income = incomeOf(one)
            const tickets = [one.sold > 0 && `+${one.sold}`, one.cancelled > 0 && formatNumber(-one.cancelled)]
            return {
              key: one.day,
              cells: [
                formatShortDate(one.day),
                <WithDetail key="tickets" value={one.tickets} detail={tickets.filter(Boolean).join(', ')} />,
                ...(income
                  ? [
                      <WithDetail
                        key="income"
                        value={formatMoney({ ...income, minor: one.income })}
                        detail={income.minor !== 0 && signed(income.minor, formatMoney(income))}
                      />,
                    ]
                  : []),
              ],
            }
          })}
        />
      }
    />
  )
}

function ByPrice({ figures }: { figures: FiguresOfEvent }) {
  const { parts, paid } = figures
  const currency = paid?.currency ?? null
  const hasPhases = parts.some(({ phase }) => phase !== null)
  const nameOf = ({ category, phase }: (typeof parts)[number]) =>
    hasPhases ? `${category}, ${phase ?? m.figures_standard_price()}` : category
  const numbers = (sales: Sales) => {
    const income = incomeOf(sales)
    return [
      <WithDetail key="tickets" value={validOf(sales)} detail={ticketDetail(sales)} />,
      ...(income ? [<WithDetail key="income" value={formatMoney(income)} detail={incomeDetail(sales)} />] : []),
    ]
  }
  return (
    <ChartPanel
      title={m.figures_by_price()}
      subtitle={m.figures_by_price_explained()}
      counted={m.figures_tickets()}
      currency={currency}
      first="income"
      chart={(shown) => ({
        kind: 'bars',
        data: parts.map((part) => ({
          label: nameOf(part),
          tickets: validOf(part),
          income: incomeOf(part)?.minor ?? 0,
        })),
        series: [seriesOf(shown)],
        height: 60 + 46 * parts.length,
      })}
      isTableOpen
      table={
        <FiguresTable
          label={m.figures_by_price()}
          columns={[m.figures_category(), m.figures_tickets(), ...(currency ? [m.office_events_income()] : [])]}
          rows={parts.map((part) => ({
            key: nameOf(part),
            cells: [<PriceName key="name" part={part} hasPhases={hasPhases} />, ...numbers(part)],
          }))}
          total={[m.figures_in_all(), ...numbers(figures)]}
        />
      }
    />
  )
}

const PriceName = ({ part, hasPhases }: { part: FiguresOfEvent['parts'][number]; hasPhases: boolean }) => (
  <>
    <Own of={part} field="category" />
    {hasPhases && ', '}
    {hasPhases && (part.phase === null ? m.figures_standard_price() : <Own of={part} field="phase" />)}
  </>
)

function Codes({ codes }: { codes: FiguresOfEvent['codes'] }) {
  const withSums = codes.some(({ off }) => off !== null)
  return (
    <Panel title={m.figures_codes()} subtitle={codes.length === 0 && m.figures_codes_none()}>
      {codes.length > 0 && (
        <FiguresTable
          label={m.figures_codes()}
          columns={[m.figures_code(), m.figures_tickets(), ...(withSums ? [m.figures_code_off()] : [])]}
          rows={codes.map(({ code, tickets, off }) => ({
            key: code,
            cells: [code, formatNumber(tickets), ...(off ? [formatMoney(off)] : [])],
          }))}
        />
      )}
    </Panel>
  )
}
