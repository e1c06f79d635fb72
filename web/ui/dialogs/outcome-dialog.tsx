import { Button, Modal, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconX } from '../icons/index.ts'
import { m } from '#words/messages.js'

/** The result of an action that must be read, not only noticed. */
export interface Outcome {
  readonly type: 'success' | 'error'
  readonly title: string
  /** One sentence, or several of equal weight. */
  readonly messages: readonly string[]
}

export default function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { type, title, messages } = outcome
  return (
    <Modal.Root opened onClose={onClose} centered radius="lg" zIndex={450}>
      <Modal.Overlay backgroundOpacity={0.45} blur={3} />
      <Modal.Content>
        <Modal.Body>
          <Stack align="center" gap="sm" ta="center" p="xs">
            <ThemeIcon variant="light" color={type === 'success' ? 'teal' : 'red'} size={64} radius="xl" aria-hidden>
              {type === 'success' ? <IconCheck size={34} stroke={1.7} /> : <IconX size={34} stroke={1.7} />}
            </ThemeIcon>
            <Modal.Title fz="h2" fw={680}>
              {title}
            </Modal.Title>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
