import { Radio, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_FOUND } from '#contract/values.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { FoundWords } from '#web/ui/fields/found-words.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import { candidatesQuery, type EventOfClub } from './registration-queries.ts'

interface Props {
  readonly ofEvent: EventOfClub
  /** The chosen person; empty for nobody. */
  readonly value: string
  readonly description?: string
  readonly onChange: (memberId: string) => void
}

/** Finds a member of the club, or somebody of their family, by name. */
export function MemberSearch({ ofEvent, value, description, onChange }: Props) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const query = useQuery(candidatesQuery(ofEvent, settled))
  const found = settled.length > 1 ? query.data : undefined
  return (
    <>
      <TextInput
        maw={420}
        label={m.registrations_add_search()}
        description={description}
        limit={100}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {query.error && <QueryError query={query} />}
      <FoundWords
        count={query.isFetching ? undefined : found?.length}
        isCut={found?.length === MOST_FOUND}
        none={m.registrations_add_nobody()}
      />
      {found && found.length > 0 && (
        <Radio.Group label={m.registrations_add_person()} value={value} onChange={onChange}>
          <Stack gap="xs" mt="xs">
            {found.map(({ id, name, age, of }) => (
              <Radio
                key={id}
                value={id}
                label={[name, age !== null && m.participant_age({ count: age })].filter(Boolean).join(', ')}
                description={of || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  )
}
