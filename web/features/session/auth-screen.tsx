import { Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useSessionState } from '#web/api/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useNavigateTo } from '#web/ui/link.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Leaving } from './sign-in-required.tsx'
import { FailureNote } from './welcome.tsx'

interface AuthScreenProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
  /** Where users who are already signed in are redirected. */
  readonly onward: string
}

/** A page for signed-out users that explains one action, such as registering. */
export function AuthScreen({ icon, title, children, actions, onward }: AuthScreenProps) {
  const session = useSessionState()
  const go = useNavigateTo()
  const signedIn = session.status === 'signed-in' || session.status === 'problem'
  usePageTitle(title)
  useEffect(() => {
    if (signedIn) void go(onward, { replace: true })
  }, [signedIn, go, onward])

  if (session.status !== 'signed-out') return <Leaving />
  return (
    <Stack gap="lg">
      {session.failed && <FailureNote failed={session.failed} />}
      <Panel>
        <EmptyState order={1} icon={icon} title={title} actions={session.failed === 'insecure' ? undefined : actions}>
          {children}
        </EmptyState>
      </Panel>
    </Stack>
  )
}
