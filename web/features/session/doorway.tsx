import { Box, Stack, Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useSessionState, register, signIn } from '#web/api/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useGo } from '#web/ui/link.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Leaving } from './sign-in-required.tsx'
import { FailureNote } from './welcome.tsx'
import { IconLogin2, IconUserPlus, IconKey } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import { config } from '#web/api/config.ts'
import { currentLanguage } from '#web/api/language.ts'
import { recoveryAddress } from '#web/api/session/identity.ts'
import { paths } from '#web/paths.ts'

interface DoorwayProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly actions: ReactNode
  /** Where whoever is signed in already goes; they have no use for this page. */
  readonly onward: string
}

/** A page on the way in: what it is about, and the one button that leads on. */
export function Doorway({ icon, title, children, actions, onward }: DoorwayProps) {
  const session = useSessionState()
  const go = useGo()
  const inside = session.status === 'signed-in' || session.status === 'problem'
  usePageTitle(title)
  useEffect(() => {
    if (inside) void go(onward, { replace: true })
  }, [inside, go, onward])

  if (session.status !== 'signed-out') return <Leaving />
  return (
    <Box maw={720} mx="auto" w="100%">
      <Stack gap="lg">
        {session.failed && <FailureNote failed={session.failed} />}
        <Panel>
          <EmptyState order={1} icon={icon} title={title} actions={session.failed === 'insecure' ? undefined : actions}>
            {children}
          </EmptyState>
        </Panel>
      </Stack>
    </Box>
  )
}

/** What signing in is, before the browser goes to where it happens. */
export const SignInDoor = ({ returnTo }: { returnTo: string }) => (
  <Doorway
    icon={<IconLogin2 size={40} stroke={1.5} />}
    title={m.login_title()}
    onward={returnTo}
    actions={
      <>
        <Button onClick={() => void signIn(returnTo)}>{m.welcome_sign_in()}</Button>
        <Button variant="default" onClick={() => void register(returnTo)}>
          {m.welcome_register()}
        </Button>
      </>
    }
  >
    {m.login_text()}
  </Doorway>
)

/** What creating an account takes, before the browser goes to where it happens. */
export const RegisterDoor = ({ returnTo }: { returnTo: string }) => (
  <Doorway
    icon={<IconUserPlus size={40} stroke={1.5} />}
    title={m.register_title()}
    onward={returnTo}
    actions={
      <>
        <Button onClick={() => void register(returnTo)}>{m.welcome_register()}</Button>
        <Button variant="default" onClick={() => void signIn(returnTo)}>
          {m.register_known()}
        </Button>
      </>
    }
  >
    {m.register_text()}
  </Doorway>
)

/** The password lies with the sign-in provider: how to get a new one there. */
export function RecoveryDoor() {
  const address = recoveryAddress(config.oidcIssuer, config.oidcClientId, currentLanguage())
  const toSignIn = () => void signIn(paths.dashboard())
  return (
    <Doorway
      icon={<IconKey size={40} stroke={1.5} />}
      title={m.recovery_title()}
      onward={paths.dashboard()}
      actions={
        <>
          {address && (
            <Button component="a" href={address}>
              {m.recovery_go()}
            </Button>
          )}
          <Button variant={address ? 'default' : 'filled'} onClick={toSignIn}>
            {m.recovery_known()}
          </Button>
        </>
      }
    >
      {address ? m.recovery_text() : m.recovery_elsewhere()}
    </Doorway>
  )
}
