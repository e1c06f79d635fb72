import { ActionIcon, Badge, Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { IconCalendarMonth, IconCalendarPlus, IconTicket } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { formatPeriod, today } from '#web/ui/words/format.ts'
import { calendarFileOf } from '#web/api/files.ts'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import { agendaOf, daysOf, entriesOn } from './calendar-grid.ts'
import { CalendarTools } from './calendar-tools.tsx'
import { dayWords, titleOf, weekdayWords } from './words.ts'
import type { CalendarEntry } from './entries.ts'
import { MonthSheet } from './month-sheet.tsx'
import type { useCalendar } from './use-calendar.ts'
import { mondayOf } from '../days.ts'

interface Props extends ReturnType<typeof useCalendar> {
  readonly entries: readonly CalendarEntry[]
  /** They are on their way; the sheet stands already. */
  readonly loading: boolean
  /** Some could not be had: nobody knows whether nothing takes place. */
  readonly failed: boolean
  /** Said where nothing takes place for weeks. */
  readonly empty: ReactNode
}

/** A month's sheet, a week's columns, or a list; with keys as in any calendar. */
export function Calendar({ view, day, show, entries, loading, failed, empty }: Props) {
  const known = !loading && !failed
  const nothing = known && entries.length === 0
  const name = useId()
  const label = titleOf(view, day)
  return (
    <section className={styles.calendar} aria-label={m.title_calendar()} aria-busy={loading}>
      <CalendarTools view={view} day={day} show={show} />
      {view === 'month' && (
        <>
          <MonthSheet day={day} entries={entries} label={label} onDay={(next) => void show({ day: next }, true)} />
          <div className={styles.legend} aria-hidden>
            <span data-own>{m.calendar_own()}</span>
            <span>{m.calendar_clubs()}</span>
          </div>
          {nothing ? (
            empty
          ) : (
            <section className={styles.chosen} aria-labelledby={`${name}-day`}>
              <Title order={3} size="h4" id={`${name}-day`}>
                {dayWords(day)}
              </Title>
              <Agenda
                days={[{ day, entries: entriesOn(entries, day) }]}
                loading={loading}
                empty={known && <p className={styles.nothing}>{m.calendar_nothing()}</p>}
              />
            </section>
          )}
        </>
      )}
      {view === 'week' && (
        <>
          <WeekColumns day={day} entries={entries} known={known} />
          {nothing && <NothingThisWeek day={day} />}
        </>
      )}
      {view === 'list' && <Agenda days={agendaOf(entries, day)} loading={loading} empty={known && empty} named />}
    </section>
  )
}

/** What comes in other weeks stands in the list. */
const NothingThisWeek = ({ day }: { day: string }) => (
  <EmptyState
    order={3}
    icon={<IconCalendarMonth size={40} stroke={1.5} />}
    title={m.calendar_empty_week()}
    actions={
      <ButtonLink
        to={paths.calendar({ view: 'list', day })}
        variant="light"
        // It is gone then; the page's own path stays, so nothing else takes the focus.
        onClick={() => document.querySelector<HTMLElement>('#main h1')?.focus()}
      >
        {m.calendar_show_list()}
      </ButtonLink>
    }
  >
    {m.calendar_empty_week_text()}
  </EmptyState>
)

interface WeekColumnsProps {
  readonly day: string
  readonly entries: readonly CalendarEntry[]
  /** These are all: a day without any is one on which nothing takes place. */
  readonly known: boolean
}

/** A week, a column for each day; on a phone one below the other. */
const WeekColumns = ({ day, entries, known }: WeekColumnsProps) => (
  <ol className={styles.columns} data-empty={(known && entries.length === 0) || undefined}>
    {daysOf(mondayOf(day)).map((one, column) => {
      const there = entriesOn(entries, one)
      return (
        <li key={one} className={styles.column} data-weekend={column > 4 || undefined}>
          <h3
            className={styles.columnDay}
            aria-label={dayWords(one)}
            aria-current={one === today() ? 'date' : undefined}
          >
            <span>{weekdayWords(one, 'short')}</span>
            <strong>{Number(one.slice(8))}</strong>
          </h3>
          {there.map((entry) => (
            <EntryCard key={entry.id} entry={entry} small />
          ))}
          {known && there.length === 0 && <VisuallyHidden component="p">{m.calendar_nothing()}</VisuallyHidden>}
        </li>
      )
    })}
  </ol>
)

interface AgendaProps {
  readonly days: readonly { readonly day: string; readonly entries: readonly CalendarEntry[] }[]
  readonly loading: boolean
  readonly empty: ReactNode
  /** Each day has its heading. */
  readonly named?: boolean
}

/** Events one below the other, by day. */
function Agenda({ days, loading, empty, named = false }: AgendaProps) {
  const none = days.every(({ entries }) => entries.length === 0)
  if (none && loading) return <Skeleton height={72} radius="md" />
  if (none) return empty
  return (
    <div className={styles.agenda}>
      {days.map(({ day, entries }) => (
        <div key={day} className={styles.agendaDay}>
          {named && (
            <Title order={3} size="h4">
              {dayWords(day)}
            </Title>
          )}
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryCard entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** One event in a list of a day, with its own calendar entry. */
function EntryCard({ entry, small = false }: { entry: CalendarEntry; small?: boolean }) {
  const { id, title, time, firstDay, lastDay, place, orgName, names, to } = entry
  const own = names.length > 0
  const when = [firstDay === lastDay ? null : formatPeriod(firstDay, lastDay), time ?? m.calendar_all_day()]
  return (
    <div className={styles.entry} data-own={own || undefined} data-small={small || undefined}>
      <div className={styles.entryWords}>
        <span className={styles.entryWhen}>{when.filter(Boolean).join(', ')}</span>
        <PlainLink to={to} className={styles.entryTitle ?? ''}>
          {title}
        </PlainLink>
        <span className={styles.entryWhere}>{place && !small ? `${place} · ${orgName}` : orgName}</span>
        {own && (
          <Badge
            color="teal"
            leftSection={<IconTicket size={12} stroke={2} aria-hidden />}
            className={styles.entryNames ?? ''}
          >
            {names.join(', ')}
          </Badge>
        )}
      </div>
      {!small && (
        <ActionIcon
          component="a"
          href={calendarFileOf(id)}
          className={styles.entryFile}
          aria-label={m.calendar_add_one({ title })}
        >
          <IconCalendarPlus size={20} stroke={1.7} />
        </ActionIcon>
      )}
    </div>
  )
}
