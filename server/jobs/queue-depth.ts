import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'

export interface QueueDepth {
  readonly job: string
  /** Due and not begun. */
  readonly due: number
  /** For a set time, or after a failure. */
  readonly later: number
  readonly running: number
  /** Out of tries: they wait for a person. */
  readonly givenUp: number
  /** How long the oldest of those that are due has waited. */
  readonly oldestSeconds: number
}

/** What waits by kind, in one pass over the queue; of every kind there is, also when none waits. */
export async function queueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await db.execute<{
    job: string
    due: number
    later: number
    running: number
    given_up: number
    oldest: number
  }>(sql`
    select tasks.identifier as job,
      count(*) filter (where is_available and run_at <= now())::int as due,
      count(*) filter (where is_available and run_at > now())::int as later,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null and key is not null)::int as given_up,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float as oldest
    from graphile_worker._private_tasks tasks left join graphile_worker._private_jobs jobs on jobs.task_id = tasks.id
    group by 1`)
  return rows.map(({ given_up: givenUp, oldest: oldestSeconds, ...row }) => ({ ...row, givenUp, oldestSeconds }))
}
