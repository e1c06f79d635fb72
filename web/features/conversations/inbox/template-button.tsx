import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import type { Ref } from 'react'
import { m } from '#words/messages.js'

/** Opens the words for frequent answers. The dialog stands elsewhere: what is sent in it would send the answer too. */
export const TemplateButton = ({ onOpen, ref }: { onOpen: () => void; ref: Ref<HTMLButtonElement> }) => (
  <Button
    ref={ref}
    variant="subtle"
    leftSection={<IconTemplate size={18} stroke={1.7} />}
    aria-haspopup="dialog"
    onClick={onOpen}
  >
    {m.inbox_templates()}
  </Button>
)
