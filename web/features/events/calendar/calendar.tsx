import { IconCalendarMonth } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { Agenda } from './agenda.tsx'
import styles from './calendar.module.css'
import { CalendarTools, titleOf } from './calendar-tools.tsx'
import { agendaOf, type CalendarEntry, entriesOn } from './entries.ts'
import { Month, Week } from './sheets.tsx'
import { rangeOf, type useCalendar } from './views.ts'

interface Props extends ReturnType<typeof useCalendar> {
  readonly entries: readonly CalendarEntry[]
  readonly loading: boolean
  /** Some entries failed to load, so an empty day may not be empty. */
  readonly failed: boolean
  readonly empty: ReactNode
}

/** A month with the selected day's events, a week by hour, or a list. */
export function Calendar({ view, day, show, entries, loading, failed, empty }: Props) {
  const known = !loading && !failed
  const nothing = known && entries.length === 0
  const label = titleOf(view, day)
  return (
    <section className={styles.calendar} aria-label={m.title_calendar()} aria-busy={loading}>
      <CalendarTools view={view} day={day} show={show} />
      {view === 'month' && (
        <>
          <Month
            day={day}
            entries={entries}
            label={label}
            onDay={(next) => show({ day: next }, true)}
            onWeek={(monday) => show({ view: 'week', day: monday })}
          />
          <div className={styles.legend} aria-hidden>
            <span data-own>{m.calendar_own()}</span>
            <span>{m.calendar_clubs()}</span>
          </div>
          {nothing ? (
            empty
          ) : (
            <div className={styles.chosen}>
              <Agenda
                days={[{ day, entries: entriesOn(entries, day) }]}
                loading={loading}
                empty={known && <p className={styles.nothing}>{m.calendar_nothing()}</p>}
              />
            </div>
          )}
        </>
      )}
      {view === 'week' &&
        (nothing ? (
          <NothingThisWeek day={day} />
        ) : (
          <>
            <Week day={day} entries={entries} label={label} />
            <Agenda days={agendaOf(entries, rangeOf(view, day).from)} loading={loading} empty={null} />
          </>
        ))}
      {view === 'list' && <Agenda days={agendaOf(entries, day)} loading={loading} empty={known && empty} />}
    </section>
  )
}

const NothingThisWeek = ({ day }: { day: string }) => (
  <EmptyState
    order={3}
    icon={<IconCalendarMonth size={40} stroke={1.5} />}
    title={m.calendar_empty_week()}
    actions={
      <ButtonLink
        to={paths.calendar({ view: 'list', day })}
        variant="light"
        // The link is unmounted, and a change of search parameters alone doesn't move the focus.
        onClick={() => document.querySelector<HTMLElement>('#main h1')?.focus()}
      >
        {m.calendar_show_list()}
      </ButtonLink>
    }
  >
    {m.calendar_empty_week_text()}
  </EmptyState>
)
