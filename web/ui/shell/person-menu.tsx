import { Menu, Text } from '@mantine/core'
import type { Icon } from '../icons/index.ts'
import { PlainLink } from '../link.tsx'
import { ButtonTarget, type OpenedByButton } from '../dialogs/menu-button.tsx'
import type { Person } from './person-button.tsx'
import { useLanguageSwitch, useThemeSwitch, type LanguageChoice } from './tools.tsx'

export interface PersonEntry {
  readonly label: string
  readonly icon: Icon
  readonly to?: string
  readonly onClick?: () => void
}

export interface PersonMenuProps extends OpenedByButton {
  readonly person: Person
  readonly entries: readonly PersonEntry[]
  readonly language: LanguageChoice
}

export function PersonMenu({ person, entries, language, opened, onChange, button, id }: PersonMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} id={id} position="bottom-end" width={260}>
      <Menu.Target>
        <ButtonTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={`${id}-target`}>
        <Menu.Label>
          <Text component="span" display="block" size="sm" fw={640} c="var(--mantine-color-text)" truncate>
            {person.name}
          </Text>
          <Text component="span" display="block" size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {entries.map(({ label, icon: EntryIcon, to, onClick }) => {
          const icon = <EntryIcon size={18} stroke={1.7} aria-hidden />
          return to ? (
            <Menu.Item key={label} component={PlainLink} to={to} leftSection={icon}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} onClick={onClick} leftSection={icon}>
              {label}
            </Menu.Item>
          )
        })}
        <ToolItems language={language} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Tools without room in a phone's header. */
function ToolItems({ language }: { language: LanguageChoice }) {
  const theme = useThemeSwitch()
  const languageSwitch = useLanguageSwitch(language)
  return (
    <>
      <Menu.Divider hiddenFrom="xs" />
      <Menu.Item hiddenFrom="xs" leftSection={theme.icon} onClick={theme.change}>
        {theme.label}
      </Menu.Item>
      <Menu.Item hiddenFrom="xs" lang={language.next} leftSection={languageSwitch.icon} onClick={languageSwitch.change}>
        {languageSwitch.label}
      </Menu.Item>
    </>
  )
}
