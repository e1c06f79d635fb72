import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { SessionState } from '#web/api/session/session.ts'
import { threadsQuery } from '#web/features/conversations/queries.ts'
import { PanelButton } from './panel-button.tsx'

const SidePanelContent = lazy(() => import('./side-panel-content.tsx'))

type Session = Extract<SessionState, { status: 'signed-in' }>

interface SidePanelProps {
  /** Whom the notifications are for. */
  readonly member: Session['member']
  /** Who is signed in: whose notes and threads they are. */
  readonly self: Session['self']
  readonly opened: boolean
  /** It is drawn, or gone, a moment later. */
  readonly there: boolean
  readonly onToggle: (opened: boolean) => void
  /** Whether there are notifications at all. */
  readonly alerts: boolean
}

/** The button in the header and the panel it opens, whose code comes with it. */
export default function MemberSidePanel({ opened, there, onToggle, ...props }: SidePanelProps) {
  // The bell says when an answer comes.
  const { data } = useInfiniteQuery({ ...threadsQuery, refetchInterval: false })
  const docked = useMediaQuery('(min-width: 81.25em)', true, { getInitialValueInEffect: false })
  const [threadId, setThreadId] = useState<string | null>(null)
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <>
      <PanelButton opened={opened} unread={unread} onClick={() => onToggle(!opened)} />
      {there && (
        <Suspense>
          <SidePanelContent
            {...props}
            docked={docked}
            unread={unread}
            threadId={threadId}
            onThread={setThreadId}
            onClose={() => onToggle(false)}
          />
        </Suspense>
      )}
    </>
  )
}
