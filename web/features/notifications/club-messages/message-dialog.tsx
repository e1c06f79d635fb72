import { Alert, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { textIn } from '#contract/local-text.ts'
import { type LeftOut, messageFields, type MessagePreview } from '#contract/notifications/club-messages.ts'
import { newToken } from '#web/api/client.ts'
import { queryKeys, whenDone } from '#web/api/query-client.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { blankOf, FieldInput, type LabelsOf, readTyped, rowForm } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatNames } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

/** Typed texts, and the last attempt to send them with its token, so that a press that is repeated after a failure writes one. */
const MessageDraft = z.object({
  subjectDa: z.string(),
  subjectEn: z.string(),
  bodyDa: z.string(),
  bodyEn: z.string(),
  sent: z._default(z.nullable(z.object({ content: z.string(), token: z.string() })), null),
})
type MessageDraft = z.infer<typeof MessageDraft>

const messageDraft = defineDraft({ key: 'draft message guests', schema: MessageDraft, lifetime: 'tab' })

const labels: LabelsOf<typeof messageFields> = {
  subjectDa: m.guests_message_subject_da,
  subjectEn: m.guests_message_subject_en,
  bodyDa: m.event_cancel_text_da,
  bodyEn: m.event_cancel_text_en,
}

/** Whom a message is for, and the calls that preview it and send it. */
export interface Audience {
  readonly title: string
  /** By which all that are listed were chosen, in words. */
  readonly who?: string | undefined
  /** Who gets none. */
  readonly note?: string
  /** Of the draft. */
  readonly place: string
  /** Names the readers among the queries. */
  readonly chosen: unknown
  readonly preview: (as: { readonly readerId?: string }, signal: AbortSignal) => Promise<MessagePreview>
  readonly send: (message: Written) => Promise<{ readonly readers: number }>
}

type Written = Pick<ReturnType<typeof readTyped<typeof messageFields>>, 'subject' | 'body'> & {
  readonly token: string
}

interface Props extends Audience {
  readonly onClose: () => void
}

/** The form of a message to many people, with a preview as one of them reads it. */
export function MessageDialog({ title, who, note, place, chosen, preview: readPreview, send: write, onClose }: Props) {
  const [fresh] = useState((): MessageDraft => ({ ...blankOf(messageFields), sent: null }))
  const { value: draft, save, clear } = useDraft(messageDraft, place, fresh)
  const [readerId, setReaderId] = useState<string>()
  const [tried, setTried] = useState(false)
  const { data: preview, error } = useQuery({
    queryKey: [...queryKeys.office, 'message preview', place, chosen, readerId],
    queryFn: ({ signal }) => readPreview(readerId ? { readerId } : {}, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const cache = useQueryClient()
  const send = useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.office }),
  })
  const { subject, body } = readTyped(messageFields, draft)
  const change = (changes: Partial<MessageDraft>) => save({ ...draft, ...changes })
  const missing: Readonly<Record<string, string | false>> = {
    'message.subject': subject.da === '' && m.guests_message_subject_missing(),
    'message.body': body.da === '' && m.guests_message_body_missing(),
  }
  const of = rowForm(
    { fields: messageFields, labels, path: 'message' },
    draft,
    change,
    (path) => (tried && missing[path]) || undefined,
  )
  const onSubmit = () => {
    setTried(true)
    if (Object.values(missing).some(Boolean)) return
    const content = JSON.stringify([chosen, subject, body])
    const token = draft.sent?.content === content ? draft.sent.token : newToken()
    change({ sent: { content, token } })
    whenDone(send.mutateAsync({ subject, body, token }), {
      onSuccess: ({ readers }) => {
        clear()
        onClose()
        showToast({ message: m.guests_message_begun({ count: readers }) })
      },
    })
  }
  return (
    <FormDialog
      title={title}
      confirm={m.guests_message_send()}
      size="xl"
      error={send.error ?? error}
      busy={send.isPending}
      disabled={!preview || preview.readers === 0}
      {...{ onSubmit, onClose }}
    >
      {who && <Text c="dimmed">{who}</Text>}
      {preview ? (
        <Readers preview={preview} hasEnglish={body.en !== undefined} note={note} />
      ) : (
        <SkeletonList rows={1} height={48} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <FieldInput of={{ ...of, typed: draft }} name="subject" data-autofocus />
        <FieldInput
          of={{ ...of, typed: draft }}
          name="body"
          hintEn={m.event_cancel_text_en_hint()}
          rows={{ minRows: 4, maxRows: 12 }}
        />
      </SimpleGrid>
      {preview?.mail && (
        <Preview
          mail={preview.mail}
          some={preview.some}
          subject={textIn(subject, preview.mail.language)}
          body={textIn(body, preview.mail.language)}
          onReader={setReaderId}
        />
      )}
    </FormDialog>
  )
}

interface ReadersProps {
  readonly preview: MessagePreview
  readonly hasEnglish: boolean
  readonly note: string | undefined
}

/** How many mails go out, and for whom nobody gets one. */
function Readers({ preview: { readers, people, english, leftOut }, hasEnglish, note }: ReadersProps) {
  return (
    <div role="status">
      <Text fw={620}>
        {readers === 0
          ? m.guests_message_nobody()
          : m.guests_message_readers({ count: readers, people: m.guests_message_people({ count: people }) })}
      </Text>
      {!hasEnglish && english > 0 && <Text size="sm">{m.guests_message_english({ count: english })}</Text>}
      {leftOut.map(({ reason, count, names }) => (
        <Alert key={reason} color="coral" mt="xs">
          {leftOutWords[reason]({ names: formatNames(names, count) })}
        </Alert>
      ))}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  )
}

const leftOutWords = {
  no_email: m.guests_message_unreachable,
  left: m.guests_message_left,
  died: m.guests_message_died,
} satisfies Record<LeftOut, unknown>

interface PreviewProps {
  readonly mail: NonNullable<MessagePreview['mail']>
  readonly some: MessagePreview['some']
  readonly subject: string
  readonly body: string
  readonly onReader: (id: string) => void
}

/** The mail as one of its readers reads it. */
function Preview({ mail: { readerId, language, intro, button }, some, subject, body, onReader }: PreviewProps) {
  const say = { locale: language }
  return (
    <Stack gap="xs">
      <NativeSelect
        label={m.guests_message_as()}
        value={readerId}
        data={some.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) => onReader(value)}
      />
      <Paper withBorder p="md" lang={language} data-own-words component="section" aria-label={m.event_cancel_preview()}>
        <Stack gap="sm">
          <Text fw={680} style={{ overflowWrap: 'anywhere' }}>
            {subject || '…'}
          </Text>
          <Text>{intro}</Text>
          {body ? (
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{body}</Text>
          ) : (
            <Text c="dimmed">{m.event_cancel_preview_empty({}, say)}</Text>
          )}
          <Text fw={620}>{button}</Text>
        </Stack>
      </Paper>
    </Stack>
  )
}
