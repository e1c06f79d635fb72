import { Badge, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, type CSSProperties, type ReactNode } from 'react'
import type { Thread } from '#contract/conversation-answers.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useMore } from '#web/api/use-more.ts'
import { paths } from '#web/paths.ts'
import { initialsOf } from '#web/ui/initials.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { ShowMore } from '#web/ui/cards/show-more.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { threadsQuery } from './queries.ts'
import c from './thread-list.module.css'
import { stateWords } from './words.ts'

interface Props {
  /** The one that is shown. */
  readonly current?: string | undefined
  /** Shows one beside the list; without it each leads to its page. */
  readonly onOpen?: (threadId: string) => void
  /** Stands there when there is none. */
  readonly empty: ReactNode
}

/** The member's threads with clubs, the one written in last first. */
export function ThreadList({ current, onOpen, empty }: Props) {
  const pages = useInfiniteQuery(threadsQuery)
  const list = useRef<HTMLUListElement>(null)
  const more = useMore(
    pages,
    (page) => page.threads,
    (_, thread) => list.current?.querySelector<HTMLElement>(`[data-thread="${thread?.id}"]`),
  )
  const threads = pages.data?.pages.flatMap((page) => page.threads)
  if (!threads && pages.error) return <QueryError query={pages} />
  if (!threads) return <SkeletonList rows={3} height={86} />
  if (threads.length === 0) return empty
  return (
    <>
      <ul className={c.list} ref={list}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <Entry thread={thread} isCurrent={thread.id === current} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
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
      <ClubMark name={club.name} hue={club.hue} />
      <span className={c.words}>
        <span className={c.meta}>
          <span className={c.club}>{club.name}</span>
          <MomentText moment={lastAt} />
        </span>
        <span className={c.subject}>
          {unread > 0 && <VisuallyHidden>{`${m.thread_unread({ count: unread })}: `}</VisuallyHidden>}
          {subject}
        </span>
        <span className={c.preview}>{preview}</span>
      </span>
      {unread > 0 ? (
        <Badge variant="filled" color="coral" circle aria-hidden className={c.count ?? ''}>
          {unread}
        </Badge>
      ) : (
        <Badge color={tone} className={c.count ?? ''}>
          {label()}
        </Badge>
      )}
    </>
  )
  const common = {
    className: c.entry ?? '',
    'data-thread': id,
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

/** A club's letters in its colour; its name stands beside it. */
export const ClubMark = ({ name, hue, size = 40 }: { name: string; hue: number; size?: number }) => (
  <span
    className={c.mark}
    style={{ '--h': hue, width: size, height: size, fontSize: size * 0.36 } as CSSProperties}
    aria-hidden
  >
    {initialsOf(name)}
  </span>
)
