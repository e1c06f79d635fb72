import { ActionIcon, Badge, Box, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconCheck, IconNotes, IconPencil, IconPlus, IconTrash } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { cutWithEllipsis } from '#contract/cut-text.ts'
import { type ClubNote, type NoteFields, noteKinds } from '#contract/people/notes.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { LeaveGuard, useLeaveQuestion } from '#web/forms/leave-guard.tsx'
import { PagedRows } from '#web/parts/paged-rows.tsx'
import { QuestionDialog } from '#web/ui/dialogs/question-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatDateTime, today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { notesQuery, useNoteChanges, type Whose } from './queries.ts'
import { noteKindWords } from './timeline-words.ts'

interface Props {
  readonly whose: Whose
  readonly mayWrite: boolean
}

/** The office's notes about a person, newest first, with what is to be done about them. */
export function PersonNotes({ whose, mayWrite }: Props) {
  const pages = useInfiniteQuery(notesQuery(whose))
  // The id of a note, or `new`.
  const [edited, edit] = useState<string | null>(null)
  const { onDirtyChange, ask, question } = useLeaveQuestion()
  const open = (id: string | null) => ask(() => edit(id))
  const form = {
    whose,
    onDone: () => {
      onDirtyChange(false)
      edit(null)
    },
    onCancel: () => open(null),
    onDirtyChange,
  }
  return (
    <Stack gap="md">
      {mayWrite &&
        (edited === 'new' ? (
          <Panel title={m.person_note_new()}>
            <NoteForm {...form} note={null} />
          </Panel>
        ) : (
          <Group>
            <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={() => open('new')}>
              {m.person_note_new()}
            </Button>
          </Group>
        ))}
      <PagedRows
        pages={pages}
        rowsOf={({ notes }) => notes}
        countWords={(count) => m.person_notes_count({ count })}
        empty={
          <EmptyState icon={<IconNotes size={40} stroke={1.5} />} title={m.person_notes_empty_title()}>
            {m.person_notes_empty()}
          </EmptyState>
        }
      >
        {(notes) => (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {notes.map((note) => (
              <li key={note.id} tabIndex={-1} data-list-row>
                <Panel>
                  {edited === note.id ? (
                    <NoteForm {...form} note={note} />
                  ) : (
                    <Note whose={whose} note={note} onEdit={mayWrite ? () => open(note.id) : null} />
                  )}
                </Panel>
              </li>
            ))}
          </Stack>
        )}
      </PagedRows>
      {question}
    </Stack>
  )
}

