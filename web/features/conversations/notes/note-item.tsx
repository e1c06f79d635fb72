import { ActionIcon, Alert, Button, Checkbox, Group, Stack, Text, Textarea, type TextareaProps } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import type { Note } from '#contract/notes.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { m } from '#words/messages.js'
import { hasNoteDraft, type Seen, useNoteDraft } from './note-draft.ts'
import { firstWords, useRewriteNote, useTickNote } from './queries.ts'
import c from './notes.module.css'

interface NoteItemProps {
  readonly note: Note
  readonly onRemove: () => void
}

/** One note: ticked off, changed or deleted where it stands. */
export function NoteItem({ note, onRemove }: NoteItemProps) {
  const [editing, setEditing] = useState(() => hasNoteDraft(note.id))
  const [opened, setOpened] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  const tick = useTickNote()
  const name = firstWords(note.text)

  useEffect(() => {
    // The field is gone: reading goes on where it was opened.
    if (edited.current && !editing) editButton.current?.focus()
    edited.current = editing
  }, [editing])

  return (
    <li className={c.note} data-note={note.id} data-done={note.done || undefined}>
      <Checkbox
        size="md"
        mt={6}
        checked={note.done}
        aria-label={m.notes_done({ text: name })}
        onChange={(event) => tick.mutate({ note, done: event.currentTarget.checked })}
      />
      {editing ? (
        <NoteEditor note={note} takesFocus={opened} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <p className={c.text}>{note.text}</p>
          <Group gap={0} wrap="nowrap">
            <ActionIcon
              ref={editButton}
              size={36}
              aria-label={m.notes_edit({ text: name })}
              onClick={() => {
                setOpened(true)
                setEditing(true)
              }}
            >
              <IconPencil size={18} stroke={1.7} />
            </ActionIcon>
            <ActionIcon size={36} aria-label={m.notes_delete({ text: name })} onClick={onRemove}>
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </Group>
        </>
      )}
    </li>
  )
}

interface Change {
  readonly text: string
  readonly seen: Seen
}

interface NoteEditorProps {
  readonly note: Note
  /** It is opened by its button; one that was open before the panel was leaves the focus where it is. */
  readonly takesFocus: boolean
  readonly onEnd: () => void
}

/** Writes over the note as it was when its writer saw it last; where it says something else by now, shows both. */
function NoteEditor({ note, takesFocus, onEnd }: NoteEditorProps) {
  const { text, seen, change, see, forget } = useNoteDraft<Change>(note.id, {
    text: note.text,
    seen: { text: note.text, version: note.version },
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const rewrite = useRewriteNote()
  const { error } = rewrite
  const changedElsewhere = error instanceof ApiProblem && error.code === 'note_changed'

  const end = () => {
    forget()
    onEnd()
  }
  const save = () => {
    if (text.trim() === '' || rewrite.isPending) return
    if (text.trim() === seen.text) return end()
    // What is shown below the field was seen. Only ticked off, it says what it said.
    const { text: said, version } = changedElsewhere || note.text === seen.text ? note : seen
    see({ text: said, version })
    rewrite.mutateAsync({ note: { ...note, version }, text }).then(end, () => {
      // The field says why.
    })
  }
  return (
    <Stack gap={10} className={c.editor ?? ''}>
      <NoteField
        ref={field}
        label={m.notes_edit_text()}
        text={text}
        onChange={change}
        onSend={save}
        // What was typed is kept: it is there again when the field is.
        onEscape={onEnd}
        readOnly={rewrite.isPending}
        error={error && problemText(error)}
      />
      {changedElsewhere && note.text !== seen.text && (
        <Alert color="fjord" role="status" title={m.notes_meanwhile()}>
          <p className={c.text}>{note.text}</p>
        </Alert>
      )}
      <Group gap={8}>
        <Button size="sm" onClick={save} loading={rewrite.isPending} aria-disabled={text.trim() === ''}>
          {m.notes_save()}
        </Button>
        <Button size="sm" variant="subtle" color="gray" onClick={end}>
          {m.action_cancel()}
        </Button>
      </Group>
    </Stack>
  )
}

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
        styles={{ input: { minHeight: 68 } }}
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
