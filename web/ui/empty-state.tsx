import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import c from './page.module.css'

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
