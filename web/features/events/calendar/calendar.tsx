import { Title } from '@mantine/core'
import { IconCalendarMonth } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { Agenda } from './agenda.tsx'
import styles from './calendar.module.css'
import { agendaOf, entriesOn } from './calendar-grid.ts'
import { CalendarTools } from './calendar-tools.tsx'
import { dayWords, titleOf } from './day-words.ts'
import type { CalendarEntry } from './entries.ts'
import { MonthSheet } from './month-sheet.tsx'
import type { useCalendar } from './use-calendar.ts'
import { WeekColumns } from './week-columns.tsx'

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
