import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconNotes } from '#web/ui/icons/index.ts'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { Note } from '#contract/conversations/notes.ts'
import { newToken } from '#web/api/client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenHeading } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { useNoteDraft } from './note-draft.ts'
import { NoteField, NoteItem } from './note-item.tsx'
import c from './notes.module.css'
import { notesQuery, useAddNote, useRemoveNote } from './queries.ts'

/** The user's private notes, with a field for a new one. */
export function Notes({ memberId }: { memberId: string }) {
  const query = useQuery(notesQuery)
  const { data } = query
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={c.notes}>
      <HiddenHeading>{m.panel_tab_notes()}</HiddenHeading>
      <NewNote memberId={memberId} field={field} />
      {data ? (
        <NoteList notes={data} onLast={() => field.current?.focus()} />
      ) : (
        <NotLoaded query={query} rows={3} height={60} />
      )}
    </div>
  )
}

interface NewNoteProps {
  readonly memberId: string
  readonly field: RefObject<HTMLTextAreaElement | null>
}

function NewNote({ memberId, field }: NewNoteProps) {
  const { text, change, discard } = useNoteDraft(`new of ${memberId}`, { text: '', seen: null })
  const [added, setAdded] = useState(false)
  const add = useAddNote()
  /** Reuses the token for the same text, so a retry adds one note. */
  const sent = useRef({ text: '', token: '' })
  const send = async () => {
    if (text.trim() === '' || add.isPending) return
    setAdded(false)
    if (sent.current.text !== text) sent.current = { text, token: newToken() }
    try {
      await add.mutateAsync(sent.current)
    } catch {
      // The field shows the error.
      return
    }
    sent.current = { text: '', token: '' }
    discard()
    setAdded(true)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form onSubmit={submit}>
      <NoteField
        ref={field}
        label={m.notes_new()}
        text={text}
        onChange={change}
        onSend={() => void send()}
        readOnly={add.isPending}
        error={add.error && problemText(add.error)}
      />
      <Group gap="sm" mt={10} justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {m.notes_private()}
        </Text>
        <Button type="submit" loading={add.isPending}>
          {m.notes_add()}
        </Button>
      </Group>
      <VisuallyHidden role="status">{added && m.notes_added()}</VisuallyHidden>
    </form>
  )
}

interface NoteListProps {
  readonly notes: readonly Note[]
  /** The last note was removed, and its focused button with it. */
  readonly onLast: () => void
}

function NoteList({ notes, onLast }: NoteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const remove = useRemoveNote()
  const removeAt = (index: number) => {
    const beside = notes[index + 1] ?? notes[index - 1]
    const next = beside && list.current?.querySelector<HTMLElement>(`[data-note="${beside.id}"] button`)
    if (next) next.focus()
    else onLast()
    remove.mutate(notes[index]!)
  }
  if (notes.length === 0) {
    return (
      <EmptyState icon={<IconNotes size={40} stroke={1.5} />} title={m.notes_empty_title()} order={3}>
        {m.notes_empty_text()}
      </EmptyState>
    )
  }
  return (
    <Stack component="ul" gap={10} ref={list} aria-label={m.notes_list()}>
      {notes.map((note, index) => (
        <NoteItem key={note.id} note={note} onRemove={() => removeAt(index)} />
      ))}
    </Stack>
  )
}
