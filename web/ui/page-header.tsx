import { Box, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  /** On a phone in one row, without the subtitle. */
  readonly low?: boolean
}

/** The page's h1, with a subtitle and actions. */
export function PageHeader({ title, subtitle, actions, low = false }: PageHeaderProps) {
  return (
    <Group
      component="header"
      justify="space-between"
      align={low ? 'center' : 'flex-end'}
      gap={low ? '8px 16px' : '16px 24px'}
    >
      <Box flex={low ? { base: '1 1 10rem', sm: '1 1 20rem' } : '1 1 20rem'}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {subtitle && (
          <Text component="div" c="dimmed" mt={6} maw="68ch" visibleFrom={low ? 'sm' : undefined}>
            {subtitle}
          </Text>
        )}
      </Box>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}

/** A heading for screen readers only; can be focused. */
export const HiddenHeading = ({ children, ref }: { children: string; ref?: Ref<HTMLHeadingElement> }) => (
  <VisuallyHidden component="h2" ref={ref} tabIndex={-1}>
    {children}
  </VisuallyHidden>
)
