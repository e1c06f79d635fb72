import { Card, Group, Text, Title, type CardProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import c from './page.module.css'

interface PanelProps extends CardProps {
  /** Becomes an h2 that labels the section. */
  readonly title?: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
  readonly role?: 'alert' | 'status'
}

/** A card; a labelled section when it has a title. */
export function Panel({ title, subtitle, actions, children, className, ...props }: PanelProps) {
  const heading = useId()
  return (
    <Card
      component={title ? 'section' : 'div'}
      aria-labelledby={title ? heading : undefined}
      className={[c.panel, className].filter(Boolean).join(' ')}
      {...props}
    >
      {title && (
        <Group justify="space-between" align="flex-start" gap="12px 16px" mb="md">
          <div>
            <Title order={2} id={heading}>
              {title}
            </Title>
            {subtitle && (
              <Text size="sm" c="dimmed" mt={4}>
                {subtitle}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Card>
  )
}
