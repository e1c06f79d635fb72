import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefCallback, useCallback, useEffect, useId, useRef, useState } from 'react'
import { paths, questionSection } from '#web/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import c from './contact.module.css'
import { threadsQuery } from './queries.ts'
import { ThreadList } from './thread-list.tsx'
import { MemberThread } from './member-thread.tsx'
import { ThreadHead } from './thread-head.tsx'

interface Props {
  readonly memberId: string
  /** The thread that is shown; null: a new question. */
  readonly threadId: string | null
  /** Where a new question is asked. */
  readonly question: ReactNode
}

/** A member's conversations with clubs: one of them or a new question, and the list of all. */
export function MemberContact({ memberId, threadId, question }: Props) {
  const { data } = useInfiniteQuery(threadsQuery)
  const asks = useLocation({ select: ({ hash }) => hash === questionSection })
  // What waits to be read comes first, also on a phone, and the list that one comes back to; else nothing moves.
  const place = threadId ?? (asks ? questionSection : listPlace)
  const [listFirst, setListFirst] = useState(() => place === listPlace && (data?.pages[0]?.unread ?? 0) > 0)
  const [shown, setShown] = useState(place)
  if (shown !== place) {
    setShown(place)
    setListFirst(place === listPlace)
  }
  const heading = useId()
  const { area, onHeading } = useFocusHeading(place)
  const list = (
    <Panel key="list" title={m.threads_title()} className={c.list ?? ''}>
      <ThreadList current={threadId ?? undefined} empty={<p className={c.none}>{m.threads_none()}</p>} />
    </Panel>
  )
  const main = (
    <section key="main" className={c.main} aria-labelledby={heading}>
      {threadId === null ? (
        <Panel>
          <Title ref={onHeading} order={2} id={heading} tabIndex={-1} mb="md">
            {m.ask_new()}
          </Title>
          {question}
        </Panel>
      ) : (
        <PageThread key={threadId} threadId={threadId} memberId={memberId} headingId={heading} onHeading={onHeading} />
      )}
    </section>
  )
  return (
    <div ref={area} className={c.columns} data-thread={threadId !== null || undefined}>
      {listFirst ? [list, main] : [main, list]}
    </div>
  )
}

/** Where the list stands, and nothing is asked or read yet. */
const listPlace = 'list'

/** What had the focus when the reader moved on, until reading goes on elsewhere. */
interface Left {
  readonly at: Element | null
}

/**
 * Moves the focus with the reader: to the heading of the thread or the question that is shown now, as soon as it is there, and
 * back to the thread's place in the list. Not when the page begins, nor away from what they have turned to meanwhile.
 * @param place what is shown: a thread by its id, the question, or the list
 */
function useFocusHeading(place: string) {
  const area = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(null)
  const left = useRef<Left>(null)
  const before = useRef(place)

  const goOn = useCallback((target: HTMLElement | null | undefined) => {
    if (!left.current || !target) return
    const now = document.activeElement
    if (now === document.body || now === left.current.at) target.focus()
    left.current = null
  }, [])
  const onHeading = useCallback(
    (element: HTMLElement | null) => {
      heading.current = element
      goOn(element)
    },
    [goOn],
  )
  useEffect(() => {
    const from = before.current
    if (from === place) return
    before.current = place
    left.current = { at: document.activeElement }
    const row = place === listPlace && area.current?.querySelector<HTMLElement>(`[data-thread="${from}"]`)
    goOn(row || heading.current)
  }, [place, goOn])
  return { area, onHeading }
}

interface PageThreadProps {
  readonly threadId: string
  readonly memberId: string
  readonly headingId: string
  readonly onHeading: RefCallback<HTMLHeadingElement>
}

/** A member's own thread as what its page is about. */
const PageThread = ({ headingId, onHeading, ...thread }: PageThreadProps) => (
  <Panel className={c.thread ?? ''} padding={0}>
    <MemberThread
      {...thread}
      wayBack={
        <ButtonLink to={paths.contactUs()} variant="default">
          {m.threads_back()}
        </ButtonLink>
      }
      renderHead={(shown) => (
        <ThreadHead thread={shown} headingId={headingId} onHeading={onHeading} back={paths.contactUs()} />
      )}
    />
  </Panel>
)
