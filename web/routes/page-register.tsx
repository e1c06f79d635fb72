import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#web/pages/register-page.tsx'

export const Route = createFileRoute('/page-register')({ component: RegisterPage })
