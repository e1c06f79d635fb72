import { Avatar, Menu, Text, Tooltip, UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { m } from '#words/messages.js'
import { useGo } from '../link.tsx'
import c from './shell.module.css'

export interface Person {
  readonly name: string
  readonly email: string
}

export interface PersonEntry {
  readonly label: string
  readonly icon: Icon
  readonly to?: string
  readonly onClick?: () => void
}

/** The initials of the person signed in, with name and e-mail address, opening what concerns them. */
export function PersonMenu({ person, entries }: { person: Person; entries: readonly PersonEntry[] }) {
  const go = useGo()
  return (
    <Menu position="bottom-end" width={260}>
      <Tooltip
        label={
          <>
            {person.name}
            <br />
            {person.email}
          </>
        }
      >
        <Menu.Target>
          <UnstyledButton className={c.person} aria-label={m.shell_person_menu({ name: person.name })}>
            <Avatar name={person.name} color="fjord" variant="filled" size={36} alt="" />
            <Text component="span" size="sm" fw={620} className={c.personName}>
              {person.name}
            </Text>
          </UnstyledButton>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={640} c="var(--mantine-color-text)" truncate>
            {person.name}
          </Text>
          <Text size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {entries.map(({ label, icon: EntryIcon, to, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<EntryIcon size={18} stroke={1.7} />}
            onClick={() => (to ? void go(to) : onClick?.())}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
