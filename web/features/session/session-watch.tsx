import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { endSession, signOut, type SessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { initialsOf } from '#web/ui/initials.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { watchSession } from '#web/api/session/watch-session.ts'

const IdleWarning = lazyDialog(async () => (await import('./idle-warning.tsx')).IdleWarning)

/** Watches the session for inactivity, and warns before it ends. */
export function SessionWatch({ session }: { session: Extract<SessionState, { status: 'signed-in' }> }) {
  const router = useRouter()
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const watch = useRef<ReturnType<typeof watchSession>>(undefined)
  const { subject } = session.token
  const initials = initialsOf(`${session.self.firstName} ${session.self.lastName}`)

  useEffect(() => {
    const showLockScreen = () => router.navigate({ href: paths.lockScreen(), replace: true, ignoreBlocker: true })
    const started = watchSession({
      timeoutMs: config.sessionTimeoutMinutes * 60_000,
      subject,
      onWarning: setEndsAt,
      onEnd: (reason, told) => void endSession({ reason, initials, told, showLockScreen }),
    })
    watch.current = started
    return started.stop
  }, [router, subject, initials])

  useEffect(() => {
    // After sleep there may be no network to load the lock screen.
    void router.preloadRoute({ to: paths.lockScreen() as '/' }).catch(() => undefined)
  }, [router])

  return (
    <IdleWarning
      opened={endsAt !== null}
      endsAt={endsAt ?? 0}
      onStay={() => watch.current?.stay()}
      onSignOut={() => void signOut()}
    />
  )
}
