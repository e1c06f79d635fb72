import { Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { signIn, useSessionState } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'

// Lazy, because most people are signed in.
const SignInProblem = lazy(async () => ({ default: (await import('./sign-in-problem.tsx')).SignInProblem }))

/** Shown instead of a page that requires sign-in: redirects, or explains why signing in is not possible. */
export function SignInRequired() {
  const session = useSessionState()
  const mustSignIn = session.status === 'signed-out' && !session.failed
  useEffect(() => {
    if (mustSignIn) void signIn()
  }, [mustSignIn])

  if (mustSignIn || (session.status !== 'problem' && session.status !== 'signed-out')) return <Leaving />
  return (
    <Suspense fallback={<Leaving />}>
      <SignInProblem session={session} />
    </Suspense>
  )
}

/** Shown while redirecting to or from the identity provider. */
export const Leaving = () => (
  <Stack gap="lg" aria-busy>
    <Text role="status" c="dimmed" size="sm">
      {m.session_leaving()}
    </Text>
    <Skeleton height={220} radius={20} />
  </Stack>
)
