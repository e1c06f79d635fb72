import '#web/ui/fields/field-words.ts'
import { ActionIcon, Box, Button, Group, Modal, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconPlus, IconTemplateOff, IconTrash } from '#web/ui/icons/index.ts'
import { useEffect, useRef, useState } from 'react'
import { schemaResolver } from '@mantine/form'
import { TemplateBody, type AnswerTemplate } from '#contract/conversations/office.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { showUndo } from '#web/api/toasts.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { whenDone } from '#web/api/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { paths } from '#web/paths.ts'
import { m } from '#words/messages.js'
import { templatesQuery, useRemoveTemplate, useSaveTemplate } from './queries.ts'

interface Props {
  readonly opened: boolean
  readonly orgId: string
  readonly orgKey: string
  readonly filling: Filling
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

export function TemplateDialog({ opened, orgId, orgKey, filling, onInsert, onClose }: Props) {
  /** The template in the editor; null shows the list. */
  const [edited, edit] = useState<AnswerTemplate | 'new' | null>(null)
  const [isDirty, setDirty] = useState(false)
  const [wasEdited, setWasEdited] = useState(false)
  const close = () => {
    // Reopen with the unfinished template.
    if (!isDirty) edit(null)
    setWasEdited(false)
    onClose()
  }
  const done = () => {
    setWasEdited(true)
    setDirty(false)
    edit(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      // Also while nothing is typed: a change of this mounts the editor anew, under the hand that types.
      keepMounted
      // The parent moves the focus.
      returnFocus={false}
      size="lg"
      title={
        edited === null ? m.inbox_templates() : edited === 'new' ? m.inbox_template_new() : m.inbox_template_edit()
      }
    >
      {edited === null ? (
        <List orgId={orgId} orgKey={orgKey} filling={filling} onInsert={onInsert} onEdit={edit} isBack={wasEdited} />
      ) : (
        <TemplateForm
          orgId={orgId}
          template={edited === 'new' ? null : edited}
          onDone={done}
          onDirtyChange={setDirty}
        />
      )}
    </Modal>
  )
}

interface ListProps extends Pick<Props, 'orgId' | 'orgKey' | 'filling' | 'onInsert'> {
  readonly onEdit: (template: AnswerTemplate | 'new') => void
  /** The editor was just closed. */
  readonly isBack: boolean
}

function List({ orgId, orgKey, filling, onInsert, onEdit, isBack }: ListProps) {
  const query = useQuery(templatesQuery(orgId))
  const templates = query.data
  const newButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack) newButton.current?.focus()
  }, [isBack])
  if (!templates) return <NotLoaded query={query} rows={3} height={84} />
  return (
    <>
      {templates.length === 0 ? (
        <EmptyState icon={<IconTemplateOff size={40} stroke={1.5} />} title={m.inbox_templates_empty_title()} order={3}>
          {m.inbox_templates_empty()}
        </EmptyState>
      ) : (
        <Stack component="ul" gap="sm">
          {templates.map((template) => (
            <Template
              key={template.id}
              orgId={orgId}
              historyPath={paths.office(orgKey, 'history', { thing: 'template', thingId: template.id })}
              template={template}
              words={fillTemplate(template.text, filling)}
              onInsert={onInsert}
              onEdit={() => onEdit(template)}
              onRemoved={() => newButton.current?.focus()}
            />
          ))}
        </Stack>
      )}
      <Button
        ref={newButton}
        mt="md"
        variant="light"
        leftSection={<IconPlus size={18} stroke={1.7} />}
        onClick={() => onEdit('new')}
      >
        {m.inbox_template_new()}
      </Button>
    </>
  )
}

interface TemplateProps {
  readonly orgId: string
  readonly historyPath: string
  readonly template: AnswerTemplate
  /** The text with its placeholders filled in. */
  readonly words: string
  readonly onInsert: (text: string) => void
  readonly onEdit: () => void
  readonly onRemoved: () => void
}

