import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { config } from '#web/api/config.ts'
import { endSession, signOut, type SessionState, useFreshSignIn } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { initialsOf } from '#web/ui/initials.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { watchSession } from '#web/api/session/watch-session.ts'

const FreshSignIn = lazyDialog(async () => (await import('./session-dialogs.tsx')).FreshSignIn)
const IdleWarning = lazyDialog(async () => (await import('./session-dialogs.tsx')).IdleWarning)

/** Watches the session: warns before it ends for inactivity, and asks for a fresh sign-in where a call needs one. */
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
      onEnd: (reason, fromOtherTab) => void endSession({ reason, initials, fromOtherTab, showLockScreen }),
    })
    watch.current = started
    return started.stop
  }, [router, subject, initials])

  useEffect(() => {
    // After sleep there may be no network to load the lock screen.
    void router.preloadRoute({ to: paths.lockScreen() as '/' }).catch(() => undefined)
  }, [router])

  const { maxAge } = useFreshSignIn()
  return (
    <>
      <FreshSignIn
        opened={maxAge !== null}
        maxAge={maxAge ?? 0}
        onClose={() => useFreshSignIn.setState({ maxAge: null })}
      />
      <IdleWarning
        opened={endsAt !== null}
        endsAt={endsAt ?? 0}
        onStay={() => watch.current?.stay()}
        onSignOut={() => void signOut()}
      />
    </>
  )
}
