import { useBlocker } from '@tanstack/react-router'
import { isReloading } from '#web/api/new-build/reload.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** Asks before typed changes are left behind, by a link, the way back or by closing the tab. They outlast a reload. */
export function LeaveGuard({ dirty }: { dirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: dirty,
    enableBeforeUnload: () => dirty() && !isReloading(),
    withResolver: true,
  })
  return (
    <LeaveQuestion
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
