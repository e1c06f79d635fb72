import { Text, UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { m } from '#words/messages.js'
import { Hint } from '../hint.tsx'
import { Initials } from '../initials.tsx'
import { PlainLink } from '../link.tsx'
import c from './shell.module.css'

export interface Person {
  readonly name: string
  readonly email: string
  readonly image: string | null
}

interface PersonMenuProps {
  readonly person: Person
  readonly entries: readonly PersonEntry[]
  /** What has no room in the header of a phone. */
  readonly children: ReactNode
}

export interface PersonEntry {
  readonly label: string
  readonly icon: Icon
  readonly to?: string
  readonly onClick?: () => void
}

/**
 * The picture or initials of the person signed in, with name and e-mail address, opening what concerns them. The browser's own
 * popover brings Escape, a click outside and the focus's way back.
 */
export function PersonMenu({ person, entries, children }: PersonMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const hint = (
    <>
      {person.name}
      <br />
      {person.email}
    </>
  )
  return (
    <Hint label={hint}>
      <UnstyledButton className={c.person} aria-label={m.shell_person_menu({ name: person.name })} popoverTarget={id}>
        <Initials name={person.name} image={person.image} />
        <Text component="span" size="sm" fw={620} className={c.personName}>
          {person.name}
        </Text>
      </UnstyledButton>
      <div ref={menu} id={id} popover="auto" className={c.personMenu}>
        <div className={c.personHead}>
          <Text size="sm" fw={640} truncate>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </div>
        <ul className={c.entries}>
          {entries.map(({ label, icon: EntryIcon, to, onClick }) => {
            const content = (
              <>
                <EntryIcon size={18} stroke={1.7} aria-hidden />
                {label}
              </>
            )
            const choose = () => {
              menu.current?.hidePopover()
              onClick?.()
            }
            return (
              <li key={label}>
                {to ? (
                  <PlainLink to={to} className={c.entry} onClick={choose}>
                    {content}
                  </PlainLink>
                ) : (
                  <UnstyledButton className={c.entry} onClick={choose}>
                    {content}
                  </UnstyledButton>
                )}
              </li>
            )
          })}
        </ul>
        <div className={c.personTools}>{children}</div>
      </div>
    </Hint>
  )
}
