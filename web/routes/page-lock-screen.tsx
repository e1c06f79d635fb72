import { createFileRoute } from '@tanstack/react-router'
import { LockScreen } from '#web/features/session/lock-screen.tsx'

export const Route = createFileRoute('/page-lock-screen')({ component: LockScreen })
