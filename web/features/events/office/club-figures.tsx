import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarStats, IconChevronLeft, IconChevronRight, IconInfoCircle } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { FiguresOfClub } from '#contract/events/figures.ts'
import type { Money } from '#contract/values.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatMoney, formatNumber, whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { EventTitle } from './listed-event.tsx'
import { badgeWords } from './listed-words.ts'
import { FiguresTable, Stat, Stats, WithDetail } from '#web/ui/figures/figures-parts.tsx'
import { MonthsPanel } from '#web/ui/figures/months-panel.tsx'
import { clubFiguresQuery } from './queries.ts'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  /** This year when left out. */
  readonly year: number | undefined
  /** Other figures of the year, below those of the events, and the years that there are of them. */
  readonly children?: ReactNode
  readonly others?: Pick<FiguresOfClub, 'firstYear' | 'lastYear'> | undefined
}

/** A year of a club's events beside the one before. */
export function ClubFigures({ club, year: wanted, children, others }: Props) {
  const query = useQuery(clubFiguresQuery(club.id, wanted))
  const figures = query.data
  if (!figures) return <NotLoaded query={query} rows={4} height={150} />
  const { year, income, tickets, before, count, months } = figures
  const year2 = year - 1
  return (
    <Stack gap="lg">
      <PageHeader
        title={m.figures_year_heading({ year })}
        subtitle={m.figures_year_explained()}
        actions={<YearLinks club={club} year={year} of={others ? [figures, others] : [figures]} />}
      />
      {!income && (
        <Alert color="fjord" icon={<IconInfoCircle />}>
          {m.figures_places_only()}
        </Alert>
      )}
      <Title order={2}>{m.figures_events_heading({ year })}</Title>
      <Stats>
        <Stat
          name={m.figures_tickets()}
          value={formatNumber(tickets)}
          detail={m.figures_year_before({ year: year2, value: formatNumber(before.tickets) })}
        />
        {income && (
          <Stat
            name={m.office_events_income()}
            value={formatMoney(income)}
            detail={before.income && m.figures_year_before({ year: year2, value: formatMoney(before.income) })}
          />
        )}
        <Stat name={m.office_events()} value={formatNumber(count)} />
      </Stats>
      <MonthsPanel
        year={year}
        counted={m.figures_tickets()}
        explained={m.figures_months_explained()}
        incomeExplained={m.figures_months_income_explained()}
        months={months.map((one) => ({ ...one, ...counted(one), before: counted(one.before) }))}
        total={{ ...counted(figures), before: counted(before) }}
      />
      <Events club={club} figures={figures} />
      {children}
    </Stack>
  )
}

interface YearLinksProps extends Pick<Props, 'club'> {
  readonly year: number
  readonly of: readonly Pick<FiguresOfClub, 'firstYear' | 'lastYear'>[]
}

function YearLinks({ club, year, of }: YearLinksProps) {
  const firstYear = Math.min(...of.map((one) => one.firstYear))
  const lastYear = Math.max(...of.map((one) => one.lastYear))
  const to = (one: number) => paths.officeEventFigures(club.key, { year: String(one) })
  return (
    <>
      {year > firstYear && (
        <ButtonLink variant="default" to={to(year - 1)} leftSection={<IconChevronLeft size={18} />}>
          {String(year - 1)}
        </ButtonLink>
      )}
      {year < lastYear && (
        <ButtonLink variant="default" to={to(year + 1)} rightSection={<IconChevronRight size={18} />}>
          {String(year + 1)}
        </ButtonLink>
      )}
    </>
  )
}

const counted = ({ tickets, income }: { readonly tickets: number; readonly income: Money | null }) => ({
  count: tickets,
  income,
})

function Events({ club, figures: { year, events, count, income } }: Pick<Props, 'club'> & { figures: FiguresOfClub }) {
  return (
    <Panel
      title={m.figures_events({ year })}
      subtitle={events.length < count && m.figures_events_first({ shown: events.length, count })}
    >
      {events.length === 0 ? (
        <EmptyState icon={<IconCalendarStats size={40} stroke={1.5} />} title={m.figures_events_none({ year })}>
          {m.figures_events_none_text()}
        </EmptyState>
      ) : (
        <FiguresTable
          label={m.figures_events({ year })}
          columns={[m.office_events_title(), m.figures_tickets(), ...(income ? [m.office_events_income()] : [])]}
          rows={events.map((event) => ({
            key: event.id,
            cells: [
              <EventCell key="event" club={club} event={event} />,
              <WithDetail key="tickets" value={formatNumber(event.tickets)} detail={filledWords(event)} />,
              ...(event.income ? [formatMoney(event.income)] : []),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

type EventOfYear = FiguresOfClub['events'][number]

const filledWords = ({ tickets, places }: EventOfYear) =>
  places !== null &&
  places > 0 &&
  m.figures_filled({ places: formatNumber(places), percent: formatNumber(Math.round((100 * tickets) / places)) })

const EventCell = ({ club, event }: Pick<Props, 'club'> & { event: EventOfYear }) => (
  <>
    <Group component="span" gap="4px 10px">
      <TextLink to={paths.officeEvent(club.key, event.id, { tab: 'money' })}>
        <EventTitle event={event} />
      </TextLink>
      {event.status === 'cancelled' && <Badge color={badgeWords.cancelled.color}>{badgeWords.cancelled.label()}</Badge>}
    </Group>
    <Text size="sm" c="dimmed" fw={400}>
      {whenWords(event, 'dated')}
    </Text>
  </>
)
