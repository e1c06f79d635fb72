import { cutText } from '#contract/cut-text.ts'
import { ThreadState } from '#contract/conversations/answers.ts'
import { paths } from '#web/paths.ts'
import type { InboxFilter } from './queries.ts'

/** State of the inbox that is in its URL. */
export interface InboxPlace extends InboxFilter {
  /** The club's key. */
  readonly orgKey: string
  readonly threadId: string | null
}

/** Parses the search parameters, ignoring invalid values. */
export function readPlace(orgKey: string, search: Record<string, unknown>): InboxPlace {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : null)
  const state = ThreadState.safeParse(search['state'])
  return {
    orgKey,
    threadId: text('thread'),
    state: state.success ? state.data : search['state'] === 'all' ? 'all' : 'open',
    q: cutText(text('q') ?? '', 100),
  }
}

/** URL of the inbox, without default values. */
export const placePath = ({ orgKey, threadId, state, q }: InboxPlace): string =>
  paths.inbox(orgKey, {
    ...(threadId !== null && { thread: threadId }),
    ...(state !== 'open' && { state }),
    ...(q && { q }),
  })
