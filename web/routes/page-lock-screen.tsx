import { createFileRoute } from '@tanstack/react-router'
import { LockScreenPage } from '#web/pages/sign-in/lock-screen-page.tsx'

export const Route = createFileRoute('/page-lock-screen')({ component: LockScreenPage })
