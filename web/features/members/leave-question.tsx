import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#words/messages.js'

/** Whether to leave what was typed behind. */
export function LeaveQuestion({
  opened,
  onStay,
  onLeave,
}: {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Modal opened={opened} onClose={onStay} title={m.profile_leave_title()} withCloseButton={false} zIndex={400}>
      <Text mb="lg">{m.profile_leave_explained()}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {m.profile_leave_discard()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {m.profile_leave_stay()}
        </Button>
      </Group>
    </Modal>
  )
}
