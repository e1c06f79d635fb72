import type { ThreadState } from '#contract/conversation-answers.ts'
import type { Cause, Transitions } from '#server/database/change-status.ts'
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
  // Writing again while waiting keeps the place in the queue.
  const since = to === 'open' ? sql`, waiting_since = portal_now()` : sql``
  await tx.execute(sql`
    with changed as (
      update threads set state = ${to} ${since} where id = ${thread.id} and state = ${thread.state} returning id
    )
    insert into status_changes (thing, thing_id, from_status, to_status, cause, actor_id, subject_id)
    select 'threads', id, ${thread.state}, ${to}, ${cause.reason}, ${cause.actorId ?? null}::uuid, ${cause.subjectId ?? null}::uuid
    from changed`)
  return { ...thread, state: to }
}
