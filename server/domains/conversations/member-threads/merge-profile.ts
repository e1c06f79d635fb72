import type { Tx } from '#server/database/db.ts'
import { notes } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'

/** Moves threads, messages, files, read marks and office notes when two profiles become one. The audit log stays. */
export async function mergeThreads(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // First, because it waits for messages that are being written.
  await tx.execute(sql`update threads set member_id = ${to} where member_id = ${from}`)
  const theirs = sql`(
    select id from threads where member_id = ${to}
      or org_id in (select org_id from organisation_admins where member_id = ${from})
  )`
  await tx.execute(
    sql`update thread_messages set member_id = ${to} where member_id = ${from} and thread_id in ${theirs}`,
  )
  await tx.execute(sql`update thread_notes set member_id = ${to} where member_id = ${from} and thread_id in ${theirs}`)
  await tx.execute(sql`
    update thread_attachments set member_id = ${to} where member_id = ${from} and (
      message_id is null or message_id in (select id from thread_messages where thread_id in ${theirs})
    )`)
  await tx.execute(sql`
    with moved as (delete from thread_reads where member_id = ${from} and thread_id in ${theirs} returning *)
    insert into thread_reads (thread_id, member_id, read_at) select thread_id, ${to}::uuid, read_at from moved
    on conflict (thread_id, member_id) do update set read_at = greatest(thread_reads.read_at, excluded.read_at)`)
  await tx.execute(sql`delete from organisation_admins where member_id = ${from}`)
  await threadNotifications.moveThreadNotifications(tx, { from, to })
}

/** Moves the member's own notes when two profiles become one. */
export const mergeNotes = (tx: Tx, { from, to }: { from: string; to: string }) =>
  tx.update(notes).set({ memberId: to }).where(eq(notes.memberId, from))
