import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { ThreadState } from '#contract/conversation-answers.ts'
import { Segments } from '#web/ui/fields/segments.tsx'
import { useTyped } from '#web/ui/fields/use-typed.ts'
import { m } from '#words/messages.js'
import c from './inbox-filters.module.css'
import { stateWords } from './inbox-words.ts'
import type { InboxFilter } from './queries.ts'

interface Props {
  readonly filter: InboxFilter
  readonly counts: Readonly<Record<ThreadState, number>> | undefined
  /** @param typing the reader is in the middle of a word: the way back does not stop at each letter */
  readonly onChange: (filter: InboxFilter, typing: boolean) => void
}

/** Milliseconds after the last letter until it is searched. */
const pause = 350

const states = ['open', 'answered', 'closed', 'all'] as const

/** Whose turn it is, and words that are looked for. */
export function InboxFilters({ filter, counts, onChange }: Props) {
  return (
    <search className={c.filters} aria-label={m.inbox_filter()}>
      <SearchField text={filter.q} onSearch={(q) => onChange({ ...filter, q }, true)} />
      <Segments
        label={m.inbox_which()}
        segments={states.map((state) => ({
          value: state,
          label: state === 'all' ? m.inbox_state_all() : stateWords(state).label,
          count: state === 'all' ? undefined : counts?.[state],
        }))}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state }, false)}
        className={c.states}
      />
    </search>
  )
}

/** What is typed stays in the field while the list follows a moment later. */
function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const { typed, type, send } = useTyped(text)
  const search = useEffectEvent((words: string) => {
    send(words)
    onSearch(words)
  })
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => search(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <TextInput
      type="search"
      label={m.inbox_search()}
      placeholder={m.inbox_search_hint()}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      value={typed}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  )
}
