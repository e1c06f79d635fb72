import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#web/pages/sign-in/forgot-password-page.tsx'

export const Route = createFileRoute('/page-forgot-password')({ component: ForgotPasswordPage })
