import { createFileRoute, useSearch } from '@tanstack/react-router'
import { safeReturnUrl } from '#web/api/session/identity.ts'
import { SignInDoor } from '#web/features/session/doorway.tsx'

export const Route = createFileRoute('/_public/page-login')({ component: LoginPage })

function LoginPage() {
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  return <SignInDoor returnTo={safeReturnUrl(returnTo)} />
}
