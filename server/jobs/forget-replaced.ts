import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import type { Job } from './queue.ts'

/**
 * Removes what remains of jobs of one kind, always enqueued with a key, that were asked for again while they ran:
 * graphile-worker takes the key and all further tries from the running one, and one that then fails would stand for ever
 * among those that wait for a person.
 */
export async function forgetReplaced(db: Db, { name }: Pick<Job<unknown>, 'name'>): Promise<void> {
  await db.execute(sql`
    delete from graphile_worker._private_jobs
    where key is null and locked_at is null and attempts >= max_attempts
      and task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`)
}
