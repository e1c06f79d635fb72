import { Badge, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { IconInbox, IconNote, IconSearchOff } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { OfficeThread } from '#contract/conversation-answers.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useMore } from '#web/api/use-more.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { ShowMore } from '#web/ui/cards/show-more.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { type InboxPlace, placePath } from './inbox-address.ts'
import c from './inbox-list.module.css'
import { emptyWords, officeStateWords } from '../words.ts'
import { inboxQuery } from './queries.ts'
import { TopicIcon } from './thread-head.tsx'

interface Props {
  readonly orgId: string
  readonly place: InboxPlace
  /** One was chosen here, so reading goes on in it. */
  readonly onOpen: (threadId: string) => void
}

/** A club's threads: arrows, or j and k, go from one to the next; Enter opens it. */
export function InboxList({ orgId, place, onOpen }: Props) {
  const pages = useInfiniteQuery({ ...inboxQuery(orgId, place), placeholderData: keepPreviousData })
  const list = useRef<HTMLUListElement>(null)
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
    const next = movedFocus(event, all.indexOf(document.activeElement as HTMLElement), all.length)
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
        <ul ref={list} className={c.list} data-stale={pages.isPlaceholderData || undefined} aria-label={m.inbox_list()}>
          {shown.map((thread) => (
            <Row key={thread.id} thread={thread} place={place} onOpen={onOpen} onKey={move} />
          ))}
        </ul>
      )}
      <ShowMore {...more} />
    </>
  )
}

function Nothing({ place }: { place: InboxPlace }) {
  const { title, text } = emptyWords(place)
  const NothingIcon = place.q === '' ? IconInbox : IconSearchOff
  return (
    <div className={c.nothing}>
      <EmptyState
        icon={<NothingIcon size={40} stroke={1.5} />}
        title={title}
        actions={
          place.q !== '' &&
          place.state !== 'all' && (
            <ButtonLink variant="light" to={placePath({ ...place, state: 'all' })}>
              {m.inbox_search_all()}
            </ButtonLink>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
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
        data-unread={unread > 0 || undefined}
        aria-current={place.threadId === id ? 'true' : undefined}
        onClick={() => onOpen(id)}
        onKeyDown={onKey}
      >
        <Initials name={asker.name} size={38} light />
        <span className={c.words}>
          <span className={c.head}>
            <span className={c.name}>{asker.name}</span>
            <span className={c.when}>
              <MomentText moment={lastAt} />
            </span>
          </span>
          <span className={c.subject}>
            {unread > 0 && <VisuallyHidden>{`${m.inbox_unread()}: `}</VisuallyHidden>}
            {subject}
          </span>
          <span className={c.preview}>{preview}</span>
          <span className={c.facts}>
            {place.state === 'all' && (
              <Badge size="sm" color={tone}>
                {label}
              </Badge>
            )}
            {thread.topic && (
              <span className={c.topic}>
                <TopicIcon kind={thread.topic.kind} />
                <span>{thread.topic.title}</span>
              </span>
            )}
            {answeredBy !== null && <span>{m.inbox_answered_by({ name: answeredBy })}</span>}
            {notes > 0 && (
              <span className={c.notes}>
                <IconNote size={14} stroke={1.7} aria-hidden />
                {m.inbox_notes_count({ count: notes })}
              </span>
            )}
          </span>
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

/** Which of a list's rows gets the focus by a key that was pressed in it; null: the key is none of the list's. */
export function movedFocus({ key, altKey, ctrlKey, metaKey }: Pressed, at: number, count: number): number | null {
  const step = altKey || ctrlKey || metaKey ? undefined : steps.get(key)
  if (!step || count === 0) return null
  return Math.min(count - 1, Math.max(0, step(at, count - 1)))
}
