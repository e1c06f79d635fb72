import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'

/**
 * Takes name and address from visitors' threads that wait for nobody and in which nothing was written for so many months, a
 * chunk at a time. Empty is what is forgotten. @returns the threads, with their clubs
 */
export async function updateForgotten(
  tx: Tx,
  months: number,
  limit: number,
): Promise<{ threadId: string; orgId: string }[]> {
  const { rows } = await tx.execute<{ threadId: string; orgId: string }>(sql`
    with old as (
      select id from threads
      where visitor_email <> '' and last_at < portal_now() - make_interval(months => ${months}::int) and state <> 'open'
      order by last_at limit ${limit} for update skip locked
    ), nameless as (
      update thread_messages set author = '' from old where thread_id = old.id and sender = 'asker'
    )
    update threads set visitor_name = '', visitor_email = '', search = left(lower(
      subject || ' ' || coalesce((select string_agg(text, ' ' order by created_at) from thread_messages where thread_id = threads.id), '')
    ), 100000)
    from old where threads.id = old.id
    returning threads.id as "threadId", org_id as "orgId"`)
  return rows
}
