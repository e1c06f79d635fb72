import { TagsInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { type ClubField, MOST_TAGS, register } from '#contract/people/register.ts'
import { call } from '#web/api/client.ts'
import { queryKeys } from '#web/api/query-client.ts'
import type { EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { NumberField } from '#web/ui/fields/money-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { anyNumber, numberOf, numberProblem, typedNumber } from '#web/ui/words/typed-amount.ts'
import { m } from '#words/messages.js'
import { fieldLabel, ownWords } from './words.ts'
import type { Whose } from './queries.ts'
import { tagsQuery } from './register-queries.ts'

type Entry = Pick<Output<typeof register.savePerson>, 'version' | 'tags' | 'own'>
interface Values {
  readonly tags: string[]
  /** As they are typed, by the id of the field. */
  readonly own: Record<string, string>
}

interface FormProps extends EditDialogForm {
  readonly person: ClubMemberDetail
  readonly whose: Whose
  readonly fields: readonly ClubField[]
}

/** Changes a person's tags and own fields. */
export function RegisterFactsForm({ person, whose, fields, onDone, onCancel, onDirtyChange }: FormProps) {
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
      own: Object.fromEntries(fields.map(({ id }) => [id, typedText(entry!.own[id])])),
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
    validate: (values) => ({
      ...(values.tags.some((tag) => tag.trim().length > 40) && { tags: m.field_too_long({ max: 40 }) }),
      ...Object.fromEntries(
        fields.flatMap(({ id, kind }) => {
          const problem = kind === 'number' ? numberProblem(values.own[id] ?? '', anyNumber) : null
          return problem ? [[`own.${id}`, problem]] : []
        }),
      ),
    }),
    send: (values, version) => save.mutateAsync({ values, version: Number(version) }),
    savedWords: () => m.person_saved(),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} onCancel={onCancel}>
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
          return <ChoiceField key={key} data={choicesOf(field, person.own[field.id])} {...props} />
        if (field.kind === 'number') return <NumberField key={key} {...anyNumber} {...props} />
        return <TextInput key={key} type={field.kind} {...props} />
      })}
    </EditedForm>
  )
}

const typedText = (value: string | number | boolean = ''): string =>
  typeof value === 'number' ? typedNumber(value) : String(value)

/** Null takes the value away. A number that cannot be read stays as it is typed. */
function typedValue({ kind }: ClubField, typed: string): string | number | boolean | null {
  if (typed.trim() === '') return null
  if (kind === 'number' && numberProblem(typed, anyNumber) === null) return numberOf(typed, anyNumber)
  return kind === 'yes_no' ? typed === 'true' : typed
}

/** A person can have a choice that was renamed since. */
function choicesOf(field: ClubField, present: string | number | boolean | undefined) {
  const values = field.kind === 'yes_no' ? [true, false] : field.options.map(({ da }) => da)
  const all = new Set(present === undefined ? values : [...values, present])
  return [
    { value: '', label: m.person_field_blank() },
    ...[...all].map((value) => ({ value: String(value), label: ownWords(field, value) })),
  ]
}
