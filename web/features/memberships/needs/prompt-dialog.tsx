import { Button, Group, Modal, Text } from '@mantine/core'
import { IconId } from '#web/ui/icons/index.ts'
import { m } from '#words/messages.js'

interface Props {
  readonly opened: boolean
  /** Their memberships have ended. */
  readonly former: boolean
  readonly onTake: () => void
  readonly onIgnore: () => void
}

export const PromptDialog = ({ opened, former, onTake, onIgnore }: Props) => (
  <Modal opened={opened} onClose={onIgnore} title={former ? m.prompt_title_former() : m.prompt_title()}>
    <Text mb="lg">{m.prompt_text()}</Text>
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onIgnore}>
        {m.prompt_ignore()}
      </Button>
      <Button onClick={onTake} leftSection={<IconId size={18} stroke={1.7} />} data-autofocus>
        {m.prompt_take()}
      </Button>
    </Group>
  </Modal>
)
