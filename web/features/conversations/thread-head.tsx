import { Badge, Group, Stack, Title } from '@mantine/core'
import { IconArrowLeft, IconCalendarEvent, IconId } from '#web/ui/icons/index.ts'
import type { RefCallback } from 'react'
import type { Thread } from '#contract/conversations/answers.ts'
import { paths } from '#web/paths.ts'
import { PlainLink, TextLink } from '#web/ui/link.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import c from './thread-head.module.css'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { stateWords } from './words.ts'

interface Props {
  readonly thread: Thread
  /** Phones only: URL of the thread list. */
  readonly back?: string
  readonly onHeading?: RefCallback<HTMLHeadingElement>
}

export function ThreadHead({ thread: { club, subject, state, topic }, back, onHeading }: Props) {
  const { label, tone } = stateWords[state]
  const Icon = topic?.kind === 'event' ? IconCalendarEvent : IconId
  return (
    <header className={c.head}>
      {back && (
        <PlainLink to={back} className={c.back ?? ''} aria-label={m.threads_back()}>
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </PlainLink>
      )}
      <ClubMark club={club} size={44} />
      <Stack gap={4} flex={1} miw={0}>
        <Title ref={onHeading ?? null} order={2} size="h3" className={c.subject ?? ''} tabIndex={-1}>
          {subject}
        </Title>
        <Group gap="4px 10px" fz="sm" c="dimmed">
          {club.name}
          <Badge color={tone}>{label()}</Badge>
        </Group>
        {topic && (
          <TextLink
            to={topic.kind === 'event' ? paths.event(club.key, topic.id) : paths.newMembership({ orgId: club.id })}
            size="sm"
            className={c.topic ?? ''}
          >
            <Icon size={16} stroke={1.7} aria-hidden />
            <span lang={danish()}>{topic.title}</span>
          </TextLink>
        )}
      </Stack>
    </header>
  )
}
