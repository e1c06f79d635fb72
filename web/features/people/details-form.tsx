import { SimpleGrid, Text } from '@mantine/core'
import { entriesOf } from '#contract/fields.ts'
import {
  type PersonFields,
  personFields,
  type PersonProfile,
  suggestedFields,
  type SuggestedFields,
} from '#contract/people/profile.ts'
import { problemText } from '#web/api/problem-text.ts'
import type { EditDialogForm } from '#web/forms/edit-dialog.tsx'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { refusedIn } from '#web/forms/fields.tsx'
import { EditedForm } from '#web/forms/form-foot.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { fieldValue, fieldWords, genders } from './person-words.ts'
import { usePersonChanges, type Whose } from './queries.ts'

interface Values extends Omit<PersonFields, 'dateOfBirth'> {
  readonly dateOfBirth: string
  readonly note: string
}

interface FormProps extends EditDialogForm {
  readonly whose: Whose
  readonly name: string
  readonly profile: PersonProfile
}

/** The office edits a managed person, or suggests a change to anybody else. */
export function DetailsForm({ whose, name, profile, onDone, onCancel, onDirtyChange }: FormProps) {
  const { save, suggest } = usePersonChanges(whose)
  const { managed } = profile
  const names = [...entriesOf(suggestedFields).map(([one]) => one), ...(managed ? (['email'] as const) : [])]
  const state = useEditedForm<Values, PersonProfile>({
    name: `person ${whose.club.id} ${whose.memberId}`,
    record: profile,
    valuesOf: (one) => ({ ...one!.fields, dateOfBirth: one!.fields.dateOfBirth ?? '', note: '' }),
    fieldsOf: ({ note, ...values }) => [
      ...names.map((path) => ({
        path,
        label: fieldWords[path](),
        value: values[path],
        shown: fieldValue(path, values[path]),
      })),
      ...(managed ? [] : [{ path: 'note', label: m.person_suggest_note(), value: note, shown: note }]),
    ],
    validate: (values) => ({
      ...refusedIn(suggestedFields, values),
      ...(managed && refusedIn({ email: personFields.email }, values)),
      ...(values.dateOfBirth > today() && { dateOfBirth: m.profile_birthday_future() }),
      ...(`${values.firstName}${values.lastName}`.trim() === '' && { firstName: m.person_name_missing() }),
    }),
    send: ({ note, dateOfBirth, email, ...rest }, version) => {
      const fields: SuggestedFields = { ...rest, dateOfBirth: dateOfBirth || null }
      return managed
        ? save.mutateAsync({ ...fields, email, version: String(version) })
        : suggest.mutateAsync({ ...fields, note: note.trim(), version: String(version) })
    },
    refused: (problem) => (problem.code === 'email_taken' ? { email: problemText(problem) } : {}),
    savedWords: () => (managed ? m.person_saved() : m.person_suggested()),
    onSaved: onDone,
    onDirtyChange,
  })
  const { form } = state
  return (
    <EditedForm state={state} submitLabel={managed ? m.action_save() : m.person_suggest_send()} onCancel={onCancel}>
      <Text size="sm" c="dimmed">
        {managed ? m.person_edit_hint({ name }) : m.person_suggest_text({ answers: profile.answers ?? name })}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {names.map((one) =>
          one === 'gender' ? (
            <ChoiceField
              key={form.key(one)}
              label={fieldWords[one]()}
              data={Object.entries(genders).map(([value, label]) => ({ value, label: label() }))}
              {...form.getInputProps(one)}
            />
          ) : one === 'dateOfBirth' ? (
            <TextInput key={form.key(one)} type="date" label={fieldWords[one]()} {...form.getInputProps(one)} />
          ) : (
            <TextInput
              key={form.key(one)}
              label={fieldWords[one]()}
              limit={one === 'email' ? 254 : suggestedFields[one].max}
              autoComplete="off"
              {...(one === 'phone' && { type: 'tel' })}
              {...(one === 'email' && { type: 'email' })}
              {...form.getInputProps(one)}
            />
          ),
        )}
      </SimpleGrid>
      {!managed && (
        <TextInput key={form.key('note')} label={m.person_suggest_note()} limit={300} {...form.getInputProps('note')} />
      )}
    </EditedForm>
  )
}
