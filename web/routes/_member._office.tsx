import { createFileRoute } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { isInOffice, isSuperAdmin } from '#web/api/session/token-claims.ts'

/** Guards the offices of clubs. An operator may look at one; whether they do, the server knows. `_member` handles signed-out users first. */
export const Route = createFileRoute('/_member/_office')({
  beforeLoad: () => {
    const session = currentSession()
    if (session.status !== 'signed-in') return
    if (!isInOffice(session) && !isSuperAdmin(session.roles)) throw new ApiProblem('forbidden', 403)
  },
})
