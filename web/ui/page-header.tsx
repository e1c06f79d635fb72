import { Box, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

/** The page's h1, with a subtitle and actions. */
export function PageHeader({ title, subtitle, actions }: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="16px 24px">
      <Box flex="1 1 20rem">
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {subtitle && (
          <Text c="dimmed" mt={6} maw="68ch">
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
