import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#words/messages.js'
import { candidatesQuery, type EventOfClub } from './registration-queries.ts'

interface Props {
  readonly ofEvent: EventOfClub
  /** The chosen person; empty for nobody. */
  readonly value: string
  readonly error?: string | false
  readonly description?: string
  /** Who has a place cannot be chosen. */
  readonly forPlace?: boolean
  readonly onChange: (memberId: string) => void
}

/** Finds a member of the club, or somebody of their family, by name. */
export function MemberSearch({ ofEvent, value, error = false, description, forPlace = false, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const { data: people } = useQuery(candidatesQuery(ofEvent, settled))
  const found = settled.length > 1 ? (people ?? []) : []
  return (
    <>
      <TextInput
        size="md"
        maw={420}
        label={m.registrations_add_search()}
        description={description}
        value={search}
        error={found.length === 0 && error}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        data-autofocus={forPlace || undefined}
      />
      {settled.length > 1 && people?.length === 0 && <Text role="status">{m.registrations_add_nobody()}</Text>}
      {found.length > 0 && (
        <Radio.Group label={m.registrations_add_person()} value={value} onChange={onChange} error={error}>
          <Stack gap="xs" mt="xs">
            {found.map(({ id, name, age, of, registered }) => (
              <Radio
                key={id}
                value={id}
                disabled={forPlace && registered}
                label={[name, age !== null && m.participant_age({ count: age })].filter(Boolean).join(', ')}
                description={
                  [of, forPlace && registered && m.registrations_add_has_place()].filter(Boolean).join(' · ') ||
                  undefined
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  )
}
