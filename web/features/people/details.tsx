import { Alert, Button, Group, List, Modal, SimpleGrid, Stack, Text, TextInput as KitInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconUserEdit } from '#web/ui/icons/index.ts'
import { useState } from 'react'
import { entriesOf } from '#contract/fields.ts'
import type { OwnSuggestion, PersonFields, PersonProfile, SuggestedFields } from '#contract/people/profile.ts'
import { suggestedFields } from '#contract/people/profile.ts'
import { problemText } from '#web/api/problem-text.ts'
import { showFailure } from '#web/api/toasts.ts'
import { useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { QueryError } from '#web/parts/query-error.tsx'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { profileQuery, usePersonChanges, type Whose } from './queries.ts'

type Name = keyof PersonFields
export const fieldWords: Readonly<Record<Name, () => string>> = {
  firstName: m.history_field_first_name,
  lastName: m.history_field_last_name,
  dateOfBirth: m.history_field_date_of_birth,
  gender: m.history_field_gender,
  phone: m.profile_phone,
  addressLine1: m.history_field_address_line1,
  addressLine2: m.history_field_address_line2,
  postCode: m.history_field_post_code,
  city: m.history_field_city,
  email: m.club_members_email,
}
const genders = {
  female: m.profile_gender_female,
  male: m.profile_gender_male,
  other: m.profile_gender_other,
  '': m.person_field_blank,
} satisfies Record<PersonFields['gender'], () => string>

/** A value of a field as people read it. */
export function fieldValue(field: Name, value: string): string {
  if (field === 'gender') return genders[value as PersonFields['gender']]()
  if (value === '') return m.person_field_blank()
  return field === 'dateOfBirth' ? formatDate(value) : value
}

export const changeWords = ({ field, before, after }: OwnSuggestion['changes'][number]) =>
  m.person_field_change({
    field: fieldWords[field](),
    before: fieldValue(field, before),
    after: fieldValue(field, after),
  })

/** Opens the form in which the office edits a managed person, or suggests a change to anybody else. */
export function DetailsButton({ whose, name }: { readonly whose: Whose; readonly name: string }) {
  const [opened, open] = useState(false)
  const query = useQuery(profileQuery(whose))
  const { data: profile } = query
  if (profile && !profile.managed && profile.answers === null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconUserEdit size={18} stroke={1.7} />} onClick={() => open(true)}>
        {profile?.managed === false ? m.person_suggest() : m.person_edit()}
      </Button>
      <Modal
        opened={opened}
        onClose={() => open(false)}
        size="lg"
        title={profile?.managed === false ? m.person_suggest_title({ name }) : m.person_edit()}
        closeButtonProps={{ 'aria-label': m.action_close() }}
      >
        {profile ? (
          <DetailsForm whose={whose} name={name} profile={profile} onDone={() => open(false)} />
        ) : query.error ? (
          <QueryError query={query} />
        ) : (
          <SkeletonList rows={4} height={56} />
        )}
      </Modal>
    </>
  )
}

interface Values extends Omit<PersonFields, 'dateOfBirth'> {
  readonly dateOfBirth: string
  readonly note: string
}

interface FormProps {
  readonly whose: Whose
  readonly name: string
  readonly profile: PersonProfile
  readonly onDone: () => void
}

function DetailsForm({ whose, name, profile, onDone }: FormProps) {
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
    validate: ({ firstName, lastName }) => ({
      ...(`${firstName}${lastName}`.trim() === '' && { firstName: m.person_name_missing() }),
    }),
    send: ({ note, dateOfBirth, email, ...rest }, version) => {
      const fields: SuggestedFields = { ...rest, dateOfBirth: dateOfBirth || null }
      return managed
        ? save.mutateAsync({ ...fields, email, version: String(version) })
        : suggest.mutateAsync({ ...fields, note: note.trim() })
    },
    refused: (problem) => (problem.code === 'email_taken' ? { email: problemText(problem) } : {}),
    savedWords: () => (managed ? m.person_saved() : m.person_suggested()),
    onSaved: onDone,
  })
  const { form, formId, busy } = state
  return (
    <form id={formId} onSubmit={state.submit} noValidate>
      <Stack gap="md">
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
              <KitInput key={form.key(one)} type="date" label={fieldWords[one]()} {...form.getInputProps(one)} />
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
          <TextInput
            key={form.key('note')}
            label={m.person_suggest_note()}
            limit={300}
            {...form.getInputProps('note')}
          />
        )}
        <FormFoot state={state}>
          <Button variant="default" onClick={onDone} disabled={busy}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {managed ? m.action_save() : m.person_suggest_send()}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}

/** The suggestion that waits for an answer, or the last answer. */
export function SuggestionNotice({ whose, mayWrite }: { readonly whose: Whose; readonly mayWrite: boolean }) {
  const { data } = useQuery(profileQuery(whose))
  const { withdraw } = usePersonChanges(whose)
  if (!data) return null
  const { suggestion, answered, answers } = data
  const listOf = (fields: readonly (keyof SuggestedFields)[]) => formatList(fields.map((one) => fieldWords[one]()))
  return (
    <>
      {suggestion && (
        <Alert color="fjord" title={m.person_suggestion_waits({ answers: answers ?? '' })}>
          <List size="sm">
            {suggestion.changes.map((change) => (
              <List.Item key={change.field}>{changeWords(change)}</List.Item>
            ))}
          </List>
          {mayWrite && (
            <Group mt="sm">
              <Button
                size="sm"
                variant="default"
                loading={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(undefined, {
                    onSuccess: () => showToast({ message: m.person_suggestion_withdrawn() }),
                    onError: showFailure,
                  })
                }
              >
                {m.person_suggestion_withdraw()}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {answered && !suggestion && (
        <Text size="sm" c="dimmed">
          {[
            answered.accepted.length > 0 &&
              m.person_suggestion_accepted({ date: formatDate(answered.at), fields: listOf(answered.accepted) }),
            answered.declined.length > 0 &&
              m.person_suggestion_declined({ date: formatDate(answered.at), fields: listOf(answered.declined) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </>
  )
}
