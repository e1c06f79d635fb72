import { Alert, Button, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMailForward } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { EditedEvent } from '#contract/events/office.ts'
import type { Filter } from '#contract/filters.ts'
import { textIn } from '#contract/local-text.ts'
import { messageFields, type MessagePreview } from '#contract/notifications/club-messages.ts'
import { newToken } from '#web/api/client.ts'
import { defineDraft, useDraft } from '#web/forms/drafts.ts'
import { blankOf, FieldInput, type LabelsOf, readTyped, rowForm } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type Fields, filterSentence } from '#web/ui/data-list/filter-sentence.ts'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { messagePreviewQuery, useGuestMessages } from './guest-message-queries.ts'
import type { Chosen, EventOfClub } from './registration-queries.ts'

/** Typed texts, and the token of the message, so that a press that is repeated after a failure writes one. */
const MessageDraft = z.object({
  subjectDa: z.string(),
  subjectEn: z.string(),
  bodyDa: z.string(),
  bodyEn: z.string(),
  token: z.string(),
})
type MessageDraft = z.infer<typeof MessageDraft>

const messageDraft = defineDraft({ key: 'draft message guests', schema: MessageDraft, lifetime: 'tab' })

const labels: LabelsOf<typeof messageFields> = {
  subjectDa: m.guests_message_subject_da,
  subjectEn: m.guests_message_subject_en,
  bodyDa: m.event_cancel_text_da,
  bodyEn: m.event_cancel_text_en,
}

interface ButtonProps {
  readonly ofEvent: EventOfClub
  readonly event: EditedEvent
  readonly chosen: Chosen
  readonly small?: boolean
  /** By which all that are listed were chosen, in words. */
  readonly filter?: Filter | undefined
  readonly fields?: Fields
}

/** Opens the form of a message to the chosen guests. */
export function MessageButton({ small = false, ...props }: ButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size={small ? 'sm' : undefined}
        variant="default"
        leftSection={<IconMailForward size={18} stroke={1.7} />}
        onClick={() => setOpened(true)}
      >
        {m.guests_message()}
      </Button>
      {opened && <MessageGuests {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

function MessageGuests({
  ofEvent,
  event,
  chosen,
  filter,
  fields,
  onClose,
}: ButtonProps & { readonly onClose: () => void }) {
  const [fresh] = useState((): MessageDraft => ({ ...blankOf(messageFields), token: newToken() }))
  const { value: draft, save, clear } = useDraft(messageDraft, event.id, fresh)
  const [readerId, setReaderId] = useState<string>()
  const [tried, setTried] = useState(false)
  const { data: preview, error } = useQuery(messagePreviewQuery(ofEvent, chosen, readerId))
  const { send } = useGuestMessages(ofEvent)
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
    send.mutate(
      { ...chosen, subject, body, token: draft.token },
      {
        onSuccess: ({ readers }) => {
          clear()
          onClose()
          showToast({ message: m.guests_message_begun({ count: readers }) })
        },
      },
    )
  }
  return (
    <FormDialog
      title={m.guests_message_title()}
      confirm={m.guests_message_send()}
      size="xl"
      error={send.error ?? error}
      busy={send.isPending}
      disabled={!preview || preview.readers === 0}
      {...{ onSubmit, onClose }}
    >
      {filter && fields && <Text c="dimmed">{filterSentence(filter, fields)}</Text>}
      {preview ? (
        <Readers preview={preview} hasEnglish={body.en !== undefined} />
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

/** How many mails go out, and for whom nobody gets one. */
function Readers({ preview, hasEnglish }: { readonly preview: MessagePreview; readonly hasEnglish: boolean }) {
  const { readers, people, english, unreachable } = preview
  const names = unreachable.names.join(', ')
  const more = unreachable.count - unreachable.names.length
  return (
    <div role="status">
      <Text fw={620}>
        {readers === 0
          ? m.guests_message_nobody()
          : m.guests_message_readers({ count: readers, people: m.guests_message_people({ count: people }) })}
      </Text>
      {!hasEnglish && english > 0 && <Text size="sm">{m.guests_message_english({ count: english })}</Text>}
      {unreachable.count > 0 && (
        <Alert color="coral" mt="xs">
          {more > 0
            ? m.guests_message_unreachable_more({ names, count: more })
            : m.guests_message_unreachable({ names })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {m.guests_message_cancelled_left_out()}
      </Text>
    </div>
  )
}

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
