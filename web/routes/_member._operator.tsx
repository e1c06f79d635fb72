import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { isSuperAdmin } from '#web/api/session/token-claims.ts'
import { OperatorFrame } from '#web/features/operator/operator-frame.tsx'

/** Guards the operator's console. `_member` handles signed-out users first; each call asks for a fresh sign-in. */
export const Route = createFileRoute('/_member/_operator')({
  beforeLoad: () => {
    const session = currentSession()
    if (session.status === 'signed-in' && !isSuperAdmin(session.roles)) throw new ApiProblem('forbidden', 403)
  },
  component: () => (
    <OperatorFrame>
      <Outlet />
    </OperatorFrame>
  ),
})
