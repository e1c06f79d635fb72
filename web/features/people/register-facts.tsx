import { ActionIcon, Badge, Button, Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconHistory, IconId, IconPencil } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { type ClubField, MOST_TAGS, register } from '#contract/people/register.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { fieldLabel, ownWords } from './field-words.ts'
import type { Whose } from './queries.ts'
import { clubFieldsQuery, tagsQuery } from './register-queries.ts'

interface Props {
  readonly person: ClubMemberDetail
  readonly whose: Whose
  readonly mayWrite: boolean
}

/** The club's register about a person: since when, tags and own fields. */
export function RegisterFacts({ person, whose, mayWrite }: Props) {
  const { data: fields = [] } = useQuery(clubFieldsQuery(whose.club.id))
  const [opened, open] = useState(false)
  const shown = fields.filter(({ archived }) => !archived)
  return (
    <Panel
      title={m.person_in_register()}
      actions={
        mayWrite && (
          <ActionIcon size={36} aria-label={m.person_register_edit()} onClick={() => open(true)}>
            <IconPencil size={18} stroke={1.7} />
          </ActionIcon>
        )
      }
    >
      <Stack gap="sm">
        <Facts>
          <Fact icon={IconHistory} name={m.club_members_since()}>
            {formatDate(person.since)}
          </Fact>
          {shown.map((field) => (
            <Fact key={field.id} icon={IconId} name={fieldLabel(field)}>
              {ownWords(field, person.own[field.id]) || m.person_field_blank()}
            </Fact>
          ))}
        </Facts>
        {person.managed && (
          <Text size="sm" c="dimmed">
            {m.person_managed()}
          </Text>
        )}
        {person.tags.length > 0 && (
          <Group gap="xs">
            {person.tags.map((tag) => (
              <Badge key={tag} variant="light" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
      <Modal
        opened={opened}
        onClose={() => open(false)}
        title={m.person_register_edit()}
        closeButtonProps={{ 'aria-label': m.action_close() }}
      >
        <EntryForm person={person} whose={whose} fields={shown} onDone={() => open(false)} />
      </Modal>
    </Panel>
  )
}

type Entry = Pick<Output<typeof register.savePerson>, 'version' | 'tags' | 'own'>
interface Values {
  readonly tags: string[]
  /** As they are typed, by the id of the field. */
  readonly own: Record<string, string>
}

interface FormProps {
  readonly person: ClubMemberDetail
  readonly whose: Whose
  readonly fields: readonly ClubField[]
  readonly onDone: () => void
}

function EntryForm({ person, whose, fields, onDone }: FormProps) {
  const { club, memberId } = whose
  const cache = useQueryClient()
  const { data: tags = [] } = useQuery(tagsQuery(club.id))
  const save = useMutation({
    mutationFn: ({ values, version }: { readonly values: Values; readonly version: number }) =>
      call(register.savePerson, {
        orgId: club.id,
        memberId,
        version,
        tags: values.tags,
        own: Object.fromEntries(fields.map((field) => [field.id, typedValue(field, values.own[field.id] ?? '')])),
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.members }),
  })
  const state = useEditedForm<Values, Entry>({
    name: `register ${club.id} ${memberId}`,
    record: person,
    valuesOf: (entry) => ({
      tags: [...entry!.tags],
      own: Object.fromEntries(fields.map(({ id }) => [id, String(entry!.own[id] ?? '')])),
    }),
    fieldsOf: (values) => [
      { path: 'tags', label: m.club_members_tags(), value: values.tags, shown: values.tags.join(', ') },
      ...fields.map((field) => {
        const typed = values.own[field.id] ?? ''
        const value = typedValue(field, typed)
        return {
          path: `own.${field.id}`,
          label: fieldLabel(field),
          value: typed,
          shown: value === null ? '' : ownWords(field, value),
        }
      }),
    ],
    validate: () => ({}),
    send: (values, version) => save.mutateAsync({ values, version: Number(version) }),
    savedWords: () => m.person_saved(),
    onSaved: onDone,
  })
  const { form, formId, busy } = state
  return (
    <form id={formId} onSubmit={state.submit} noValidate>
      <Stack gap="md">
        <TagsInput
          key={form.key('tags')}
          label={m.club_members_tags()}
          data={tags.map(({ tag }) => tag)}
          maxTags={MOST_TAGS}
          {...form.getInputProps('tags')}
        />
        {fields.map((field) => {
          const props = { ...form.getInputProps(`own.${field.id}`), label: fieldLabel(field) }
          const key = form.key(`own.${field.id}`)
          if (field.kind === 'choice' || field.kind === 'yes_no')
            return <ChoiceField key={key} data={choicesOf(field)} {...props} />
          const type = field.kind === 'date' ? 'date' : field.kind === 'number' ? 'number' : 'text'
          return <TextInput key={key} type={type} {...props} />
        })}
        <FormFoot state={state}>
          <Button variant="default" onClick={onDone} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {m.action_save()}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}

/** Null takes the value away. */
function typedValue({ kind }: ClubField, typed: string): string | number | boolean | null {
  if (typed.trim() === '') return null
  if (kind === 'number') return Number(typed)
  return kind === 'yes_no' ? typed === 'true' : typed
}

const choicesOf = (field: ClubField) => [
  { value: '', label: m.person_field_blank() },
  ...(field.kind === 'yes_no' ? [true, false] : field.options.map(({ da }) => da)).map((value) => ({
    value: String(value),
    label: ownWords(field, value),
  })),
]
