import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useSessionState } from '#web/api/session/session.ts'
import { SignInRequired } from '#web/features/session/sign-in-required.tsx'

/** Pages that visitors may read, too. Each has two parts, by `openPage`: members see theirs, and only while they are signed in. */
export const Route = createFileRoute('/_open')({ codeSplitGroupings: [], component: OpenPages })

function OpenPages() {
  const session = useSessionState()
  const isOffline = session.status === 'signed-out' && session.offlineMemberId !== null
  return session.status === 'problem' || session.status === 'leaving' || isOffline ? <SignInRequired /> : <Outlet />
}
