import type { ThreadState } from '#contract/conversations/answers.ts'
import { m } from '#words/messages.js'
import type { InboxFilter } from './inbox/queries.ts'

interface StateWords {
  readonly label: () => string
  readonly tone: 'coral' | 'teal' | 'gray'
}

/** Thread states, as the sender sees them. */
export const stateWords: Record<ThreadState, StateWords> = {
  open: { label: m.thread_state_open, tone: 'coral' },
  answered: { label: m.thread_state_answered, tone: 'teal' },
  closed: { label: m.thread_state_closed, tone: 'gray' },
}

interface OfficeStateWords {
  readonly label: string
  readonly tone: 'coral' | 'teal' | 'gray'
}

export function officeStateWords(state: ThreadState): OfficeStateWords {
  const words: Record<ThreadState, () => OfficeStateWords> = {
    open: () => ({ label: m.inbox_state_open(), tone: 'coral' }),
    answered: () => ({ label: m.inbox_state_answered(), tone: 'teal' }),
    closed: () => ({ label: m.inbox_state_closed(), tone: 'gray' }),
  }
  return words[state]()
}

export function emptyWords({ state, q }: InboxFilter): { title: string; text: string } {
  if (q !== '') return { title: m.inbox_none_title(), text: m.inbox_none() }
  const words: Record<InboxFilter['state'], () => { title: string; text: string }> = {
    open: () => ({ title: m.inbox_empty_open_title(), text: m.inbox_empty_open() }),
    answered: () => ({ title: m.inbox_empty_answered_title(), text: m.inbox_empty_answered() }),
    closed: () => ({ title: m.inbox_empty_closed_title(), text: m.inbox_empty_closed() }),
    all: () => ({ title: m.inbox_empty_all_title(), text: m.inbox_empty_all() }),
  }
  return words[state]()
}
