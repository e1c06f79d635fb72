import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/pages/sign-in/login-page.tsx'

export const Route = createFileRoute('/page-login')({ component: LoginPage })
