import { Badge, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { EventDetail } from '#contract/event-answers.ts'
import { coverSizes } from '#contract/event-picture.ts'
import { pictureOf } from '#web/api/pictures/event-picture.ts'
import { paths } from '#web/paths.ts'
import { Cover, DateChip } from '#web/ui/cards/cover-card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { chipOf } from '#web/ui/words/when-words.ts'
import { m } from '#words/messages.js'
import styles from './event-head.module.css'
import { isMembersOnly, stateWords } from './words.ts'

/** An event's picture, its name and how it stands. */
export function EventHead({ event }: { event: EventDetail }) {
  const state = stateWords(event, new Date())
  const { picture } = event
  return (
    <header className={styles.head}>
      <Cover hue={event.hue} picture={pictureOf(event)} first sizes={coverSizes} className={styles.cover} />
      {picture?.alt && <span className={styles.alt} role="img" aria-label={picture.alt} />}
      <div className={styles.words}>
        <DateChip {...chipOf(event)} />
        <div className={styles.names}>
          <Text size="sm" c="dimmed" component="p" m={0}>
            <PlainLink to={paths.eventsOf(event.orgKey)} className={styles.club ?? ''}>
              {event.orgName}
            </PlainLink>
            {event.kind && ` · ${event.kind}`}
          </Text>
          <Title order={1} tabIndex={-1} className={styles.title}>
            {event.title}
          </Title>
          <div className={styles.badges}>
            <Badge size="lg" color={state.color}>
              {state.label}
            </Badge>
            {isMembersOnly(event) && (
              <Badge size="lg" color="gray" leftSection={<IconLock size={14} stroke={2} aria-hidden />}>
                {m.event_members_only()}
              </Badge>
            )}
          </div>
        </div>
      </div>
    </header>
  )
}
