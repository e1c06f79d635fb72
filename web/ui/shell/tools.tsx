import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun, IconTicket } from '@tabler/icons-react'
import { useTransition } from 'react'
import { m } from '#words/messages.js'
import type { Locale } from '#words/runtime.js'
import { Hint } from '../hint.tsx'
import { PlainLink } from '../link.tsx'
import { switchScheme, useScheme } from '../theme/scheme.ts'
import c from './shell.module.css'

/** Light or dark, remembered in this browser. */
export function ThemeToggle() {
  const dark = useScheme() === 'dark'
  const label = dark ? m.shell_theme_light() : m.shell_theme_dark()
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} onClick={() => void switchScheme()}>
        {dark ? <IconSun size={20} stroke={1.7} /> : <IconMoon size={20} stroke={1.7} />}
      </ActionIcon>
    </Hint>
  )
}

/** `next` is the language that a press changes to. */
export interface LanguageChoice {
  readonly next: Locale
  readonly onChange: () => void
}

export const languageButton = 'language-switch'

/** Switches to the next language; its label is in that language, so that its reader finds it. */
export function LanguageSwitch({ next, onChange, id }: LanguageChoice & { id?: string }) {
  const label = m.shell_language_switch({}, { locale: next })
  const [pending, start] = useTransition()
  return (
    <Hint label={<span lang={next}>{label}</span>}>
      <ActionIcon
        id={id}
        className={c.language}
        lang={next}
        aria-label={label}
        aria-busy={pending || undefined}
        onClick={() => start(onChange)}
      >
        {next.toUpperCase()}
      </ActionIcon>
    </Hint>
  )
}

/** The way to the tickets from every page. */
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
