import type { ThreadState } from '#contract/conversation-answers.ts'
import { m } from '#words/messages.js'

interface StateWords {
  readonly label: () => string
  readonly tone: 'coral' | 'teal' | 'gray'
}

/** Where a thread stands, as its asker reads it. */
export const stateWords: Record<ThreadState, StateWords> = {
  open: { label: m.thread_state_open, tone: 'coral' },
  answered: { label: m.thread_state_answered, tone: 'teal' },
  closed: { label: m.thread_state_closed, tone: 'gray' },
}
