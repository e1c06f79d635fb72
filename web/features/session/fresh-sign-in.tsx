import { Button, Group, Modal, Text } from '@mantine/core'
import { signInAfresh } from '#web/api/session/session.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly opened: boolean
  readonly maxAge: number
  readonly onClose: () => void
}

/** Says why somebody who is signed in has to sign in again, before they are led there. */
export const FreshSignIn = ({ opened, maxAge, onClose }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={m.fresh_sign_in_title()}
    closeButtonProps={{ 'aria-label': m.action_close() }}
  >
    <Text>{m.fresh_sign_in_text()}</Text>
    <Group justify="flex-end" gap="sm" mt="lg">
      <Button variant="default" onClick={onClose}>
        {m.action_cancel()}
      </Button>
      <Button onClick={() => signInAfresh(maxAge)} data-autofocus>
        {m.fresh_sign_in_go()}
      </Button>
    </Group>
  </Modal>
)