/** @param onEdit null for who may only read */
export function Note({ whose, note, onEdit }: { whose: Whose; note: ClubNote; onEdit: (() => void) | null }) {
  const { mark, remove } = useNoteChanges(whose)
  const [asking, setAsking] = useState(false)
  const { id, kind, text, followUpOn, doneAt, author, at } = note
  const of = (action: string) => `${action}: ${cutWithEllipsis(text, 60)}`
  return (
    <Group align="flex-start" justify="space-between" gap="8px 16px">
      <Box flex="1 1 260px" miw={0}>
        <Group gap="xs">
          <Badge color="gray">{noteKindWords[kind]()}</Badge>
          <Text size="sm" c="dimmed">
            {[formatDateTime(at), author].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Text mt={6} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} data-own-words>
          {text}
        </Text>
        {followUpOn && (
          <Group gap="sm" mt="xs">
            <Badge color={doneAt ? 'teal' : followUpOn <= today() ? 'coral' : 'fjord'}>
              {doneAt
                ? m.person_follow_up_done({ date: formatDate(followUpOn) })
                : m.person_follow_up_on({ date: formatDate(followUpOn) })}
            </Badge>
            {onEdit && (
              <Button
                variant="default"
                leftSection={!doneAt && <IconCheck size={16} stroke={1.7} />}
                aria-label={of(doneAt ? m.person_follow_up_undo() : m.person_state_done())}
                loading={mark.isPending}
                onClick={() => whenDone(mark.mutateAsync({ id, done: !doneAt }), { onError: showFailure })}
              >
                {doneAt ? m.person_follow_up_undo() : m.person_state_done()}
              </Button>
            )}
          </Group>
        )}
      </Box>
      {onEdit && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon size={36} aria-label={of(m.person_note_edit())} onClick={onEdit}>
            <IconPencil size={18} stroke={1.7} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={of(m.person_note_remove())} onClick={() => setAsking(true)}>
            <IconTrash size={18} stroke={1.7} />
          </ActionIcon>
        </Group>
      )}
      <QuestionDialog
        opened={asking}
        title={m.person_note_remove_title()}
        confirm={m.person_note_remove()}
        busy={remove.isPending}
        onConfirm={() =>
          whenDone(remove.mutateAsync(id), {
            onSuccess: () => showToast({ message: m.person_note_removed() }),
            onError: showFailure,
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      >
        <Text>{m.person_note_remove_text()}</Text>
      </QuestionDialog>
    </Group>
  )
}

interface NoteValues {
  readonly kind: NoteFields['kind']
  readonly text: string
  /** Blank for none. */
  readonly followUpOn: string
}

interface FormProps {
  readonly whose: Whose
  /** Null for a new one. */
  readonly note: ClubNote | null
  readonly onDone: () => void
  readonly onCancel: () => void
  readonly onDirtyChange: (dirty: boolean) => void
}

function NoteForm({ whose, note, onDone, onCancel, onDirtyChange }: FormProps) {
  const { add, save } = useNoteChanges(whose)
  const state = useEditedForm<NoteValues, ClubNote>({
    name: `note ${note?.id ?? `of ${whose.club.id} ${whose.memberId}`}`,
    record: note,
    valuesOf: (one) => ({ kind: one?.kind ?? 'note', text: one?.text ?? '', followUpOn: one?.followUpOn ?? '' }),
    fieldsOf: ({ kind, text, followUpOn }) => [
      { path: 'kind', label: m.history_field_kind(), value: kind, shown: noteKindWords[kind]() },
      { path: 'text', label: m.person_kind_note(), value: text, shown: text },
      {
        path: 'followUpOn',
        label: m.person_follow_up(),
        value: followUpOn,
        shown: followUpOn && formatDate(followUpOn),
      },
    ],
    validate: ({ text, followUpOn }) => ({
      ...(text.trim() === '' && { text: m.person_note_text_missing() }),
      ...(followUpOn !== '' && !followUpOn.startsWith('20') && { followUpOn: m.person_follow_up_year() }),
    }),
    send: ({ followUpOn, ...values }, version) => {
      const fields = { ...values, followUpOn: followUpOn || null }
      return note ? save.mutateAsync({ ...fields, id: note.id, version: Number(version) }) : add.mutateAsync(fields)
    },
    refused: (problem) => ({ text: problemText(problem) }),
    savedWords: () => (note ? m.person_note_saved() : m.person_note_added()),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} submitLabel={m.person_note_save()} onCancel={onCancel}>
      <LeaveGuard dirty={state.isUnsaved} />
      <SegmentedControl
        key={form.key('kind')}
        aria-label={m.history_field_kind()}
        data={noteKinds.map((kind) => ({ value: kind, label: noteKindWords[kind]() }))}
        {...form.getInputProps('kind')}
      />
      <Textarea
        key={form.key('text')}
        label={m.person_kind_note()}
        description={m.person_note_hint()}
        autosize
        minRows={3}
        maxRows={12}
        required
        withAsterisk
        data-autofocus
        {...form.getInputProps('text')}
      />
      <TextInput
        key={form.key('followUpOn')}
        type="date"
        maw={260}
        label={m.person_follow_up()}
        description={m.person_follow_up_hint()}
        {...form.getInputProps('followUpOn')}
      />
    </EditedForm>
  )
}
