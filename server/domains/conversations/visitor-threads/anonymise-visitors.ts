import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { threadNotifications } from '#server/domains/notifications/index.ts'
import { selectAllAdmins } from '../notifications/office-admins.ts'

const MONTHS = 12
const CHUNK = 100

/**
 * Erases visitors' names and addresses a year after the last message of a thread that is not waiting. Their link
 * stops working and they can no longer be answered; the club keeps the messages.
 * @returns how many threads
 */
export async function anonymiseVisitors(db: Db): Promise<number> {
  for (let forgotten = 0; ;) {
    const chunk = await inTransaction(db, async (tx) => {
      const threads = await updateForgotten(tx, MONTHS, CHUNK)
      for (const [orgId, those] of Map.groupBy(threads, (one) => one.orgId)) {
        const ids = those.map(({ threadId }) => threadId)
        await threadNotifications.forgetThreadNotifications(tx, await selectAllAdmins(tx, orgId), ids)
      }
      return threads.length
    })
    forgotten += chunk
    if (chunk < CHUNK) return forgotten
  }
}

/** Erases one chunk; an empty name or address means erased. @returns the threads with their clubs */
async function updateForgotten(tx: Tx, months: number, limit: number): Promise<{ threadId: string; orgId: string }[]> {
  const { rows } = await tx.execute<{ threadId: string; orgId: string }>(sql`
    with old as (
      select id from threads
      where visitor_email <> '' and last_at < portal_now() - make_interval(months => ${months}::int) and state <> 'open'
      order by last_at limit ${limit} for update skip locked
    ), nameless as (
      update thread_messages set author = '' from old where thread_id = old.id and sender = 'asker'
    )
    update threads set visitor_name = '', visitor_email = '', search = left(
      subject || ' ' || coalesce((select string_agg(text, ' ' order by created_at) from thread_messages where thread_id = threads.id), ''), 100000)
    from old where threads.id = old.id
    returning threads.id as "threadId", org_id as "orgId"`)
  return rows
}
