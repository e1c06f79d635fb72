import { createFileRoute } from '@tanstack/react-router'
import { LockScreenPage } from '#web/pages/lock-screen-page.tsx'

export const Route = createFileRoute('/page-lock-screen')({ component: LockScreenPage })
