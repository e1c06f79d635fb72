import { createFileRoute } from '@tanstack/react-router'
import { RecoveryDoor } from '#web/features/session/doorway.tsx'

export const Route = createFileRoute('/_public/page-forgot-password')({ component: RecoveryDoor })
