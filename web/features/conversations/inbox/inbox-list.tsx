import { Badge, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconInbox, IconNote, IconSearchOff } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { OfficeThread } from '#contract/conversations/office.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { ShowMore, useMore } from '#web/parts/show-more.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { type InboxPlace, placePath } from './inbox-address.ts'
import c from '../thread-rows.module.css'
import { emptyWords, officeStateWords } from '../words.ts'
import { inboxQuery } from './queries.ts'
import { TopicIcon } from './thread-head.tsx'

interface Props {
  readonly orgId: string
  readonly place: InboxPlace
  /** Moves the focus to the opened thread. */
  readonly onOpen: (threadId: string) => void
}

/** A club's threads. Arrow keys or j and k move between rows, Enter opens one. */
export function InboxList({ orgId, place, onOpen }: Props) {
  const pages = useInfiniteQuery({ ...inboxQuery(orgId, place), placeholderData: keepPreviousData })
  const list = useRef<HTMLDivElement>(null)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  const more = useMore(
    pages,
    (page) => page.threads,
    (at) => rows()[at],
  )
  const shown = pages.data?.pages.flatMap(({ threads }) => threads)
  if (!shown) {
    if (!pages.error) return <SkeletonList rows={5} height={104} />
    return <QueryError query={pages} />
  }
  const move = (event: KeyboardEvent) => {
    const all = rows()
    const next = nextFocus(event, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
    all[next]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      {shown.length === 0 ? (
        <Nothing place={place} />
      ) : (
        <Stack
          component="ul"
          ref={list}
          gap={2}
          p={6}
          // Still showing the previous search.
          opacity={pages.isPlaceholderData ? 0.6 : 1}
          aria-label={m.inbox_list()}
        >
          {shown.map((thread) => (
            <Row key={thread.id} thread={thread} place={place} onOpen={onOpen} onKey={move} />
          ))}
        </Stack>
      )}
      <ShowMore {...more} />
    </>
  )
}

function Nothing({ place }: { place: InboxPlace }) {
  const { title, text } = emptyWords(place)
  const NothingIcon = place.q === '' ? IconInbox : IconSearchOff
  return (
    <Box py="xs">
      <EmptyState
        icon={<NothingIcon size={40} stroke={1.5} />}
        title={title}
        actions={
          place.q !== '' &&
          place.state !== 'all' && (
            <ButtonLink to={placePath({ ...place, state: 'all' })}>{m.inbox_search_all()}</ButtonLink>
          )
        }
      >
        {text}
      </EmptyState>
    </Box>
  )
}

interface RowProps {
  readonly thread: OfficeThread
  readonly place: InboxPlace
  readonly onOpen: (threadId: string) => void
  readonly onKey: (event: KeyboardEvent) => void
}

function Row({ thread, place, onOpen, onKey }: RowProps) {
  const { id, asker, subject, state, preview, lastAt, answeredBy, notes, unread } = thread
  const { label, tone } = officeStateWords(state)
  return (
    <li>
      <PlainLink
        to={placePath({ ...place, threadId: id })}
        className={c.row}
        data-thread={id}
        data-unread={unread > 0 ? 'dot' : undefined}
        aria-current={place.threadId === id ? 'true' : undefined}
        onClick={() => onOpen(id)}
        onKeyDown={onKey}
      >
        <Initials name={asker.name} size={38} light />
        <span className={c.words}>
          <Group component="span" gap="xs" justify="space-between" wrap="nowrap">
            <Text span truncate fz={15} fw={unread > 0 ? 720 : 620}>
              {asker.name}
            </Text>
            <Text span fz={13} c="dimmed" flex="none">
              <MomentText moment={lastAt} />
            </Text>
          </Group>
          <Text span inherit truncate className={c.subject ?? ''}>
            {unread > 0 && <VisuallyHidden>{`${m.inbox_unread()}: `}</VisuallyHidden>}
            {subject}
          </Text>
          <Text span inherit truncate c="dimmed">
            {preview}
          </Text>
          <Group component="span" gap="2px 12px" fz={13} c="dimmed">
            {place.state === 'all' && (
              <Badge size="sm" color={tone}>
                {label}
              </Badge>
            )}
            {thread.topic && (
              <Group component="span" gap={4} wrap="nowrap" maw="100%">
                <TopicIcon kind={thread.topic.kind} />
                <Text span inherit truncate lang={danish()}>
                  {thread.topic.title}
                </Text>
              </Group>
            )}
            {answeredBy !== null && <span>{m.inbox_answered_by({ name: answeredBy })}</span>}
            {notes > 0 && (
              <Group component="span" gap={4} wrap="nowrap">
                <IconNote size={14} stroke={1.7} aria-hidden />
                {m.inbox_notes_count({ count: notes })}
              </Group>
            )}
          </Group>
        </span>
      </PlainLink>
    </li>
  )
}

interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const steps = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at) => at + 1],
  ['ArrowUp', (at) => at - 1],
  ['j', (at) => at + 1],
  ['k', (at) => at - 1],
  ['Home', () => 0],
  ['End', (_, last) => last],
])

/** Index of the row to focus after a key press; null if the key isn't handled. */
export function nextFocus({ key, altKey, ctrlKey, metaKey }: Pressed, at: number, count: number): number | null {
  const step = altKey || ctrlKey || metaKey ? undefined : steps.get(key)
  if (!step || count === 0) return null
  return Math.min(count - 1, Math.max(0, step(at, count - 1)))
}
