import { Text, Title } from '@mantine/core'
import { IconCalendarEvent, IconMapPin, IconQrcode } from '@tabler/icons-react'
import type { EventFacts } from '#contract/event-answers.ts'
import { paths } from '#web/paths.ts'
import { DateChip } from '#web/ui/cards/cover-card.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { chipOf, formatList, whenWords } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import styles from './next-ticket.module.css'

interface Props {
  readonly event: EventFacts
  /** Who has a ticket. */
  readonly names: readonly string[]
  /** The reader is among them. */
  readonly mine: boolean
}

const icon = { size: 16, stroke: 1.7 }

/** Where the family goes next, and the way to the codes for the door. */
export function NextTicket({ event, names, mine }: Props) {
  const { title, place, orgName, orgKey, id } = event
  const to = paths.ticketsOf(orgKey, id)
  return (
    <section className={styles.ticket} aria-labelledby={`next-${id}`}>
      <DateChip {...chipOf(event)} />
      <div className={styles.words}>
        <Text size="sm" c="dimmed" fw={600}>
          {mine ? m.dashboard_next_ticket() : m.dashboard_next_ticket_of({ names: formatList(names) })}
        </Text>
        <Title order={2} size="h3" id={`next-${id}`}>
          <PlainLink to={to} className={styles.link ?? ''}>
            {title}
          </PlainLink>
        </Title>
        <span className={styles.fact}>
          <IconCalendarEvent {...icon} aria-hidden />
          {whenWords(event, 'short')}
        </span>
        <span className={styles.fact}>
          <IconMapPin {...icon} aria-hidden />
          {place ? `${place} · ${orgName}` : orgName}
        </span>
        <Text size="sm">{m.dashboard_ticket_for({ names: formatList(names) })}</Text>
      </div>
      <ButtonLink
        to={to}
        className={styles.button ?? ''}
        leftSection={<IconQrcode size={18} stroke={1.7} aria-hidden />}
      >
        {m.dashboard_show_code({ count: names.length })}
      </ButtonLink>
    </section>
  )
}
