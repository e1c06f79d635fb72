import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { m } from '#words/messages.js'

/** Asks before typed changes are left behind, by a link, the way back or by closing the tab. */
export function LeaveGuard({ dirty }: { dirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: dirty, enableBeforeUnload: dirty, withResolver: true })
  return (
    <LeaveQuestion
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}

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
    <Modal
      opened={opened}
      onClose={onStay}
      title={m.profile_leave_title()}
      withCloseButton={false}
      zIndex={400}
      styles={{ title: { fontSize: '1.0625rem', fontWeight: 680 } }}
    >
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
