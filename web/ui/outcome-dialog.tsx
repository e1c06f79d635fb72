import { Button, Modal, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { m } from '#words/messages.js'
import type { Outcome } from './outcome.tsx'

/** The result with its sign, and one button. */
export function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { type, title, messages } = outcome
  const heading = useId()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      zIndex={450}
      attributes={{ content: { 'aria-labelledby': heading } }}
    >
      <Stack align="center" gap="sm" ta="center" p="xs">
        <ThemeIcon variant="light" color={type === 'success' ? 'teal' : 'red'} size={64} radius="xl" aria-hidden>
          {type === 'success' ? <IconCheck size={34} stroke={1.7} /> : <IconX size={34} stroke={1.7} />}
        </ThemeIcon>
        <Title order={2} id={heading}>
          {title}
        </Title>
        <div role={type === 'success' ? 'status' : 'alert'}>
          {messages.map((message) => (
            <Text key={message} style={{ overflowWrap: 'anywhere' }}>
              {message}
            </Text>
          ))}
        </div>
        <Button mt="sm" onClick={onClose} data-autofocus>
          {m.action_ok()}
        </Button>
      </Stack>
    </Modal>
  )
}
