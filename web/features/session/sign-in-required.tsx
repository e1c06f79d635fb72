import { useEffect } from 'react'
import { signIn, useSessionState } from '#web/api/session/session.ts'
import { Leaving } from './doorway.tsx'
import { OfflineDoor } from './offline-door.tsx'
import { SignInProblem } from './sign-in-problem.tsx'
import { Welcome } from './welcome.tsx'

interface Props {
  /** The front page shows what the portal is; deeper addresses go to sign in at once and come back. */
  readonly atFrontPage?: boolean
}

/** In place of a page that nobody is signed in for: the way to sign in, or why that is not possible now. */
export function SignInRequired({ atFrontPage = false }: Props) {
  const session = useSessionState()
  const mustSignIn = session.status === 'signed-out' && !session.failed && !atFrontPage
  useEffect(() => {
    if (mustSignIn) void signIn()
  }, [mustSignIn])

  if (session.status === 'problem') return <SignInProblem problem={session.problem} />
  if (session.status !== 'signed-out' || mustSignIn) return <Leaving />
  return session.keptId !== null ? <OfflineDoor /> : <Welcome failed={session.failed} />
}
