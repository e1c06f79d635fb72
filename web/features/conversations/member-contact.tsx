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
  /** Null shows the form for a new question. */
  readonly threadId: string | null
  readonly question: ReactNode
}

/** A member's conversations with clubs: one thread or a new question, beside the list of all. */
export function MemberContact({ memberId, threadId, question }: Props) {
  const { data } = useInfiniteQuery(threadsQuery)
  const asks = useLocation({ select: ({ hash }) => hash === questionSection })
  // The list comes first if there are unread threads, or after going back to it. Otherwise the order stays.
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
    <section
      key="main"
      className={c.main}
      {...(threadId === null ? { 'aria-labelledby': heading } : { 'aria-label': m.inbox_conversation() })}
    >
      {threadId === null ? (
        <Panel>
          <Title ref={onHeading} order={2} id={heading} tabIndex={-1} mb="md">
            {m.ask_new()}
          </Title>
          {question}
        </Panel>
      ) : (
        <PageThread key={threadId} threadId={threadId} memberId={memberId} onHeading={onHeading} />
      )}
    </section>
  )
  return (
    <div ref={area} className={c.columns} data-thread={threadId !== null || undefined}>
      {listFirst ? [list, main] : [main, list]}
    </div>
  )
}

/** No thread or question is open. */
const listPlace = 'list'

interface FocusMove {
  /** The element that had the focus before. */
  readonly from: Element | null
}

/**
 * Moves the focus on navigation: to the heading of the thread or question once it is rendered, or back to the
 * thread's row in the list. Does nothing on first load, or if the user has moved the focus meanwhile.
 * @param place a thread's id, the question, or the list
 */
function useFocusHeading(place: string) {
  const area = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(null)
  const pending = useRef<FocusMove>(null)
  const before = useRef(place)

  const moveFocus = useCallback((target: HTMLElement | null | undefined) => {
    if (!pending.current || !target) return
    const now = document.activeElement
    if (now === document.body || now === pending.current.from) target.focus()
    pending.current = null
  }, [])
  const onHeading = useCallback(
    (element: HTMLElement | null) => {
      heading.current = element
      moveFocus(element)
    },
    [moveFocus],
  )
  useEffect(() => {
    const from = before.current
    if (from === place) return
    before.current = place
    pending.current = { from: document.activeElement }
    const row = place === listPlace && area.current?.querySelector<HTMLElement>(`[data-list-row="${from}"]`)
    moveFocus(row || heading.current)
  }, [place, moveFocus])
  return { area, onHeading }
}

interface PageThreadProps {
  readonly threadId: string
  readonly memberId: string
  readonly onHeading: RefCallback<HTMLHeadingElement>
}

const PageThread = ({ onHeading, ...thread }: PageThreadProps) => (
  <Panel className={c.thread ?? ''} padding={0}>
    <MemberThread
      {...thread}
      wayBack={
        <ButtonLink to={paths.contactUs()} variant="default">
          {m.threads_back()}
        </ButtonLink>
      }
      renderHead={(shown) => <ThreadHead thread={shown} onHeading={onHeading} back={paths.contactUs()} />}
    />
  </Panel>
)
