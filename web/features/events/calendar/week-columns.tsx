import { VisuallyHidden } from '@mantine/core'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import { daysOf, entriesOn } from './calendar-grid.ts'
import { dayWords, weekdayWords } from './day-words.ts'
import type { CalendarEntry } from './entries.ts'
import { mondayOf } from '../days.ts'
import { EntryCard } from './entry-card.tsx'

interface Props {
  readonly day: string
  readonly entries: readonly CalendarEntry[]
  /** These are all: a day without any is one on which nothing takes place. */
  readonly known: boolean
}

/** A week, a column for each day; on a phone one below the other. */
export const WeekColumns = ({ day, entries, known }: Props) => (
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
