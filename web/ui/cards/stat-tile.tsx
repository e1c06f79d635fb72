import { Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainLink } from '../link.tsx'
import c from '../page.module.css'

export const StatTiles = ({ children }: { children: ReactNode }) => <div className={c.stats}>{children}</div>

/** One figure with its name, leading to its page. */
export function StatTile({ icon, name, value, to }: { icon: ReactNode; name: string; value: ReactNode; to: string }) {
  return (
    <PlainLink to={to} className={c.stat ?? ''}>
      <ThemeIcon variant="light" radius={12} size={42} aria-hidden>
        {icon}
      </ThemeIcon>
      <div>
        <Text size="sm" c="dimmed" lh={1.3}>
          {name}
        </Text>
        <Text component="div" fw={690} fz="lg" lh={1.25}>
          {value}
        </Text>
      </div>
    </PlainLink>
  )
}
