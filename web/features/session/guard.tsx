import { useEffect, type ReactNode } from 'react'
import { signIn, useSessionState } from '#web/api/session.ts'
import { Leaving } from './leaving.tsx'
import { SignInProblem } from './sign-in-problem.tsx'
import { Welcome } from './welcome.tsx'

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
  if (session.status === 'problem') return <SignInProblem problem={session.problem} />
  if (session.status === 'signed-out' && !mustSignIn) return <Welcome failed={session.failed} />
  return <Leaving />
}
