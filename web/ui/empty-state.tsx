import { Button, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import c from './page.module.css'
import { IconCloudOff } from './icons/index.ts'
import { m } from '#words/messages.js'
import { Panel } from './panel.tsx'

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Heading level; 2 below the page's h1. */
  readonly order?: 1 | 2 | 3
}

/** An empty list: why, and what to do next. */
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
      {actions && (
        <Group gap="sm" justify="center" mt="md">
          {actions}
        </Group>
      )}
    </div>
  )
}

interface ErrorPanelProps {
  /** From `problemText`. */
  readonly message: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  readonly title?: string
  /** Defaults to the icon for failed loading. */
  readonly icon?: ReactNode
  readonly actions?: ReactNode
  /** Heading level; 1 when the whole page failed. */
  readonly order?: 1 | 2
}

/** Something could not be loaded, with a retry button. */
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
