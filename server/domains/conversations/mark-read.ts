import type { Tx } from '#server/database/db.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import { Problem } from '#server/http/problem.ts'
import { writeRead, type ThreadRow } from './queries.ts'
import { selectAdmins } from './telling/admin-queries.ts'

/**
 * Somebody who may read a thread has read it up to a message: they are told no more of what came until then. Never takes
 * back what was read. Throws `thread_not_found` for a message of another thread.
 */
export async function markRead(
  tx: Tx,
  read: { readonly threadId: string; readonly memberId: string; readonly upTo: string },
): Promise<{ status: 'success' }> {
  const until = await writeRead(tx, read)
  if (!until) throw new Problem('thread_not_found')
  await threadNotifications.markThreadRead(tx, read.memberId, { threadId: read.threadId, until })
  return { status: 'success' }
}

/** One of the office has dealt with a thread: none of them needs to be told any more of what came until then. */
export async function markDealtWith(tx: Tx, { id: threadId, orgId }: ThreadRow, until: Date): Promise<void> {
  await threadNotifications.markOfficeRead(tx, await selectAdmins(tx, orgId), { threadId, until })
}
