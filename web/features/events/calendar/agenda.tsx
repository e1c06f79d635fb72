import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './calendar.module.css'
import { dayWords } from './day-words.ts'
import type { CalendarEntry } from './entries.ts'
import { EntryCard } from './entry-card.tsx'

interface Props {
  readonly days: readonly { readonly day: string; readonly entries: readonly CalendarEntry[] }[]
  readonly loading: boolean
  readonly empty: ReactNode
  /** Each day has its heading. */
  readonly named?: boolean
}

/** Events one below the other, by day. */
export function Agenda({ days, loading, empty, named = false }: Props) {
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
