import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import type { Job } from './queue.ts'

/**
 * Makes due whatever waits of one kind of jobs after a failure whose error begins so, with all its tries before it: what
 * stood in the way is gone. One statement for any number; it waits for nobody, so that it stands in nobody's way.
 * @returns how many
 */
export async function hurryFailed(db: Db, { name }: Pick<Job<unknown>, 'name'>, error: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select from graphile_worker.reschedule_jobs(
      array(
        select id from graphile_worker._private_jobs
        where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
          and attempts between 1 and max_attempts - 1 and locked_at is null
          and run_at > now() and starts_with(last_error, ${error})
        order by id for update skip locked
      ),
      run_at => now(), attempts => 0
    )`)
  return rows.length
}
