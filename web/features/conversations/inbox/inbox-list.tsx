import { Badge, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { IconInbox, IconNote, IconSearchOff } from '#web/ui/icons/index.ts'
import type { Output } from '#contract/endpoint.ts'
import type { OfficeThread, officeConversations } from '#contract/conversations/office.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { useAddress } from '#web/ui/data-list/list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { danish } from '#web/ui/own-text.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import c from '../thread-rows.module.css'
import { emptyWords, officeStateWords } from '../words.ts'
import type { InboxFilter } from './queries.ts'
import { TopicIcon } from './thread-head.tsx'

type InboxPage = Output<typeof officeConversations.inbox>

interface Props {
  readonly pages: UseInfiniteQueryResult<InfiniteData<InboxPage>>
  readonly filter: InboxFilter
  readonly threadId: string | null
  /** Moves the focus to the opened thread. */
  readonly onOpen: (threadId: string) => void
}

const rowsOf = ({ threads }: InboxPage) => threads

/** A club's threads: rows beside the open one, not a table. */
export function InboxList({ pages, filter, threadId, onOpen }: Props) {
  const { pathWith } = useAddress()
  const shown = pages.data?.pages.flatMap(rowsOf)
  if (!shown) return <NotLoaded query={pages} rows={5} height={104} />
  return (
    <>
      {shown.length === 0 ? (
        <Nothing filter={filter} toAll={pathWith({ state: 'all' })} />
      ) : (
        <Stack
          component="ul"
          gap={2}
          p={6}
          // Still showing the previous search.
          opacity={pages.isPlaceholderData ? 0.6 : 1}
          aria-label={m.inbox_list()}
        >
          {shown.map((thread) => (
            <Row
              key={thread.id}
              thread={thread}
              to={pathWith({ thread: thread.id })}
              isOpen={thread.id === threadId}
              showsState={filter.state === 'all'}
              onOpen={onOpen}
            />
          ))}
        </Stack>
      )}
      <ShowMore pages={pages} rowsOf={rowsOf} />
    </>
  )
}

function Nothing({ filter, toAll }: { filter: InboxFilter; toAll: string }) {
  const { title, text } = emptyWords(filter)
  const NothingIcon = filter.q === '' ? IconInbox : IconSearchOff
  return (
    <Box py="xs">
      <EmptyState
        icon={<NothingIcon size={40} stroke={1.5} />}
        title={title}
        actions={
          filter.q !== '' && filter.state !== 'all' && <ButtonLink to={toAll}>{m.inbox_search_all()}</ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </Box>
  )
}

interface RowProps {
  readonly thread: OfficeThread
  readonly to: string
  readonly isOpen: boolean
  readonly showsState: boolean
  readonly onOpen: (threadId: string) => void
}

function Row({ thread, to, isOpen, showsState, onOpen }: RowProps) {
  const { id, asker, subject, state, preview, lastAt, answeredBy, notes, unread } = thread
  const { label, tone } = officeStateWords(state)
  return (
    <li>
      <PlainLink
        to={to}
        className={c.row}
        data-list-row={id}
        data-unread={unread > 0 ? 'dot' : undefined}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(id)}
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
            {showsState && (
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
