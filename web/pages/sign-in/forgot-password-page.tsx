import { RecoveryDoor } from '#web/features/session/recovery-door.tsx'

export const ForgotPasswordPage = () => <RecoveryDoor />
