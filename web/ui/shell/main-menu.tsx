import { NavLink, VisuallyHidden } from '@mantine/core'
import type { Icon } from '../icons/index.ts'
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
  /** Names of the pages on which it is active; otherwise by addresses. */
  readonly section?: RegExp
  readonly onClick?: () => void
  /** A count after the label. */
  readonly badge?: ReactNode
}

interface MainMenuProps {
  /** With a line between them. */
  readonly groups: readonly (readonly MenuEntry[])[]
  /** The name of the current page. */
  readonly current: string
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
export const MainMenu = ({ groups, ...props }: MainMenuProps) =>
  groups.map((entries) => <Entries key={entries[0]?.label} entries={entries} {...props} />)

interface EntriesProps extends Omit<MainMenuProps, 'groups'> {
  readonly entries: readonly MenuEntry[]
}

const Entries = ({ entries, current, within, mini, onChoose }: EntriesProps) => (
  <ul className={c.entries}>
    {entries.map(({ label, icon: EntryIcon, to, exact, section, onClick, badge }) => {
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
                exact={exact || section !== undefined}
                active={section ? section.test(current) : !exact && within.some((above) => above.endsWith(to))}
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
