import { NavLink, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hint } from '../hint.tsx'
import { PlainLink } from '../link.tsx'
import c from './shell.module.css'

export interface MenuEntry {
  readonly label: string
  readonly icon: Icon
  /** A link or an action. */
  readonly to?: string
  /** Active on its very page only, not on those below. */
  readonly exact?: boolean
  readonly onClick?: () => void
  /** A count after the label. */
  readonly badge?: ReactNode
}

interface MainMenuProps {
  readonly entries: readonly MenuEntry[]
  /**
   * URLs of the pages above the current one; their entries are active, too. A club's events activate the entry of all
   * events.
   */
  readonly within: readonly string[]
  /** Icons only, with tooltips. */
  readonly mini: boolean
  readonly onChoose?: () => void
}

/** The entries of the sidebar, and of the drawer on phones. */
export const MainMenu = ({ entries, within, mini, onChoose }: MainMenuProps) => (
  <ul className={c.entries}>
    {entries.map(({ label, icon: EntryIcon, to, exact, onClick, badge }) => {
      const props = {
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
              <NavLink
                {...props}
                component={PlainLink}
                to={to}
                exact={exact}
                active={!exact && within.some((above) => above.endsWith(to))}
              />
            ) : (
              <NavLink {...props} component="button" />
            )}
          </Hint>
        </li>
      )
    })}
  </ul>
)
