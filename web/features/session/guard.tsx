import { Suspense, useEffect, type ReactNode } from 'react'
import { signIn, useSessionState } from '#web/api/session/session.ts'
import { laterPart } from '#web/ui/loading/later-part.tsx'
import { Leaving } from './leaving.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// A member who is signed in never sees these.
const SignInProblem = lazyPart(async () => (await import('./sign-in-problem.tsx')).default)
const OfflineDoor = lazyPart(async () => (await import('./offline-door.tsx')).default)
const { ready, Part: Welcome } = laterPart(async () => (await import('./welcome.tsx')).default, { Fallback: Leaving })
export const readyWelcome = ready

interface GuardProps {
  /** The front door shows what the portal is; deeper addresses go to sign in at once and come back. */
  readonly atFrontDoor: boolean
  /** The page shows what this browser keeps of somebody, as long as nobody can sign in. */
  readonly offline?: boolean
  readonly children: ReactNode
}

/** Shows a page to members only. */
export function Guard({ atFrontDoor, offline = false, children }: GuardProps) {
  const session = useSessionState()
  const mustSignIn = session.status === 'signed-out' && !session.failed && !atFrontDoor
  useEffect(() => {
    if (mustSignIn) void signIn()
  }, [mustSignIn])

  const kept = session.status === 'signed-out' && session.keptId !== null
  if (session.status === 'signed-in' || (kept && offline)) return children
  if (session.status === 'leaving' || session.status === 'checking' || mustSignIn) return <Leaving />
  return (
    <Suspense fallback={<Leaving />}>
      {session.status === 'problem' ? (
        <SignInProblem problem={session.problem} />
      ) : kept ? (
        <OfflineDoor />
      ) : (
        <Welcome failed={session.failed} />
      )}
    </Suspense>
  )
}
