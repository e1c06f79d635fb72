import { Button } from '@mantine/core'
import { IconUserPlus } from '#web/ui/icons/index.ts'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { safeReturnUrl } from '#web/api/session/browser-session.ts'
import { register, signIn } from '#web/api/session/session.ts'
import { AuthScreen } from '#web/features/session/auth-screen.tsx'
import { m } from '#words/messages.js'
import { useSignInPurpose } from './-sign-in-purpose.ts'

export const Route = createFileRoute('/_public/page-register')({ component: RegisterPage })

function RegisterPage() {
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  return <RegisterScreen returnTo={safeReturnUrl(returnTo)} />
}

/** Explains registration before redirecting to the provider. */
const RegisterScreen = ({ returnTo }: { returnTo: string }) => (
  <AuthScreen
    icon={<IconUserPlus aria-hidden size={40} stroke={1.5} />}
    title={useSignInPurpose(returnTo) ?? m.register_title()}
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
  </AuthScreen>
)
