import { Button, Group } from '@mantine/core'
import { IconArrowRight, IconCalendarMonth } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { formatDayIn } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { Agenda } from './agenda.tsx'
import styles from './calendar.module.css'
import { CalendarTools, titleOf } from './calendar-tools.tsx'
import { agendaOf, type CalendarEntry, entriesOn } from './entries.ts'
import { Month, Week } from './sheets.tsx'
import { rangeOf, type useCalendar } from './views.ts'

interface Props extends Omit<ReturnType<typeof useCalendar>, 'filter'> {
  readonly entries: readonly CalendarEntry[]
  /** The first one after the chosen day or week; null for none. */
  readonly next: CalendarEntry | null
  readonly loading: boolean
  /** Some entries failed to load, so an empty day may not be empty. */
  readonly failed: boolean
  readonly empty: ReactNode
}

/** A month with the selected day's events, a week by hour, or a list. */
export function Calendar({ view, day, show, entries, next, loading, failed, empty }: Props) {
  const known = !loading && !failed
  const nothing = known && entries.length === 0 && next === null
  const label = titleOf(view, day)
  const onNext = next && (() => show({ day: next.firstDay }, view === 'month'))
  return (
    <section className={styles.calendar} aria-label={m.title_calendar()} aria-busy={loading}>
      <CalendarTools view={view} day={day} show={show} onNext={onNext} />
      {view === 'month' && (
        <>
          <Month
            day={day}
            entries={entries}
            label={label}
            onDay={(chosen) => show({ day: chosen }, true)}
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
                empty={
                  known && (
                    <div className={styles.nothing}>
                      <p>{next ? m.calendar_nothing() : m.calendar_nothing_after()}</p>
                      <NextStep next={next} onNext={onNext} />
                    </div>
                  )
                }
              />
            </div>
          )}
        </>
      )}
      {view === 'week' &&
        (known && entries.length === 0 ? (
          <EmptyState
            order={3}
            icon={<IconCalendarMonth size={40} stroke={1.5} />}
            title={m.calendar_empty_week()}
            actions={<NextStep next={next} onNext={onNext} />}
          >
            {next ? m.calendar_empty_week_text() : m.calendar_none_after()}
          </EmptyState>
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

/** Out of an empty day or week: to the next entry, or to events that are not in the calendar. */
const NextStep = ({ next, onNext }: { next: CalendarEntry | null; onNext: (() => unknown) | null }) => (
  <Group gap="xs">
    {next && onNext && (
      <Button
        variant="light"
        className={styles.next ?? ''}
        rightSection={<IconArrowRight size={18} stroke={1.7} />}
        // The button is unmounted, and a change of search parameters alone doesn't move the focus.
        onClick={() => {
          onNext()
          document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
        }}
      >
        {m.calendar_next_is({
          title: next.title,
          date: formatDayIn(next.firstDay, { weekday: 'short', day: 'numeric', month: 'short' }),
        })}
      </Button>
    )}
    <ButtonLink to={paths.events()} variant={next ? 'subtle' : 'light'}>
      {m.tickets_see_events()}
    </ButtonLink>
  </Group>
)
