import { Button, Group, Modal, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { config } from '#web/api/config.ts'
import { signInAfresh } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'
import c from './session-dialogs.module.css'

interface IdleWarningProps {
  readonly opened: boolean
  /** Milliseconds since 1970. */
  readonly endsAt: number
  readonly onStay: () => void
  readonly onSignOut: () => void
}

/** Seconds left at which the countdown is announced to screen readers. */
const announceAt = [60, 30, 15, 5]

export const IdleWarning = ({ opened, endsAt, onStay, onSignOut }: IdleWarningProps) => (
  <Modal
    opened={opened}
    // Escape counts as activity. A click outside may be aimed at the page below.
    onClose={onStay}
    closeOnClickOutside={false}
    withCloseButton={false}
    title={m.idle_title()}
  >
    <Text>{m.idle_text({ minutes: config.sessionTimeoutMinutes })}</Text>
    <Countdown key={endsAt} endsAt={endsAt} />
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onSignOut}>
        {m.nav_sign_out()}
      </Button>
      <Button onClick={onStay} data-autofocus>
        {m.idle_stay()}
      </Button>
    </Group>
  </Modal>
)

function Countdown({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(ticking)
  }, [])
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  const announced = announceAt.findLast((mark) => seconds <= mark)
  return (
    <>
      <p className={c.left} aria-hidden>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </p>
      <VisuallyHidden role="status">{announced !== undefined && m.idle_left({ seconds: announced })}</VisuallyHidden>
    </>
  )
}

interface FreshSignInProps {
  readonly opened: boolean
  readonly maxAge: number
  readonly onClose: () => void
}

/** Says why somebody who is signed in has to sign in again, before they are led there. */
export const FreshSignIn = ({ opened, maxAge, onClose }: FreshSignInProps) => (
  <Modal opened={opened} onClose={onClose} title={m.fresh_sign_in_title()}>
    <Text>{m.fresh_sign_in_text()}</Text>
    <Group justify="flex-end" gap="sm" mt="lg">
      <Button variant="default" onClick={onClose}>
        {m.action_cancel()}
      </Button>
      <Button onClick={() => signInAfresh(maxAge)} data-autofocus>
        {m.fresh_sign_in_go()}
      </Button>
    </Group>
  </Modal>
)
