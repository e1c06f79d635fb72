import { ActionIcon, Text } from '@mantine/core'
import { IconMoon, IconSun, IconTicket } from '../icons/index.ts'
import { useTransition } from 'react'
import { m } from '#words/messages.js'
import type { Locale } from '#words/runtime.js'
import { Hint } from '../hint.tsx'
import { PlainLink } from '../link.tsx'
import { switchScheme, useScheme } from '../theme/scheme.ts'

/** Toggles light and dark, saved in this browser. */
export function useThemeSwitch() {
  const dark = useScheme() === 'dark'
  return {
    label: dark ? m.shell_theme_light() : m.shell_theme_dark(),
    icon: dark ? <IconSun aria-hidden size={20} stroke={1.7} /> : <IconMoon aria-hidden size={20} stroke={1.7} />,
    change: () => void switchScheme(),
  }
}

/** `next`: the language to switch to. */
export interface LanguageChoice {
  readonly next: Locale
  readonly onChange: () => void
}

/** Switches to the next language; the label is in that language. */
export function useLanguageSwitch({ next, onChange }: LanguageChoice) {
  const [pending, start] = useTransition()
  return {
    label: m.shell_language_switch({}, { locale: next }),
    icon: (
      <Text span fz={13} fw={640} w={20} ta="center">
        {next.toUpperCase()}
      </Text>
    ),
    pending,
    change: () => start(onChange),
  }
}

export function ThemeToggle() {
  const { label, icon, change } = useThemeSwitch()
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} onClick={change}>
        {icon}
      </ActionIcon>
    </Hint>
  )
}

export function LanguageSwitch(choice: LanguageChoice) {
  const { label, icon, pending, change } = useLanguageSwitch(choice)
  return (
    <Hint label={<span lang={choice.next}>{label}</span>}>
      <ActionIcon
        id="language-switch"
        lang={choice.next}
        aria-label={`${choice.next.toUpperCase()}: ${label}`}
        aria-busy={pending || undefined}
        opacity={pending ? 0.5 : 1}
        onClick={change}
      >
        {icon}
      </ActionIcon>
    </Hint>
  )
}

export function TicketsShortcut({ to }: { to: string }) {
  const label = m.title_tickets()
  return (
    <Hint label={label}>
      <ActionIcon component={PlainLink} to={to} aria-label={label}>
        <IconTicket size={20} stroke={1.7} />
      </ActionIcon>
    </Hint>
  )
}
