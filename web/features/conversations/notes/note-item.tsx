import { ActionIcon, Alert, Button, Checkbox, Group, Stack, type TextareaProps } from '@mantine/core'
import { IconPencil, IconTrash } from '#web/ui/icons/index.ts'
import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import type { Note } from '#contract/conversations/notes.ts'
import { ApiProblem } from '#web/api/http-client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { Textarea } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import { hasNoteDraft, type Seen, useNoteDraft } from './note-draft.ts'
import { firstWords, useRewriteNote, useTickNote } from './queries.ts'
import c from './notes.module.css'

interface NoteItemProps {
  readonly note: Note
  readonly onRemove: () => void
}

export function NoteItem({ note, onRemove }: NoteItemProps) {
  const [editing, setEditing] = useState(() => hasNoteDraft(note.id))
  const [opened, setOpened] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  const tick = useTickNote()
  const name = firstWords(note.text)

  useEffect(() => {
    // The editor is gone: focus the button that opened it.
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
  /** Opened by its button, rather than restored with the panel. */
  readonly takesFocus: boolean
  readonly onEnd: () => void
}

/** Edits the version the user saw; if it was changed elsewhere, shows both. */
function NoteEditor({ note, takesFocus, onEnd }: NoteEditorProps) {
  const { text, seen, change, setSeen, discard } = useNoteDraft<Change>(note.id, {
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
    discard()
    onEnd()
  }
  const save = () => {
    if (text.trim() === '' || rewrite.isPending) return
    if (text.trim() === seen.text) return end()
    // After a conflict both versions are on screen: saving overwrites the newer one. A mere tick is no conflict.
    const { text: base, version } = changedElsewhere || note.text === seen.text ? note : seen
    setSeen({ text: base, version })
    rewrite.mutateAsync({ note: { ...note, version }, text }).then(end, () => {
      // The field shows the error.
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
        // The draft stays.
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
        <Button onClick={save} loading={rewrite.isPending} aria-disabled={text.trim() === ''}>
          {m.notes_save()}
        </Button>
        <Button variant="subtle" color="gray" onClick={end}>
          {m.action_cancel()}
        </Button>
      </Group>
    </Stack>
  )
}

const MAX_LENGTH = 2000

interface NoteFieldProps extends Pick<TextareaProps, 'label' | 'error' | 'readOnly'> {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSend: () => void
  readonly onEscape?: () => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function NoteField({ text, onChange, onSend, onEscape, ...props }: NoteFieldProps) {
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    }
    if (event.key === 'Escape' && onEscape) {
      // Keep the panel open.
      event.stopPropagation()
      onEscape()
    }
  }
  return (
    <Textarea
      {...props}
      styles={{ input: { minHeight: 68 } }}
      rows={2}
      limit={MAX_LENGTH}
      value={text}
      onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)}
      onKeyDown={keyDown}
    />
  )
}
