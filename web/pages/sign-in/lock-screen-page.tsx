import { LockScreen } from '#web/features/session/lock-screen.tsx'

export const LockScreenPage = () => <LockScreen />
