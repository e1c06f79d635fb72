import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { signIn, useSessionState } from '#web/api/session.ts'
import { laterPart } from '#web/ui/later-part.tsx'
import { Leaving } from './leaving.tsx'

// A member who is signed in never sees these.
const SignInProblem = lazy(() => import('./sign-in-problem.tsx'))
const { ready, Part: Welcome } = laterPart(async () => (await import('./welcome.tsx')).default, { Fallback: Leaving })
export const readyWelcome = ready

interface GuardProps {
  /** The front door shows what the portal is; deeper addresses go to sign in at once and come back. */
  readonly atFrontDoor: boolean
  readonly children: ReactNode
}

/** Shows a page to members only. */
export function Guard({ atFrontDoor, children }: GuardProps) {
  const session = useSessionState()
  const mustSignIn = session.status === 'signed-out' && !session.failed && !atFrontDoor
  useEffect(() => {
    if (mustSignIn) void signIn()
  }, [mustSignIn])

  if (session.status === 'signed-in') return children
  if (session.status === 'leaving' || session.status === 'checking' || mustSignIn) return <Leaving />
  return (
    <Suspense fallback={<Leaving />}>
      {session.status === 'problem' ? <SignInProblem problem={session.problem} /> : <Welcome failed={session.failed} />}
    </Suspense>
  )
}
