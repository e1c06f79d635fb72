import { useBlocker } from '@tanstack/react-router'
import { whenOpened } from '#web/ui/when-opened.tsx'

const LeaveQuestion = whenOpened(async () => (await import('./leave-question.tsx')).LeaveQuestion)

/** Asks before typed changes are left behind, by a link, the way back or by closing the tab. */
export function LeaveGuard({ dirty }: { dirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: dirty, enableBeforeUnload: dirty, withResolver: true })
  return (
    <LeaveQuestion
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
