import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'

interface Props {
  readonly opened: boolean
  readonly title: string
  /** What it means. */
  readonly children: ReactNode
  readonly confirm: string
  /** What keeps things as they are, where “Cancel” could be taken for the other. */
  readonly keep?: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that somebody else will notice. */
export function QuestionDialog({ opened, title, children, confirm, keep, busy, onConfirm, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': m.action_close() }}>
      {children}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {keep ?? m.action_cancel()}
        </Button>
        <Button color="red" onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
