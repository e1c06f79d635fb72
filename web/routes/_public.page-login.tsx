import { Button } from '@mantine/core'
import { IconLogin2 } from '#web/ui/icons/index.ts'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { safeReturnUrl } from '#web/api/session/browser-session.ts'
import { register, signIn } from '#web/api/session/session.ts'
import { AuthScreen } from '#web/features/session/auth-screen.tsx'
import { m } from '#words/messages.js'
import { useSignInPurpose } from './-sign-in-purpose.ts'

export const Route = createFileRoute('/_public/page-login')({ component: LoginPage })

function LoginPage() {
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  return <SignInPrompt returnTo={safeReturnUrl(returnTo)} />
}

/** Explains signing in before redirecting to the provider. */
const SignInPrompt = ({ returnTo }: { returnTo: string }) => (
  <AuthScreen
    icon={<IconLogin2 aria-hidden size={40} stroke={1.5} />}
    title={useSignInPurpose(returnTo) ?? m.login_title()}
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
  </AuthScreen>
)
