import { cutWithEllipsis } from '#contract/cut-text.ts'
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconLock, IconTrash } from '#web/ui/icons/index.ts'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import type { OfficeNote } from '#contract/conversations/office.ts'
import { useIsReadOnly } from '#web/api/read-only.ts'
import { newToken } from '#web/api/client.ts'
import { MomentText } from '#web/ui/words/money-text.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { useOnLanguageChange } from '#web/ui/language.tsx'
import { m } from '#words/messages.js'
import { textProblem } from '../check-message.ts'
import c from './office-notes.module.css'
import { useAddNote, useRemoveNote } from './queries.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'

const noteDraft = defineDraft({ key: 'draft office-note', schema: z.string(), lifetime: 'tab' })

interface Props {
  readonly orgId: string
  readonly threadId: string
  readonly notes: readonly OfficeNote[]
}

/** The office's internal notes on a thread, which the sender can't see. */
export function OfficeNotes({ orgId, threadId, notes }: Props) {
  const add = useAddNote(orgId, threadId)
  const remove = useRemoveNote(orgId, threadId)
  const draft = useDraft(noteDraft, threadId, '')
  /** Reuses the token for the same text, so a retry adds one note. */
  const sent = useRef({ text: '', token: '' })
  const [status, setStatus] = useState('')
  useOnLanguageChange(() => setStatus(''))
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const readOnly = useIsReadOnly()
  const problem = draft.value.trim() === '' ? null : textProblem(draft.value)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const text = draft.value.trim()
    if (text === '' || problem || add.isPending) return field.current?.focus()
    if (sent.current.text !== text) sent.current = { text, token: newToken() }
    try {
      await add.mutateAsync(sent.current)
    } catch (error) {
      showFailure(error)
      return
    }
    draft.clear()
    sent.current = { text: '', token: '' }
    setStatus(m.notes_added())
    field.current?.focus()
  }
  const removeNote = (note: OfficeNote) => {
    field.current?.focus()
    whenDone(remove.mutateAsync(note), {
      onSuccess: () =>
        showToast({
          message: m.inbox_note_removed(),
          action: {
            label: m.action_undo(),
            onClick: () => void add.mutateAsync({ text: note.text }).catch(showFailure),
          },
        }),
      onError: showFailure,
    })
  }
  return (
    <Stack gap="sm" fz="sm">
      <Group id={hint} gap={6} wrap="nowrap" align="flex-start" c="dimmed">
        <IconLock size={16} stroke={1.7} aria-hidden style={{ marginTop: 2 }} />
        {m.inbox_notes_hidden()}
      </Group>
      {notes.length > 0 && (
        <Stack component="ul" gap="xs">
          {notes.map((note) => (
            <li key={note.id} className={c.note}>
              <Group gap="0 8px" mih={32} fz={13}>
                <strong>{note.author}</strong>
                <MomentText moment={note.at} />
                {note.can.remove && (
                  <ActionIcon
                    size={32}
                    ml="auto"
                    aria-label={m.inbox_note_remove({ text: short(note.text) })}
                    onClick={() => removeNote(note)}
                  >
                    <IconTrash size={16} stroke={1.7} />
                  </ActionIcon>
                )}
              </Group>
              <p className={c.text}>{note.text}</p>
            </li>
          ))}
        </Stack>
      )}
      {!readOnly && (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="xs" align="stretch">
            <Textarea
              ref={field}
              size="sm"
              label={m.inbox_note_label()}
              attributes={{ input: { 'aria-describedby': hint } }}
              rows={2}
              styles={{ input: { minHeight: 44 } }}
              value={draft.value}
              error={problem}
              readOnly={add.isPending}
              onChange={({ currentTarget: { value } }) => draft.save(value)}
            />
            <Button type="submit" variant="default" loading={add.isPending} style={{ alignSelf: 'flex-start' }}>
              {m.inbox_note_add()}
            </Button>
            <Text role="status" fz={13} c="dimmed">
              {status}
            </Text>
          </Stack>
        </form>
      )}
    </Stack>
  )
}

const short = (text: string) => cutWithEllipsis(text, 60)
