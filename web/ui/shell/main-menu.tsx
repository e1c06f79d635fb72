import { NavLink, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hint } from '../hint.tsx'
import { PlainLink } from '../link.tsx'
import c from './shell.module.css'

export interface MenuEntry {
  readonly label: string
  readonly icon: Icon
  /** A page, or an action. */
  readonly to?: string
  readonly onClick?: () => void
  /** A number behind the name, which may come later or not at all. */
  readonly badge?: ReactNode
}

interface MainMenuProps {
  readonly entries: readonly MenuEntry[]
  /** The pages above the one that is shown: theirs is the entry of it, too; all clubs' events have the entry of a club's. */
  readonly within: readonly string[]
  /** Only icons, with their names in tooltips. */
  readonly mini: boolean
  readonly onChoose?: () => void
}

/** The entries of the sidebar, and of the drawer that stands in for it on a phone. */
export const MainMenu = ({ entries, within, mini, onChoose }: MainMenuProps) => (
  <ul className={c.entries}>
    {entries.map(({ label, icon: EntryIcon, to, onClick, badge }) => {
      const look = {
        label: mini ? <VisuallyHidden>{label}</VisuallyHidden> : label,
        leftSection: <EntryIcon size={20} stroke={1.7} aria-hidden />,
        rightSection: badge && <span className={c.badge}>{badge}</span>,
        mod: { mini },
        onClick: () => {
          onChoose?.()
          onClick?.()
        },
      }
      return (
        <li key={label}>
          <Hint label={label} side="right" disabled={!mini}>
            {to ? (
              <NavLink {...look} component={PlainLink} to={to} active={within.some((above) => above.endsWith(to))} />
            ) : (
              <NavLink {...look} component="button" />
            )}
          </Hint>
        </li>
      )
    })}
  </ul>
)
