import { VisuallyHidden } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { today } from '#web/ui/words/format.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { isoWeekOf } from '../days.ts'
import styles from './calendar.module.css'
import { daysOf, entriesOn, layWeek, movedBy, type Segment, weeksOf } from './calendar-grid.ts'
import { dayWords, entryWords, weekdayWords } from './words.ts'
import type { CalendarEntry } from './entries.ts'

interface Props {
  readonly day: string
  readonly entries: readonly CalendarEntry[]
  readonly label: string
  readonly onDay: (day: string) => void
}

/** Lines that a day has room for; what is more is told by its number. */
const lanes = 3

/** A month as a sheet of six weeks. One day has the focus; arrows, Home, End and the page keys move it. */
export function MonthSheet({ day, entries, label, onDay }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  // Where the keys lead while the page for that day is on its way: the next key counts from there.
  const wanted = useRef<string>(null)
  useLayoutEffect(() => {
    if (wanted.current !== day) return
    wanted.current = null
    sheet.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).dataset.day) return
    const next = movedBy(event.key, wanted.current ?? day)
    if (next === null) return
    event.preventDefault()
    wanted.current = next
    onDay(next)
  }
  const now = today()
  return (
    <div ref={sheet} className={styles.sheet} role="grid" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      <div role="rowgroup" className={styles.head}>
        <div role="row">
          <div role="columnheader" className={styles.week}>
            <VisuallyHidden>{m.calendar_week_number()}</VisuallyHidden>
          </div>
          {daysOf(weeksOf(day)[0]!).map((one) => (
            <div key={one} role="columnheader" aria-label={weekdayWords(one, 'long')}>
              {weekdayWords(one, 'short')}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {weeksOf(day).map((monday) => {
          const laid = layWeek(entries, monday)
          return (
            <div key={monday} role="row">
              <div role="rowheader" className={styles.week} aria-label={m.calendar_week({ week: isoWeekOf(monday) })}>
                {isoWeekOf(monday)}
              </div>
              {daysOf(monday).map((one, column) => {
                const there = entriesOn(entries, one)
                const count = there.length
                const more = laid.filter(
                  ({ lane, column: from, span }) => lane >= lanes && from <= column && column < from + span,
                ).length
                return (
                  <div
                    key={one}
                    role="gridcell"
                    className={styles.day}
                    aria-selected={one === day}
                    data-other={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                    data-weekend={column > 4 || undefined}
                  >
                    <button
                      type="button"
                      className={styles.number}
                      data-day={one}
                      tabIndex={one === day ? 0 : -1}
                      aria-current={one === now ? 'date' : undefined}
                      aria-label={count > 0 ? m.calendar_day_with({ date: dayWords(one), count }) : dayWords(one)}
                      onClick={() => {
                        wanted.current = null
                        onDay(one)
                      }}
                    >
                      {Number(one.slice(8))}
                    </button>
                    {laid
                      .filter((segment) => segment.lane < lanes && segment.column === column)
                      .map((segment) => (
                        <Bar key={segment.entry.id} segment={segment} />
                      ))}
                    {more > 0 && (
                      <span className={styles.more} aria-hidden>
                        {m.calendar_more({ count: more })}
                      </span>
                    )}
                    <Dots entries={there} />
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** An event over its days of one week. */
function Bar({ segment: { entry, span, lane, comesFromBefore, goesOn } }: { segment: Segment<CalendarEntry> }) {
  const own = entry.names.length > 0
  return (
    <PlainLink
      to={entry.to}
      className={styles.bar ?? ''}
      style={{ '--span': span, '--lane': lane } as CSSProperties}
      data-own={own || undefined}
      data-before={comesFromBefore || undefined}
      data-on={goesOn || undefined}
      aria-label={entryWords(entry)}
      title={entryWords(entry)}
    >
      {own && <IconTicket size={13} stroke={2} aria-hidden />}
      {entry.time && !comesFromBefore && <span className={styles.clock}>{entry.time}</span>}{' '}
      <span className={styles.name}>{entry.title}</span>
    </PlainLink>
  )
}

/** On a phone a day shows that there is something; what it is stands below the sheet. */
const Dots = ({ entries }: { entries: readonly CalendarEntry[] }) => (
  <span className={styles.dots} aria-hidden>
    {entries.slice(0, 3).map(({ id, names }) => (
      <span key={id} data-own={names.length > 0 || undefined} />
    ))}
  </span>
)
