import { Alert, Button, Checkbox, Group, Radio, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Duplicate, FoundPerson } from '#contract/orders/by-hand.ts'
import { MOST_FOUND } from '#contract/values.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { IconUsers } from '#web/ui/icons/index.ts'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type AddDraft, personOf, type TypedPerson } from './add-draft.ts'
import { duplicatesQuery, peopleQuery, personQuery } from './by-hand-queries.ts'
import { TextInput } from '#web/ui/fields/text-field.tsx'

interface Props {
  readonly orgId: string
  readonly draft: AddDraft
  readonly showErrors: boolean
  readonly onChange: (changes: Partial<AddDraft>) => void
}

/** For whom it is: somebody of the club, or somebody new. */
export function PersonStep({ orgId, draft, showErrors, onChange }: Props) {
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={m.by_hand_who()}
        value={draft.isNew ? 'new' : 'known'}
        onChange={(value) => onChange({ isNew: value === 'new' })}
        data={[
          { value: 'known', label: m.by_hand_known() },
          { value: 'new', label: m.by_hand_new() },
        ]}
      />
      {draft.isNew ? (
        <NewPersonFields {...{ orgId, draft, showErrors, onChange }} />
      ) : (
        <KnownPerson {...{ orgId, draft, showErrors, onChange }} />
      )}
    </Stack>
  )
}

export const aboutPerson = ({ dateOfBirth, email, phone, of }: FoundPerson): string =>
  [
    dateOfBirth && m.by_hand_born({ day: formatDate(dateOfBirth) }),
    email,
    phone && phoneWords(phone),
    of && m.by_hand_of({ name: of }),
  ]
    .filter(Boolean)
    .join(' · ')

function KnownPerson({ orgId, draft, showErrors, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const found = useQuery(peopleQuery(orgId, settled))
  const chosen = useQuery(personQuery(orgId, draft.memberId))
  const searches = settled.length > 1
  const listed = searches ? (found.data ?? []) : []
  // Chosen while another search was on its way, they may not be among those it found.
  const others = chosen.data && !listed.some(({ id }) => id === draft.memberId) ? [chosen.data] : []
  const people = [...listed, ...others]
  const query = searches ? found : chosen
  const error = showErrors && draft.memberId === '' && m.registrations_add_choose()
  return (
    <>
      <TextInput
        type="search"
        label={m.by_hand_search()}
        description={m.by_hand_search_hint()}
        value={search}
        error={people.length === 0 && error}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          // They may not be among those found, and nobody goes on with somebody who is not shown.
          if (draft.memberId !== '') onChange({ memberId: '' })
        }}
      />
      {query.error && <QueryError query={query} />}
      <Group gap="sm">
        <FoundWords
          count={searches && !found.isFetching ? found.data?.length : undefined}
          isCut={listed.length === MOST_FOUND}
          none={m.by_hand_nobody()}
        />
        {searches && found.data?.length === 0 && !found.isFetching && (
          <Button variant="default" size="compact-md" onClick={() => onChange({ isNew: true })}>
            {m.by_hand_new()}
          </Button>
        )}
      </Group>
      {people.length > 0 && (
        <Radio.Group
          label={m.registrations_add_person()}
          value={draft.memberId}
          error={error}
          onChange={(memberId) => onChange({ memberId })}
        >
          <Stack gap="xs" mt="xs">
            {people.map((person) => (
              <Radio key={person.id} value={person.id} label={person.name} description={aboutPerson(person)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  )
}

function NewPersonFields({ orgId, draft, showErrors, onChange }: Props) {
  const { person } = draft
  const errors = showErrors ? personOf(person).errors : {}
  const field = (name: Exclude<keyof TypedPerson, 'consent'>) => ({
    size: 'md' as const,
    autoComplete: 'off',
    value: person[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ person: { ...person, [name]: currentTarget.value } }),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={m.profile_first_name()} required limit={80} {...field('firstName')} />
        <TextInput label={m.profile_last_name()} required limit={80} {...field('lastName')} />
        <TextInput type="date" min="1900-01-01" label={m.registrations_add_guest_born()} {...field('dateOfBirth')} />
        <TextInput type="tel" limit={30} label={m.registrations_add_guest_phone()} {...field('phone')} />
      </SimpleGrid>
      <TextInput
        type="email"
        limit={254}
        label={m.registrations_add_guest_email()}
        description={m.by_hand_email_hint()}
        {...field('email')}
      />
      <Duplicates orgId={orgId} person={person} onChoose={(memberId) => onChange({ isNew: false, memberId })} />
      <Checkbox
        label={m.by_hand_consent()}
        checked={person.consent}
        error={errors.consent}
        onChange={({ currentTarget }) => onChange({ person: { ...person, consent: currentTarget.checked } })}
      />
    </>
  )
}

const reasonWords: Record<Duplicate['reasons'][number], () => string> = {
  name: m.by_hand_same_name,
  email: m.by_hand_same_email,
  phone: m.by_hand_same_phone,
}

/** Who of the club may be the one that is typed. */
function Duplicates({
  orgId,
  person,
  onChoose,
}: {
  readonly orgId: string
  readonly person: TypedPerson
  readonly onChoose: (memberId: string) => void
}) {
  const { firstName, lastName, email, phone, dateOfBirth } = person
  const [typed] = useDebouncedValue(JSON.stringify({ firstName, lastName, email, phone, dateOfBirth }), 300)
  const { dateOfBirth: born, ...texts } = JSON.parse(typed) as Omit<TypedPerson, 'consent'>
  const isDay = /^\d{4}-\d\d-\d\d$/.test(born)
  const isEnough =
    (texts.firstName.trim() && texts.lastName.trim()) || texts.email.includes('@') || texts.phone.length > 7
  const { data = [] } = useQuery({
    ...duplicatesQuery(orgId, { ...texts, dateOfBirth: isDay ? born : null }),
    enabled: Boolean(isEnough),
  })
  if (!isEnough || data.length === 0) return null
  return (
    <Alert role="status" color="coral" icon={<IconUsers size={20} stroke={1.7} />} title={m.by_hand_duplicates()}>
      <Stack gap="xs">
        {data.map((one) => (
          <Group key={one.id} justify="space-between" gap="xs">
            <div>
              <Text fw={620}>{one.name}</Text>
              <Text size="sm">
                {[formatList(one.reasons.map((reason) => reasonWords[reason]())), aboutPerson(one)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Button
              variant="default"
              size="compact-md"
              styles={{ label: { overflowWrap: 'anywhere' } }}
              onClick={() => onChoose(one.id)}
            >
              {m.by_hand_use({ name: one.name })}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
