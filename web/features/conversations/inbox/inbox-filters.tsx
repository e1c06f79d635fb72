import type { ThreadState } from '#contract/conversation-answers.ts'
import { AddressSearchField } from '#web/ui/fields/search-field.tsx'
import { Segments } from '#web/ui/fields/segments.tsx'
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

const states = ['open', 'answered', 'closed', 'all'] as const

/** Whose turn it is, and words that are looked for. */
export function InboxFilters({ filter, counts, onChange }: Props) {
  return (
    <search className={c.filters} aria-label={m.inbox_filter()}>
      <AddressSearchField
        label={m.inbox_search()}
        placeholder={m.inbox_search_hint()}
        value={filter.q}
        onSearch={(q) => onChange({ ...filter, q }, true)}
      />
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
