import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { questionSection } from '#web/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import c from './contact.module.css'
import { LaterThread } from './later.ts'
import { threadsQuery } from './queries.ts'
import { ThreadList } from './thread-list.tsx'
import { listPlace, useReadingGoesOn } from './use-reading-goes-on.ts'

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
  const { area, onHeading } = useReadingGoesOn(place)
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
        <LaterThread key={threadId} threadId={threadId} memberId={memberId} headingId={heading} onHeading={onHeading} />
      )}
    </section>
  )
  return (
    <div ref={area} className={c.columns} data-thread={threadId !== null || undefined}>
      {listFirst ? [list, main] : [main, list]}
    </div>
  )
}
