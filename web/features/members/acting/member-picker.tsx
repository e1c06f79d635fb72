import { Box, Combobox, Text, type ComboboxStore } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import type { ListedMember } from '#contract/members/members.ts'
import { hasWords } from '#contract/search-words.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { formatNumber } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import c from './header-chip.module.css'
import { memberListQuery, MOST_FOUND, MOST_LISTED } from '../queries.ts'

interface Props {
  readonly combobox: ComboboxStore
  readonly chosenId: string | null
  readonly problem: Error | null
}

/** Finds a member by name or e-mail, on the server if the list is incomplete. */
export function MemberPicker({ combobox, chosenId, problem }: Props) {
  const id = useId()
  const [search, setSearch] = useState('')
  const { found, query, isCut } = useFound(search)
  const { selectFirstOption } = combobox
  // Enter chooses the first result. The kit announces an option only after an arrow key.
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    if (found.length > 0) selectFirstOption()
  }, [selectFirstOption, found])
  const optionId = (memberId: string) => `${id}-${memberId}`
  return (
    <>
      <Combobox.EventsTarget
        {...{ role: 'combobox', 'aria-expanded': true, 'aria-controls': id }}
        {...(!moved && found[0] && { 'aria-activedescendant': optionId(found[0].id) })}
      >
        <SearchField
          type="text"
          label={m.impersonation_search()}
          px={12}
          value={search}
          onChange={(text) => {
            setSearch(text)
            setMoved(false)
          }}
          onKeyDown={({ key }) => key.startsWith('Arrow') && setMoved(true)}
        />
      </Combobox.EventsTarget>
      {problem && (
        <Text role="alert" size="sm" c="error" px={12}>
          {problemText(problem)}
        </Text>
      )}
      {query.data && (
        <Text role="status" size="sm" c="dimmed" px={12}>
          {isCut
            ? m.search_first({ count: formatNumber(found.length) })
            : found.length === 0
              ? m.impersonation_none()
              : m.impersonation_found({ count: found.length })}
        </Text>
      )}
      {!query.data && query.error && <QueryError query={query} />}
      {query.isPending && (
        <Box px={12}>
          <SkeletonList rows={4} height={48} />
        </Box>
      )}
      <Combobox.Options id={id} aria-label={m.impersonation_list()} className={c.options ?? ''}>
        {found.map((member) => (
          <Combobox.Option
            key={member.id}
            id={optionId(member.id)}
            value={member.id}
            active={member.id === chosenId}
            aria-selected={member.id === chosenId}
            className={c.option ?? ''}
          >
            <strong>{fullName(member)}</strong>
            {member.email && <div>{member.email}</div>}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </>
  )
}

const debounceMs = 250

function useFound(search: string) {
  const all = useQuery(memberListQuery(''))
  // A list of the maximum length may be incomplete.
  const more = (all.data?.length ?? 0) >= MOST_LISTED
  const [debounced] = useDebouncedValue(more ? search.trim() : '', debounceMs)
  const query = useQuery(memberListQuery(debounced))
  const listed = query.data
  const found = useMemo(
    () => (more ? listed : listed?.filter((member) => isFound(member, search))) ?? [],
    [more, listed, search],
  )
  return { query, found, isCut: more && found.length >= MOST_FOUND }
}

/** Whether name and e-mail have all searched words. */
export const isFound = ({ firstName, lastName, email }: ListedMember, search: string): boolean =>
  hasWords(`${firstName} ${lastName}\n${email ?? ''}`, search)
