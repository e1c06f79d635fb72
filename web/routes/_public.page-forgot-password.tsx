import { createFileRoute } from '@tanstack/react-router'
import { RecoveryDoor } from '#web/features/session/recovery-door.tsx'

export const Route = createFileRoute('/_public/page-forgot-password')({ component: RecoveryDoor })
