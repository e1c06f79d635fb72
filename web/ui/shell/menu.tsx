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
}

interface MenuProps {
  readonly entries: readonly MenuEntry[]
  /** Only icons, with their names in tooltips. */
  readonly mini: boolean
  readonly onChoose?: () => void
  readonly children?: ReactNode
}

/** The sidebar's entries. */
export function Menu({ entries, mini, onChoose, children }: MenuProps) {
  return (
    <>
      <nav aria-label={m.shell_menu()}>
        <ul className={c.entries}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Hint label={entry.label} side="right" disabled={!mini}>
                <Entry entry={entry} onChoose={onChoose} />
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
  readonly onChoose: (() => void) | undefined
}

function Entry({ entry, onChoose }: EntryProps) {
  const { label, icon: EntryIcon, to, onClick } = entry
  const content = (
    <>
      <EntryIcon size={20} stroke={1.7} aria-hidden />
      <span className={c.entryLabel}>{label}</span>
    </>
  )
  if (to) {
    return (
      <PlainLink to={to} className={c.entry} onClick={onChoose}>
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
