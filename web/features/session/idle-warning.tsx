import { Button, Group, Modal, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { config } from '#web/api/config.ts'
import { m } from '#words/messages.js'
import c from './idle-warning.module.css'

interface Props {
  readonly opened: boolean
  /** Milliseconds since 1970. */
  readonly endsAt: number
  readonly onStay: () => void
  readonly onSignOut: () => void
}

/** Seconds left at which a screen reader is told; each second would be noise. */
const told = [60, 30, 15, 5]

/** Asks whoever has not done anything for long whether they are still there. */
export const IdleWarning = ({ opened, endsAt, onStay, onSignOut }: Props) => (
  <Modal
    opened={opened}
    // Escape is an act of somebody who is there. A click beside the window may be meant for what lies below.
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

/** Whole seconds until a moment, in milliseconds since 1970. */
function Countdown({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(ticking)
  }, [])
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  const announced = told.findLast((mark) => seconds <= mark)
  return (
    <>
      <p className={c.left} aria-hidden>
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </p>
      <VisuallyHidden role="status">{announced !== undefined && m.idle_left({ seconds: announced })}</VisuallyHidden>
    </>
  )
}
