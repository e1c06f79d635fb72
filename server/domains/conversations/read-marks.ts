import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import { Problem } from '#server/http/problem.ts'
import { selectAdmins } from './notifications/office-admins.ts'
import type { ThreadRow } from './threads.ts'

/**
 * Marks a thread as read up to a message, with its notifications. A mark never moves back. The caller checks that the member
 * may read it. Throws `thread_not_found` for a message of another thread.
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

/** One admin has handled a thread: marks its notifications as read for all of them. */
export async function markReadByOffice(tx: Tx, { id: threadId, orgId }: ThreadRow, until: Date): Promise<void> {
  await threadNotifications.markOfficeRead(tx, await selectAdmins(tx, orgId), { threadId, until })
}

/** @returns the resulting mark; null if the message is not in that thread */
async function writeRead(
  tx: Tx,
  { threadId, memberId, upTo }: { threadId: string; memberId: string; upTo: string },
): Promise<Date | null> {
  const { rows } = await tx.execute<{ read_at: Date }>(sql`
    insert into thread_reads (thread_id, member_id, read_at)
    select thread_id, ${memberId}::uuid, created_at from thread_messages where id = ${upTo} and thread_id = ${threadId}
    on conflict (thread_id, member_id) do update set read_at = greatest(thread_reads.read_at, excluded.read_at)
    returning read_at`)
  return rows[0] ? new Date(rows[0].read_at) : null
}
