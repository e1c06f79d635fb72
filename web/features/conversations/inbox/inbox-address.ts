import { ThreadState } from '#contract/conversation-answers.ts'
import { paths } from '#web/paths.ts'
import type { InboxFilter } from './queries.ts'

/** What stands in the inbox's address. */
export interface InboxPlace extends InboxFilter {
  /** A club's id, or its key as notifications have it; null: the first of the reader's. */
  readonly org: string | null
  readonly threadId: string | null
}

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readPlace(search: Record<string, unknown>): InboxPlace {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : null)
  const state = ThreadState.safeParse(search['state'])
  return {
    org: text('orgId'),
    threadId: text('thread'),
    state: state.success ? state.data : search['state'] === 'all' ? 'all' : 'open',
    q: (text('q') ?? '').slice(0, 100),
  }
}

/** The address of a place; what goes without saying is left out. */
export const placePath = ({ org, threadId, state, q }: InboxPlace): string =>
  paths.inbox({
    ...(org !== null && { orgId: org }),
    ...(threadId !== null && { thread: threadId }),
    ...(state !== 'open' && { state }),
    ...(q && { q }),
  })
