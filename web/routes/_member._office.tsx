import { createFileRoute } from '@tanstack/react-router'
import { ApiProblem } from '#web/api/client.ts'
import { currentSession } from '#web/api/session/session.ts'
import { isInOffice } from '#web/api/session/token-claims.ts'

/** Guards the offices of clubs. `_member` handles signed-out users first. */
export const Route = createFileRoute('/_member/_office')({
  beforeLoad: () => {
    const session = currentSession()
    if (session.status === 'signed-in' && !isInOffice(session)) throw new ApiProblem('forbidden', 403)
  },
})
