import { Badge, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Thread } from '#contract/conversations/answers.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { paths } from '#web/paths.ts'
import { ClubMark } from '#web/features/organisations/club-mark.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { m } from '#words/messages.js'
import { threadsQuery } from './queries.ts'
import c from './thread-rows.module.css'
import { stateWords } from './words.ts'

interface Props {
  /** Id of the open thread. */
  readonly current?: string | undefined
  /** Opens a thread in place; without it, rows link to the thread's page. */
  readonly onOpen?: (threadId: string) => void
  readonly empty: ReactNode
}

const rowsOf = ({ threads }: { readonly threads: readonly Thread[] }) => threads

export function ThreadList({ current, onOpen, empty }: Props) {
  const pages = useInfiniteQuery(threadsQuery)
  const threads = pages.data?.pages.flatMap(rowsOf)
  if (!threads) return <NotLoaded query={pages} rows={3} height={86} />
  if (threads.length === 0) return empty
  return (
    <>
      <Stack component="ul" gap={4}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <Entry thread={thread} isCurrent={thread.id === current} onOpen={onOpen} />
          </li>
        ))}
      </Stack>
      <ShowMore pages={pages} rowsOf={rowsOf} />
    </>
  )
}

interface EntryProps {
  readonly thread: Thread
  readonly isCurrent: boolean
  readonly onOpen: ((threadId: string) => void) | undefined
}

function Entry({ thread, isCurrent, onOpen }: EntryProps) {
  const { id, club, subject, preview, lastAt, unread, state } = thread
  const { label, tone } = stateWords[state]
  const content = (
    <>
      <ClubMark club={club} />
      <span className={c.words}>
        <Group component="span" gap="xs" justify="space-between" wrap="nowrap" fz={13} c="dimmed">
          <Text span inherit truncate>
            {club.name}
          </Text>
          <Box component="span" flex="none">
            <MomentText moment={lastAt} />
          </Box>
        </Group>
        <Text span fz="md" lineClamp={2} className={c.subject ?? ''}>
          {unread > 0 && <VisuallyHidden>{`${m.thread_unread({ count: unread })}: `}</VisuallyHidden>}
          {subject}
        </Text>
        <Text span inherit truncate c="dimmed">
          {preview}
        </Text>
        {unread > 0 ? (
          <Badge variant="filled" color="coral" circle aria-hidden>
            {unread}
          </Badge>
        ) : (
          <Badge color={tone} style={{ justifySelf: 'start' }}>
            {label()}
          </Badge>
        )}
      </span>
    </>
  )
  const common = {
    className: c.row ?? '',
    'data-list-row': id,
    'data-unread': unread > 0 || undefined,
    'aria-current': isCurrent || undefined,
  }
  return onOpen ? (
    <button type="button" {...common} onClick={() => onOpen(id)}>
      {content}
    </button>
  ) : (
    <PlainLink to={paths.contactUs({ thread: id })} {...common}>
      {content}
    </PlainLink>
  )
}
