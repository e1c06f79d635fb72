import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'

/**
 * Two profiles become one: what one of them asked, was answered, uploaded and has read is the other's from now on, and so is
 * what they wrote for a club's office. What was done by whom stays written down.
 */
export async function adoptThreads(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // First of all: whoever is writing in one of them is waited for.
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
