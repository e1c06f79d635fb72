import { UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
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

interface MenuProps {
  readonly entries: readonly MenuEntry[]
  /** The pages above the one that is shown: theirs is the entry of it, too; all clubs' events have the entry of a club's. */
  readonly within: readonly string[]
  /** Only icons, with their names in tooltips. */
  readonly mini: boolean
  readonly onChoose?: () => void
  readonly children?: ReactNode
}

/** The sidebar's entries. */
export function Menu({ entries, within, mini, onChoose, children }: MenuProps) {
  return (
    <>
      <nav aria-label={m.shell_menu()}>
        <ul className={c.entries}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Hint label={entry.label} side="right" disabled={!mini}>
                <Entry
                  entry={entry}
                  isAbove={within.some((to) => entry.to && to.endsWith(entry.to))}
                  onChoose={onChoose}
                />
              </Hint>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  )
}

interface EntryProps {
  readonly entry: MenuEntry
  readonly isAbove: boolean
  readonly onChoose: (() => void) | undefined
}

function Entry({ entry, isAbove, onChoose }: EntryProps) {
  const { label, icon: EntryIcon, to, onClick, badge } = entry
  const content = (
    <>
      <EntryIcon size={20} stroke={1.7} aria-hidden />
      <span className={c.entryLabel}>{label}</span>
      {badge && <span className={c.entryBadge}>{badge}</span>}
    </>
  )
  if (to) {
    return (
      <PlainLink to={to} className={c.entry} data-status={isAbove ? 'active' : undefined} onClick={onChoose}>
        {content}
      </PlainLink>
    )
  }
  const act = () => {
    onChoose?.()
    onClick?.()
  }
  return (
    <UnstyledButton className={c.entry} onClick={act}>
      {content}
    </UnstyledButton>
  )
}
