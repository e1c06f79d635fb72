import { createFileRoute } from '@tanstack/react-router'
import { Avatar, Button } from '@mantine/core'
import { IconLock } from '#web/ui/icons/index.ts'
import { useEffect, useState } from 'react'
import { config } from '#web/api/config.ts'
import {
  forgetLock,
  listenToTabs,
  readLock,
  safeReturnUrl,
  type SessionLock,
} from '#web/api/session/browser-session.ts'
import { signIn, useSessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { AuthScreen } from '#web/features/session/auth-screen.tsx'

export const Route = createFileRoute('/_public/page-lock-screen')({ component: LockScreen })

const words = {
  idle: {
    title: () => m.lock_idle_title(),
    text: () => m.lock_idle_text({ minutes: config.sessionTimeoutMinutes }),
  },
  elsewhere: { title: () => m.lock_title(), text: () => m.lock_elsewhere_text() },
  'other-person': { title: () => m.lock_other_title(), text: () => m.lock_other_text() },
  ended: { title: () => m.lock_ended_title(), text: () => m.lock_ended_text() },
}
const unknownReason = { title: () => m.lock_title(), text: () => m.problem_unauthenticated() }

function LockScreen() {
  const [lock] = useState(readLock)
  const session = useSessionState()
  const { title, text } = lock ? words[lock.reason] : unknownReason
  // Another person may not return to this one's page.
  const returnTo = lock && lock.reason !== 'other-person' ? safeReturnUrl(lock.returnTo) : paths.dashboard()
  useReturnOnSignIn(lock, returnTo)
  useEffect(() => {
    if (session.status === 'signed-in') forgetLock()
  }, [session.status])

  const showsPerson = lock && lock.reason !== 'other-person' && lock.initials
  return (
    <AuthScreen
      icon={
        showsPerson ? (
          // Without the name there is no colour of the person's.
          <Avatar size={56} color="fjord" variant="filled" aria-hidden>
            {lock.initials}
          </Avatar>
        ) : (
          <IconLock aria-hidden size={40} stroke={1.5} />
        )
      }
      title={title()}
      onward={returnTo}
      actions={
        <>
          <Button onClick={() => void signIn(returnTo)}>{m.lock_sign_in()}</Button>
          <ButtonLink to={paths.dashboard()} variant="default">
            {m.action_to_dashboard()}
          </ButtonLink>
        </>
      }
    >
      {text()}
    </AuthScreen>
  )
}

/** Returns to the page when the same person signs in in another tab. */
function useReturnOnSignIn(lock: SessionLock | null, returnTo: string) {
  const subject = lock?.subject
  useEffect(
    () =>
      listenToTabs((news) => {
        if (news.kind !== 'signed-in' || news.subject !== subject) return
        forgetLock()
        location.replace(returnTo)
      }),
    [subject, returnTo],
  )
}
