import { ActionIcon, Badge, Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconArrowLeft, IconCalendarEvent, IconChecks, IconId } from '#web/ui/icons/index.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ThreadState, ThreadTopic } from '#contract/conversations/answers.ts'
import type { OfficeThread } from '#contract/conversations/office.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { whenDone } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { TextLink, useNavigateTo } from '#web/ui/link.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { officeStateWords } from '../words.ts'
import low from '../low-screen.module.css'
import c from './thread-head.module.css'
import { useSetState } from './queries.ts'

/** The part of a thread shown on narrow screens. */
export type Pane = 'messages' | 'card' | 'notes'

interface Props {
  readonly club: { readonly id: string; readonly key: string }
  readonly thread: OfficeThread
  /** Id of the newest message on screen. */
  readonly lastSeen: string
  readonly listPath: string
  /** Whether to focus the heading; true once. */
  readonly takesFocus: () => boolean
  readonly pane: Pane
  readonly onPane: (pane: Pane) => void
}

export function ThreadHead({ club, thread, lastSeen, listPath, takesFocus, pane, onPane }: Props) {
  const { subject, asker, state, topic, notes } = thread
  const go = useNavigateTo()
  const readOnly = useIsReadOnly()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useSetState(club.id, thread.id)
  const takeFocus = useEffectEvent(takesFocus)
  useEffect(() => {
    if (takeFocus()) heading.current?.focus()
  }, [])

  const changeState = (next: ThreadState) => {
    heading.current?.focus()
    whenDone(change.mutateAsync({ state: next, lastSeen }), {
      onSuccess: () => showToast({ message: next === 'closed' ? m.inbox_closed_toast() : m.inbox_opened_toast() }),
      onError: (error) => {
        const isNewer = error instanceof ApiProblem && error.code === 'answered_meanwhile'
        showToast({ type: 'error', message: isNewer ? m.inbox_newer() : problemText(error) })
      },
    })
  }
  const { label, tone } = officeStateWords(state)
  const panes: { value: Pane; label: string }[] = [
    { value: 'messages', label: m.inbox_conversation() },
    { value: 'card', label: m.inbox_pane_card() },
    { value: 'notes', label: notes > 0 ? `${m.inbox_pane_notes_tab()} (${notes})` : m.inbox_pane_notes_tab() },
  ]
  return (
    <header className={c.head}>
      <Group gap="8px 12px" align="flex-start">
        <ActionIcon
          className={c.back ?? ''}
          aria-label={m.inbox_back()}
          onClick={() => void go(listPath, { stay: true })}
        >
          <IconArrowLeft size={20} stroke={1.7} />
        </ActionIcon>
        <div className={c.words}>
          <Title order={2} size="h3" ref={heading} tabIndex={-1} className={c.subject ?? ''} data-thread-heading>
            {subject}
          </Title>
          <Group gap="4px 10px" mt={4} fz="sm" c="dimmed" className={c.facts ?? ''}>
            <Badge size="sm" color={tone}>
              {label}
            </Badge>
            <span>{asker.name}</span>
            <TextLink to={paths.office(club.key, 'history', { thing: 'thread', thingId: thread.id })} inherit>
              {m.office_history()}
            </TextLink>
            {topic && (
              <Group component="span" gap={4} wrap="nowrap">
                <TopicIcon kind={topic.kind} />
                {topic.kind === 'event' ? (
                  <TextLink to={paths.event(club.key, topic.id)} inherit truncate lang={danish()}>
                    {topic.title}
                  </TextLink>
                ) : (
                  <Text span inherit truncate lang={danish()}>
                    {topic.title}
                  </Text>
                )}
              </Group>
            )}
          </Group>
        </div>
        <div className={`${c.actions} ${low.signs}`}>
          {state !== 'open' && !readOnly && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
              disabled={change.isPending}
              onClick={() => changeState('open')}
            >
              {m.inbox_reopen()}
            </Button>
          )}
          {state !== 'closed' && !readOnly && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconChecks size={16} stroke={1.7} />}
              disabled={change.isPending}
              onClick={() => changeState('closed')}
            >
              {m.inbox_close()}
            </Button>
          )}
        </div>
      </Group>
      <SegmentedControl
        aria-label={m.inbox_panes()}
        data={panes}
        value={pane}
        onChange={onPane}
        className={c.panes ?? ''}
        fullWidth
      />
    </header>
  )
}

export function TopicIcon({ kind }: Pick<ThreadTopic, 'kind'>) {
  const Icon = kind === 'event' ? IconCalendarEvent : IconId
  return <Icon size={14} stroke={1.7} aria-hidden />
}
