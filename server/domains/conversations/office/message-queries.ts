import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** Whether a thread has a message by somebody else after one that was seen; when that is none of its messages, it has. */
export async function selectHasNewer(
  db: Reader,
  { threadId, lastSeen, memberId }: { threadId: string; lastSeen: string; memberId: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ newer: boolean }>(sql`
    select exists (
      select from thread_messages
      where thread_id = ${threadId} and (sender = 'asker' or member_id is distinct from ${memberId}::uuid)
        and created_at > coalesce((
          select created_at from thread_messages seen where seen.id = ${lastSeen} and seen.thread_id = ${threadId}
        ), '-infinity')
    ) as newer`)
  return rows[0]!.newer
}
