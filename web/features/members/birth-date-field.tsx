import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { members, type Member } from '#contract/members/members.ts'
import { LocalDate } from '#contract/values.ts'
import { replaceSubject } from '#web/api/acting/change-acting.ts'
import { peopleQuery } from '#web/api/acting/people.ts'
import { call } from '#web/api/client.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { replaceMember, useSession } from '#web/api/session/session.ts'
import { useReload } from '#web/api/use-call.ts'
import { wrongWithoutField } from '#web/ui/fields/field-words.ts'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { profileChanges, profileValues } from './profile-values.ts'

interface Props {
  readonly person: Member
  /** Why the form around it cannot be sent without. */
  readonly error?: ReactNode
}

/** Asks for a birth date and saves it to the person's profile when the field is left. It stays, to be corrected. */
export function BirthDateField({ person, error = null }: Props) {
  const readerId = useSession().member.id
  const cache = useQueryClient()
  const reload = useReload(queryKeys.memberships, queryKeys.events)
  const [typed, setTyped] = useState(person.dateOfBirth ?? '')
  const [inputError, setInputError] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (dateOfBirth: string) =>
      call(members.update, profileChanges({ ...profileValues(person), dateOfBirth }, person)),
    onSuccess: async (saved) => {
      if (saved.id === readerId) replaceMember(saved)
      else replaceSubject(saved)
      cache.setQueryData(peopleQuery(readerId).queryKey, (people) =>
        people?.map((one) => (one.member.id === saved.id ? { ...one, member: saved } : one)),
      )
      await reload()
    },
  })
  const name = person.firstName || person.lastName
  if (!person.can.edit)
    return (
      <Text size="sm" {...(error ? { ...wrongWithoutField, c: 'var(--mantine-color-error)' } : {})}>
        {m.birth_date_theirs({ name })}
      </Text>
    )
  const send = () => {
    const problem =
      typed === ''
        ? m.birth_date_empty()
        : !LocalDate.safeParse(typed).success
          ? m.field_date()
          : typed > today()
            ? m.profile_birthday_future()
            : null
    setInputError(problem)
    if (!problem && !save.isPending && typed !== person.dateOfBirth) save.mutate(typed)
  }
  return (
    <TextInput
      type="date"
      min="1900-01-01"
      label={person.id === readerId ? m.birth_date_yours() : m.birth_date_of({ name })}
      description={person.dateOfBirth ? m.birth_date_saved() : m.birth_date_why()}
      value={typed}
      error={inputError ?? (save.error ? problemText(save.error) : person.dateOfBirth ? null : error)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => typed !== '' && send()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter must not submit the surrounding form.
        event.preventDefault()
        send()
      }}
    />
  )
}
