import { Text, Title, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import c from './page.module.css'
import { IconCloudOff } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import { Panel } from './panel.tsx'

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  /** What is missing and what can be done about it. */
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Level of the heading; 2 below a page's h1. */
  readonly order?: 1 | 2 | 3
}

/** Nothing here yet: why, and what to do now. */
export function EmptyState({ icon, title, children, actions, order = 2 }: EmptyStateProps) {
  return (
    <div className={c.empty}>
      <div className={c.emptyIcon} aria-hidden>
        {icon}
      </div>
      <Title order={order} size="h2" tabIndex={order === 1 ? -1 : undefined}>
        {title}
      </Title>
      <Text c="dimmed" maw="52ch">
        {children}
      </Text>
      {actions && <div className={c.emptyActions}>{actions}</div>}
    </div>
  )
}

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
