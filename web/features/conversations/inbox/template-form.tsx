import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { TemplateBody, type AnswerTemplate } from '#contract/conversation-answers.ts'
import { ApiProblem } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import '#web/ui/fields/field-words.ts'
import { useErrorsInLanguage } from '#web/ui/language.tsx'
import { m } from '#words/messages.js'
import { useSaveTemplate } from './queries.ts'
import c from './template-dialog.module.css'
import { templateDraft } from './template-draft.ts'

const check = schemaResolver(TemplateBody, { sync: true })

interface Props {
  readonly orgId: string
  /** Null: a new one. */
  readonly template: AnswerTemplate | null
  readonly onDone: () => void
}

/** Words for a frequent answer: closed before they are saved, they are there again. */
export function TemplateForm({ orgId, template, onDone }: Props) {
  const save = useSaveTemplate(orgId)
  const [draft] = useState(() => templateDraft(orgId, template))
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const form = useForm({
    initialValues: draft.values,
    onValuesChange: draft.keep,
    validate: check,
  })
  useErrorsInLanguage(form, () => check(form.getValues()))
  const done = () => {
    draft.forget()
    onDone()
  }
  const submit = form.onSubmit((values) =>
    // Also when the dialog is closed by then.
    save
      .mutateAsync({ ...values, ...(template && { id: template.id }) })
      .then(done, (error: unknown) =>
        form.setFieldError(
          error instanceof ApiProblem && error.code === 'template_exists' ? 'title' : 'text',
          problemText(error),
        ),
      ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={m.inbox_template_title()}
          maxLength={80}
          required
          withAsterisk
          ref={first}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={m.inbox_template_text()}
          description={m.inbox_template_hint({ name: '{name}', club: '{club}' })}
          maxLength={10_000}
          required
          rows={6}
          classNames={{ input: c.field ?? '' }}
          {...form.getInputProps('text')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={done}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {m.inbox_template_save()}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
