import { createFileRoute } from '@tanstack/react-router'
import { LockScreen } from '#web/features/session/lock-screen.tsx'

export const Route = createFileRoute('/_public/page-lock-screen')({ component: LockScreen })
