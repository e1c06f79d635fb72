import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#words/messages.js'

interface Props {
  opened: boolean
  busy: boolean
  onKeep: () => void
  onGiveUp: () => void
}

/** Whether an unpaid order is given up; that cannot be undone. */
export function GiveUpQuestion({ opened, busy, onKeep, onGiveUp }: Props) {
  return (
    <Modal opened={opened} onClose={() => !busy && onKeep()} title={m.give_up_title()} withCloseButton={false}>
      <Text mb="lg">{m.give_up_explained()}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onKeep} disabled={busy} data-autofocus>
          {m.give_up_keep()}
        </Button>
        <Button color="red" onClick={onGiveUp} loading={busy}>
          {m.give_up_confirm()}
        </Button>
      </Group>
    </Modal>
  )
}
