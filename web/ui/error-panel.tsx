import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { EmptyState } from './empty-state.tsx'
import { Panel } from './panel.tsx'

interface ErrorPanelProps {
  /** The sentence of `problemText`. */
  readonly message: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  readonly title?: string
  /** What kind of failure it is; left out: something did not come. */
  readonly icon?: ReactNode
  /** What else can be done. */
  readonly actions?: ReactNode
  /** Level of the heading; 1 when the whole page failed. */
  readonly order?: 1 | 2
}

/** Something could not be loaded: what happened and a button that tries again. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { message, onRetry, retrying, title = m.error_panel_title(), icon, actions, order = 2 } = props
  const retry = onRetry && (
    <Button onClick={onRetry} loading={retrying ?? false} variant={order === 1 ? 'filled' : 'light'}>
      {m.action_retry()}
    </Button>
  )
  return (
    <Panel role="alert">
      <EmptyState
        order={order}
        icon={icon ?? <IconCloudOff size={40} stroke={1.5} />}
        title={title}
        actions={
          (retry || actions) && (
            <>
              {retry}
              {actions}
            </>
          )
        }
      >
        {message}
      </EmptyState>
    </Panel>
  )
}
