import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { freeUnknownJobs } from '#server/database/job-tables.ts'
import { sql } from '#server/database/sql.ts'

/** Seconds between a worker's heartbeats. */
export const BEAT = 10

/** Seconds without a heartbeat after which a worker counts as dead. */
export const SILENCE = 45

/**
 * Writes these workers' heartbeats and unlocks the jobs of workers without one for 45 seconds; graphile-worker itself waits four hours.
 * A worker that only hung may run its job a second time, which handlers allow.
 * @param running ids of the jobs that these workers run. Others locked by them were assigned on a connection that broke before the
 * answer, and nobody would run them
 * @returns the ids of the dead
 */
export async function beat(db: Db, workerIds: readonly string[], running: readonly string[] = []): Promise<string[]> {
  const ids = sql.param([...workerIds])
  await db.execute(freeUnknownJobs(workerIds, running))
  await db.execute(sql`
    insert into worker_heartbeats (worker_id) select unnest(${ids}::text[])
    on conflict (worker_id) do update set beat_at = now()`)
  // A worker with a lock and no heartbeat died before its first one.
  const { rows } = await db.execute<{ worker_id: string }>(sql`
    with silent as (
      select distinct locked_by as worker_id from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => ${SILENCE})
    )
    select worker_id from silent
    where worker_id is not null and not exists (
      select 1 from worker_heartbeats beats
      where beats.worker_id = silent.worker_id and beats.beat_at > now() - make_interval(secs => ${SILENCE})
    )`)
  const dead = rows.map((row) => row.worker_id)
  if (dead.length) await db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(dead)}::text[])`)
  await db.execute(sql`delete from worker_heartbeats where beat_at < now() - interval '1 hour'`)
  return dead
}

/** graphile-worker stops before its last outcomes are written. Waits for those, two seconds at most. */
export async function reported(db: Db, workerIds: readonly string[]): Promise<void> {
  const ids = sql.param([...workerIds])
  for (const until = Date.now() + 2000; Date.now() < until; await wait(5)) {
    const { rows } = await db.execute(
      sql`select 1 from graphile_worker.jobs where locked_by = any(${ids}::text[]) limit 1`,
    )
    if (rows.length === 0) return
  }
}

/** Removes workers that end now: their unfinished jobs return to the queue at once instead of after 45 seconds. */
export async function retire(db: Db, workerIds: readonly string[]): Promise<void> {
  const ids = sql.param([...workerIds])
  await db.execute(sql`select graphile_worker.force_unlock_workers(${ids}::text[])`)
  await db.execute(sql`delete from worker_heartbeats where worker_id = any(${ids}::text[])`)
}
