import { ActionIcon, Badge } from '@mantine/core'
import { IconCalendarPlus, IconTicket } from '@tabler/icons-react'
import { calendarFileOf } from '#web/api/event-calendar.ts'
import { formatPeriod } from '#web/ui/words/format.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import type { CalendarEntry } from './entries.ts'

/** One event in a list of a day, with its own calendar entry. */
export function EntryCard({ entry, small = false }: { entry: CalendarEntry; small?: boolean }) {
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
