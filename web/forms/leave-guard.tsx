import { useBlocker } from '@tanstack/react-router'
import { isReloading } from '#web/api/new-build.ts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { m } from '#words/messages.js'

/**
 * Asks for confirmation before unsaved changes are lost. A reload keeps them, and so does another section of the same page, at the same
 * path.
 */
export function LeaveGuard({ dirty, hasSections = false }: { dirty: () => boolean; hasSections?: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !(hasSections && current.pathname === next.pathname) && dirty(),
    enableBeforeUnload: () => dirty() && !isReloading(),
    withResolver: true,
  })
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
    <Modal opened={opened} onClose={onStay} title={m.leave_title()} withCloseButton={false} zIndex={400}>
      <Text mb="lg">{m.leave_explained()}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {m.leave_discard()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {m.leave_stay()}
        </Button>
      </Group>
    </Modal>
  )
}
