import { Button } from '@mantine/core'
import { IconKey } from '#web/ui/icons/index.ts'
import { createFileRoute } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { currentLanguage } from '#web/api/language.ts'
import { recoveryUrl } from '#web/api/session/identity.ts'
import { signIn } from '#web/api/session/session.ts'
import { AuthScreen } from '#web/features/session/auth-screen.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_public/page-forgot-password')({ component: PasswordRecovery })

/** Passwords are managed by the identity provider; links there. */
function PasswordRecovery() {
  const address = recoveryUrl(config.oidcIssuer, config.oidcClientId, currentLanguage())
  const toSignIn = () => void signIn(paths.dashboard())
  return (
    <AuthScreen
      icon={<IconKey aria-hidden size={40} stroke={1.5} />}
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
    </AuthScreen>
  )
}
