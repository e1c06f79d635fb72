import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'

interface Props {
  readonly opened: boolean
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  readonly confirm: string
  /** Label of the cancel button, where “Cancel” could be taken for the action. */
  readonly keep?: string
  /** It gives something, and takes nothing away. */
  readonly isGood?: boolean
  readonly busy: boolean
  /** Something is still missing. */
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation of an action that affects others. */
export function QuestionDialog({
  opened,
  title,
  children,
  confirm,
  keep,
  isGood = false,
  busy,
  disabled = false,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {children}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {keep ?? m.action_cancel()}
        </Button>
        <Button {...(!isGood && { color: 'red' })} onClick={onConfirm} loading={busy} disabled={disabled}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
