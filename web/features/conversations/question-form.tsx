import { Alert, Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconSend2 } from '#web/ui/icons/index.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { problemText } from '#web/api/problem-text.ts'
import type { ClubChoices } from '#web/ui/fields/club-choices.ts'
import { ClubField } from '#web/ui/fields/club-field.tsx'
import { focusFirstError } from '#web/ui/fields/field-words.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { m } from '#words/messages.js'
import { FileArea, FileButton, FileList } from './file-field.tsx'
import type { FileCalls } from './queries.ts'
import type { Draft } from './message-draft.ts'
import { useFiles } from './use-files.ts'
import { useSending } from './use-sending.ts'
import c from './question-form.module.css'
import { checkQuestion, type Question, type QuestionErrors } from './check-message.ts'

export interface Asking {
  /** Clubs that can be asked; undefined while loading. */
  readonly clubs: ClubChoices | undefined
  /** Set if loading the clubs failed. */
  readonly failed: { readonly text: string; readonly retrying: boolean; readonly onRetry: () => void } | null
  /** Values of fields that the user hasn't touched. */
  readonly preset: { readonly orgId?: string | undefined; readonly subject?: string | undefined }
}

interface Props extends Asking {
  readonly draft: Draft
  /** Signed out: the form also asks for name and email. */
  readonly visitor: boolean
  readonly files: FileCalls
  readonly topic?: ReactNode
  readonly notice?: string | null
  /** Rejects if the question is refused; the input then stays. */
  readonly onAsk: (question: Question, attachmentIds: string[], token: string) => Promise<unknown>
  readonly onInput?: () => void
  /** Fields whose values carry over to the next question. */
  readonly carryOver?: readonly string[]
}

/** The form for a new question to a club. The draft survives a reload and signing in. */
export function QuestionForm(props: Props) {
  const { draft, clubs, failed, preset, visitor, files: calls, topic, notice = null, onAsk, onInput, carryOver } = props
  const id = useId()
  const files = useFiles(draft, calls)
  const chooser = useRef<() => void>(null)
  const [errors, setErrors] = useState<QuestionErrors>({})
  const { sending, mutate } = useSending(draft, calls.detach, carryOver)
  const busy = sending.isPending
  const given: Record<string, string | undefined> = { ...preset, ...draft.values }
  // Ignore a club that can't be asked (any more).
  if (clubs?.complete && !clubs.known.some((club) => club.id === given['orgId'])) given['orgId'] = ''
  useErrorsInLanguage({ errors, setErrors }, () => checkQuestion(given, visitor).errors)
  /** The clubs aren't loaded yet. */
  const clubIsMissing = !clubs && !given['orgId']
  const common = (name: keyof Question) => ({
    value: given[name] ?? '',
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onInput?.()
      if (!busy) sending.reset()
      setErrors((now) => ({ ...now, [name]: undefined }))
      draft.setValue(name, currentTarget.value)
    },
  })
  // Read-only while sending: the form is unmounted afterwards, and newer input would be lost.
  const field = (name: keyof Question) => ({ ...common(name), readOnly: busy })
  const send = () => {
    if (busy || clubIsMissing || files.uploading.length > 0) return
    const { question, errors: wrong } = checkQuestion(given, visitor)
    setErrors(wrong)
    if (!question) return focusFirstError(id)
    mutate((outgoing) => {
      const attachmentIds = outgoing.files.map((file) => file.id)
      return onAsk(question, attachmentIds, draft.token({ question, attachmentIds }))
    })
  }
  return (
    <form
      id={id}
      className={c.form}
      noValidate
      aria-label={m.ask_label()}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {clubs ? (
        <ClubField
          label={m.ask_club()}
          required
          choices={clubs}
          none={m.ask_choose_club()}
          disabled={busy}
          {...common('orgId')}
          onChange={(value) => common('orgId').onChange({ currentTarget: { value } })}
        />
      ) : failed ? (
        <Alert color="red" icon={<IconAlertTriangle stroke={1.7} />} role="alert" title={m.ask_no_clubs()}>
          <Group gap="8px 16px" justify="space-between">
            <span>{failed.text}</span>
            <Button variant="default" size="xs" loading={failed.retrying} onClick={failed.onRetry}>
              {m.action_retry()}
            </Button>
          </Group>
        </Alert>
      ) : (
        <Skeleton height={68} radius="md" />
      )}
      {visitor && (
        <SimpleGrid minColWidth="min(100%, 240px)" autoFlow="auto-fit" spacing={18}>
          <TextInput label={m.ask_name()} required autoComplete="name" {...field('name')} />
          <TextInput
            label={m.ask_email()}
            description={m.ask_email_explained()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            type="email"
            autoComplete="email"
            {...field('email')}
          />
        </SimpleGrid>
      )}
      {topic}
      <TextInput label={m.ask_subject()} required {...field('subject')} />
      <FileArea files={files} busy={busy} open={chooser}>
        <Stack gap={18}>
          <Textarea
            label={m.ask_message()}
            required
            rows={6}
            styles={{ input: { minHeight: 150 } }}
            {...field('text')}
          />
          <FileList
            chosen={draft.files}
            files={{ ...files, problems: files.problems.length > 0 ? files.problems : notice ? [notice] : [] }}
            disabled={busy}
          />
          {sending.error && (
            <Alert color="red" icon={<IconAlertTriangle stroke={1.7} />} role="alert">
              {problemText(sending.error)}
            </Alert>
          )}
          <Group gap="10px 12px">
            <FileButton onClick={() => chooser.current?.()} disabled={busy} />
            <Text size="sm" c="dimmed" flex="1 1 180px">
              {m.attachment_explained()}
            </Text>
            <Button
              type="submit"
              size="md"
              loading={busy}
              disabled={files.uploading.length > 0 || clubIsMissing}
              leftSection={<IconSend2 size={19} stroke={1.7} />}
            >
              {m.ask_send()}
            </Button>
          </Group>
        </Stack>
      </FileArea>
    </form>
  )
}
