import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ListedMember } from '#contract/members.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { problemText } from '#web/api/problem-text.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { m } from '#words/messages.js'
import { fullName } from '../words.ts'
import c from './impersonation-selector.module.css'
import { memberListQuery, MOST_LISTED } from '../queries.ts'

interface Props {
  readonly chosenId: string | null
  readonly problem: Error | null
  readonly busy: boolean
  readonly onChoose: (memberId: string) => void
}

/** Finds a member by name or e-mail, on the server if the list is incomplete. */
export function MemberPicker({ chosenId, problem, busy, onChoose }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const { found, query } = useFound(search)
  useEffect(() => field.current?.focus(), [])

  const optionId = (index: number) => `${id}-${index}`
  const move = (to: number) => {
    const index = Math.max(0, Math.min(found.length - 1, to))
    setAt(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key]
    const member = found[at]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && member && !busy) onChoose(member.id)
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setSearch(text)
    setAt(0)
  }
  return (
    <>
      <div className={c.search}>
        <SearchField
          ref={field}
          type="text"
          label={m.impersonation_search()}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          value={search}
          onChange={type}
          onKeyDown={press}
        />
      </div>
      {problem && (
        <p role="alert" className={c.problem}>
          {problemText(problem)}
        </p>
      )}
      {query.data && (
        <p role="status" className={c.count}>
          {found.length === 0 ? m.impersonation_none() : m.impersonation_found({ count: found.length })}
        </p>
      )}
      {!query.data && query.error && <QueryError query={query} />}
      {query.isPending && (
        <div className={c.waiting}>
          <SkeletonList rows={4} height={48} />
        </div>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={m.impersonation_list()} aria-busy={busy} className={c.options}>
        {found.map((member, index) => (
          <div
            key={member.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={member.id === chosenId}
            data-at={index === at}
            className={c.option}
            onClick={() => !busy && onChoose(member.id)}
            onKeyDown={press}
          >
            <span className={c.optionName}>{fullName(member)}</span>
            {member.email && <span className={c.detail}>{member.email}</span>}
          </div>
        ))}
      </div>
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
  const listed = query.data ?? []
  return { query, found: more ? listed : listed.filter((member) => isFound(member, search)) }
}

/** Whether the full name or e-mail contains a text, ignoring case. */
export function isFound({ firstName, lastName, email }: ListedMember, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return `${firstName} ${lastName}\n${email ?? ''}`.toLowerCase().includes(wanted)
}
