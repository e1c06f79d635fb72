import type { ThreadState } from '#contract/conversations/answers.ts'
import { type Cause, changeStatus, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { ThreadRow } from './threads.ts'

/** No state is final: an asker's message reopens a thread, and a closed one can still be answered. */
export const threadTransitions: Transitions<ThreadState> = {
  open: ['answered', 'closed'],
  answered: ['open', 'closed'],
  closed: ['open', 'answered'],
}

/**
 * The only writer of a thread's state; the thread is locked. Records each change; does nothing if the thread has that
 * state.
 */
export async function transitionThread(tx: Tx, thread: ThreadRow, to: ThreadState, cause: Cause): Promise<ThreadRow> {
  if (!threadTransitions[thread.state].includes(to)) return thread
  await changeStatus(tx, {
    table: 'threads',
    ids: [thread.id],
    from: [thread.state],
    to,
    // Writing again while waiting keeps the place in the queue.
    ...(to === 'open' && { set: sql`waiting_since = portal_now()` }),
    cause,
  })
  return { ...thread, state: to }
}
