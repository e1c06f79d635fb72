import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import { EmptyState } from './empty-state.tsx'
import { Panel } from './panel.tsx'

interface ErrorPanelProps {
  /** The sentence of `problemText`. */
  readonly message: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  readonly title?: string
}

/** Something could not be loaded: what happened and a button that tries again. */
export function ErrorPanel({ message, onRetry, retrying, title = m.error_panel_title() }: ErrorPanelProps) {
  const retry = onRetry && (
    <Button onClick={onRetry} loading={retrying ?? false} variant="light">
      {m.action_retry()}
    </Button>
  )
  return (
    <Panel role="alert">
      <EmptyState icon={<IconCloudOff size={40} stroke={1.5} />} title={title} actions={retry}>
        {message}
      </EmptyState>
    </Panel>
  )
}
