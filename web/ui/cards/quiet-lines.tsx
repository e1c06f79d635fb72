import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import c from './quiet-lines.module.css'

export interface QuietLine {
  readonly key: string
  readonly text: string
  readonly action: string
  readonly to: string
  readonly onDismiss: () => void
}

/** Dismissible lines to come back to. */
export function QuietLines({ label, lines }: { readonly label: string; readonly lines: readonly QuietLine[] }) {
  const list = useRef<HTMLUListElement>(null)
  // The pressed button disappears, so move the focus first.
  const dismiss = ({ onDismiss }: QuietLine, at: number) => {
    const others = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = others[at + 1] ?? others[at - 1] ?? document.querySelector<HTMLElement>('#main h1')
    next?.focus()
    onDismiss()
  }
  return (
    <ul ref={list} className={c.list} aria-label={label}>
      {lines.map((line, at) => (
        <li key={line.key} className={c.line}>
          <Text size="sm" c="dimmed" className={c.words ?? ''}>
            {line.text}
          </Text>
          <TextLink to={line.to} size="sm" fw={600} alone>
            {line.action}
          </TextLink>
          <Button variant="subtle" color="gray" size="compact-sm" mih={32} onClick={() => dismiss(line, at)}>
            {m.quiet_not_now()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
