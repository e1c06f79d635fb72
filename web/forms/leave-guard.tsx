import { useBlocker } from '@tanstack/react-router'
import { isReloading } from '#web/api/new-build.ts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
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

interface LeaveQuestionState {
  readonly onDirtyChange: (dirty: boolean) => void
  /** Goes on at once where nothing would be lost. */
  readonly ask: (goOn: () => void) => void
  readonly question: ReactNode
}

/** Asks before a form, in a dialog or a part of a page, gives way to something else. */
export function useLeaveQuestion(): LeaveQuestionState {
  const dirty = useRef(false)
  const [asked, setAsked] = useState<{ readonly goOn: () => void } | null>(null)
  const leave = () => {
    dirty.current = false
    setAsked(null)
    asked?.goOn()
  }
  return {
    onDirtyChange: (now) => {
      dirty.current = now
    },
    ask: (goOn) => (dirty.current ? setAsked({ goOn }) : goOn()),
    // Mounted only when opened: while closed, it would handle the Escape that opens it.
    question: asked && <LeaveQuestion opened onStay={() => setAsked(null)} onLeave={leave} />,
  }
}

function LeaveQuestion({ opened, onStay, onLeave }: { opened: boolean; onStay: () => void; onLeave: () => void }) {
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
