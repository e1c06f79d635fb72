import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessages } from '#web/ui/icons/index.ts'
import { countText } from '#web/ui/words/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { m } from '#words/messages.js'

interface PanelButtonProps {
  readonly opened: boolean
  /** Messages that are not read. */
  readonly unread: number
  readonly onClick: () => void
}

export const panelButton = 'side-panel-button'

/** Opens and closes the side panel, from the header of every page. */
export function PanelButton({ opened, unread, onClick }: PanelButtonProps) {
  const label = unread > 0 ? m.panel_open_unread({ count: unread }) : m.panel_open()
  return (
    <Hint label={label}>
      <ActionIcon id={panelButton} aria-label={label} aria-haspopup="dialog" aria-expanded={opened} onClick={onClick}>
        <Indicator label={countText(unread)} disabled={unread === 0}>
          <IconMessages size={20} stroke={1.7} />
        </Indicator>
      </ActionIcon>
    </Hint>
  )
}
