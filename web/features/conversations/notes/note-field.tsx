import { Text, Textarea, type TextareaProps } from '@mantine/core'
import type { ChangeEvent, KeyboardEvent, Ref } from 'react'
import { m } from '#words/messages.js'
import c from './notes.module.css'

const MOST = 2000
/** From here on it says how much room is left. */
const NEARLY = 1800

interface NoteFieldProps extends Pick<TextareaProps, 'label' | 'error' | 'readOnly'> {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Ctrl or Command with Enter. */
  readonly onSend: () => void
  readonly onEscape?: () => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** Where a note is written; it grows with its text. */
export function NoteField({ text, onChange, onSend, onEscape, ...props }: NoteFieldProps) {
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    }
    if (event.key === 'Escape' && onEscape) {
      // The panel stays.
      event.stopPropagation()
      onEscape()
    }
  }
  return (
    <div>
      <Textarea
        {...props}
        classNames={{ input: c.input ?? '' }}
        rows={2}
        maxLength={MOST}
        value={text}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
        onKeyDown={keyDown}
      />
      {text.length >= NEARLY && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {m.notes_left({ count: MOST - text.length })}
        </Text>
      )}
    </div>
  )
}
