import { ActionIcon, Badge, Skeleton, Stack, Title } from '@mantine/core'
import { IconCalendarPlus, IconTicket } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import { PlainLink } from '#web/ui/link.tsx'
import { formatPeriod } from '#web/ui/words/format.ts'
import { Own } from '#web/ui/own-text.tsx'
import { useCalendarFile } from '#web/api/use-calendar-file.ts'
import { Where } from '../where.tsx'
import { m } from '#words/messages.js'
import styles from './calendar.module.css'
import { type CalendarEntry, dayWords } from './entries.ts'

interface Props {
  readonly days: readonly { readonly day: string; readonly entries: readonly CalendarEntry[] }[]
  readonly loading: boolean
  readonly empty: ReactNode
}

export function Agenda({ days, loading, empty }: Props) {
  const none = loading ? <Skeleton height={72} radius="md" /> : empty
  if (days.length === 0) return none
  return (
    <Stack gap="lg">
      {days.map(({ day, entries }) => (
        <Stack key={day} gap="xs">
          <Title order={3} size="h4">
            {dayWords(day)}
          </Title>
          {entries.length === 0 ? (
            none
          ) : (
            <Stack component="ul" gap={8}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <EntryCard entry={entry} />
                </li>
              ))}
            </Stack>
          )}
        </Stack>
      ))}
    </Stack>
  )
}

function EntryCard({ entry }: { entry: CalendarEntry }) {
  const { id, title, time, hours, firstDay, lastDay, names, to } = entry
  const file = useCalendarFile(id)
  const own = names.length > 0
  const when = [firstDay === lastDay ? null : formatPeriod(firstDay, lastDay), hours ?? time ?? m.calendar_all_day()]
  return (
    <div className={styles.entry} data-own={own || undefined}>
      <div className={styles.entryWords}>
        <span className={styles.entryFacts}>{when.filter(Boolean).join(', ')}</span>
        <PlainLink to={to} className={styles.entryTitle ?? ''}>
          <Own of={entry} field="title" />
        </PlainLink>
        <span className={styles.entryFacts}>
          <Where event={entry} />
        </span>
        {own && (
          <Badge color="teal" mt={4} miw={0} leftSection={<IconTicket size={12} stroke={2} aria-hidden />}>
            {names.join(', ')}
          </Badge>
        )}
      </div>
      <ActionIcon
        onClick={() => file.mutate()}
        loading={file.isPending}
        className={styles.entryFile ?? ''}
        aria-label={m.calendar_add_one({ title })}
      >
        <IconCalendarPlus size={20} stroke={1.7} />
      </ActionIcon>
    </div>
  )
}