function Template({
  orgId,
  historyPath,
  template: { id, title, text },
  words,
  onInsert,
  onEdit,
  onRemoved,
}: TemplateProps) {
  const remove = useRemoveTemplate(orgId)
  const save = useSaveTemplate(orgId)
  const takeAway = () =>
    whenDone(remove.mutateAsync(id), {
      onSuccess: () => {
        onRemoved()
        showUndo(m.inbox_template_removed({ title }), () => save.mutateAsync({ title, text }))
      },
    })
  return (
    <Group
      component="li"
      gap="8px 16px"
      align="flex-start"
      justify="space-between"
      p="sm"
      bd="1px solid var(--app-line)"
      bdrs="md"
    >
      <Box flex="1 1 240px" miw={0} data-own-words>
        <Text fw={640}>{title}</Text>
        <Text size="sm" c="dimmed" mt={4} lineClamp={4} title={words} style={{ whiteSpace: 'pre-line' }}>
          {words.replace(/\n{2,}/g, '\n')}
        </Text>
        <TextLink to={historyPath} size="sm">
          {m.office_history()}
        </TextLink>
        {remove.error && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {problemText(remove.error)}
          </Text>
        )}
      </Box>
      <Group gap={4} wrap="nowrap">
        <Button size="xs" aria-label={m.inbox_template_insert_named({ title })} onClick={() => onInsert(words)}>
          {m.inbox_template_insert()}
        </Button>
        <ActionIcon size={36} aria-label={m.inbox_template_edit_named({ title })} onClick={onEdit}>
          <IconPencil size={18} stroke={1.7} />
        </ActionIcon>
        <ActionIcon
          size={36}
          aria-label={m.inbox_template_remove({ title })}
          loading={remove.isPending}
          onClick={takeAway}
        >
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

const check = schemaResolver(TemplateBody, { sync: true })

type Words = Pick<AnswerTemplate, 'title' | 'text'>

interface TemplateFormProps {
  readonly orgId: string
  /** Null creates a new one. */
  readonly template: AnswerTemplate | null
  readonly onDone: () => void
  readonly onDirtyChange: (dirty: boolean) => void
}

/** Template form. What a colleague saved meanwhile is shown beside what was typed. */
function TemplateForm({ orgId, template, onDone, onDirtyChange }: TemplateFormProps) {
  const save = useSaveTemplate(orgId)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const state = useEditedForm<Words, AnswerTemplate>({
    name: `template ${template?.id ?? `of ${orgId}`}`,
    record: template,
    valuesOf: (one) => ({ title: one?.title ?? '', text: one?.text ?? '' }),
    fieldsOf: ({ title, text }) => [
      { path: 'title', label: m.inbox_template_title(), value: title, shown: title },
      { path: 'text', label: m.inbox_template_text(), value: text, shown: text },
    ],
    validate: check,
    // mutateAsync, because mutate's callbacks don't run once the dialog is closed.
    send: (values, version) =>
      save.mutateAsync({ ...values, ...(template && { id: template.id, version: Number(version) }) }),
    refused: (problem) => ({ [problem.code === 'template_exists' ? 'title' : 'text']: problemText(problem) }),
    savedWords: () => (template ? m.inbox_template_saved() : ''),
    undo:
      (before, { id, version }) =>
      () =>
        save.mutateAsync({ ...before, id, version }),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} submitLabel={m.inbox_template_save()} onCancel={onDone}>
      <TextInput
        key={form.key('title')}
        label={m.inbox_template_title()}
        required
        withAsterisk
        ref={first}
        {...form.getInputProps('title')}
      />
      <Textarea
        key={form.key('text')}
        label={m.inbox_template_text()}
        description={m.inbox_template_hint({ name: '{name}', club: '{club}' })}
        required
        rows={6}
        styles={{ input: { minHeight: 160 } }}
        {...form.getInputProps('text')}
      />
    </EditedForm>
  )
}

interface Filling {
  /** The recipient's full name. */
  readonly name: string
  readonly club: string
}

/**
 * Fills in a template: `{name}` becomes the recipient's first name, `{club}` the club's name. Inserted values are not
 * scanned for placeholders; other braces stay.
 */
export const fillTemplate = (text: string, { name, club }: Filling): string =>
  text.replace(/\{(name|club)\}/g, (_, what: string) => (what === 'name' ? (name.split(/\s+/)[0] ?? name) : club))
