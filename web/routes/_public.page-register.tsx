import { createFileRoute, useSearch } from '@tanstack/react-router'
import { safeReturnUrl } from '#web/api/session/identity.ts'
import { RegisterDoor } from '#web/features/session/doorway.tsx'

export const Route = createFileRoute('/_public/page-register')({ component: RegisterPage })

function RegisterPage() {
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  return <RegisterDoor returnTo={safeReturnUrl(returnTo)} />
}
