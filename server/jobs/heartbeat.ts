import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { freeUnknownJobs } from '#server/database/job-tables.ts'
import { sql } from '#server/database/sql.ts'

/** Seconds between two beats of a worker. */
export const BEAT = 10

/** Seconds of silence after which a worker counts as dead. */
export const SILENCE = 45

/**
 * Says that these workers live, and frees the jobs of every worker that has been silent for 45 seconds; graphile-worker
 * itself waits four hours. A worker that only hung finds its job taken when it reports, and handlers run safely twice.
 * @param running ids of the jobs that these workers know of: others in their name were handed out on a connection that
 * broke before the answer came, and nobody would ever run them
 * @returns the ids of the dead
 */
export async function beat(db: Db, workerIds: readonly string[], running: readonly string[] = []): Promise<string[]> {
  const ids = sql.param([...workerIds])
  await db.execute(freeUnknownJobs(workerIds, running))
  await db.execute(sql`
    insert into worker_heartbeats (worker_id) select unnest(${ids}::text[])
    on conflict (worker_id) do update set beat_at = now()`)
  // A holder of a lock without any beat died before its first one, or before this portal knew heartbeats.
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

/** graphile-worker ends before its last outcomes are written; this waits for them, two seconds at most. */
export async function reported(db: Db, workerIds: readonly string[]): Promise<void> {
  const ids = sql.param([...workerIds])
  for (const until = Date.now() + 2000; Date.now() < until; await wait(5)) {
    const { rows } = await db.execute(
      sql`select 1 from graphile_worker.jobs where locked_by = any(${ids}::text[]) limit 1`,
    )
    if (rows.length === 0) return
  }
}

/** Workers that end now: what they still run goes back to the queue at once instead of after 45 seconds of silence. */
export async function retire(db: Db, workerIds: readonly string[]): Promise<void> {
  const ids = sql.param([...workerIds])
  await db.execute(sql`select graphile_worker.force_unlock_workers(${ids}::text[])`)
  await db.execute(sql`delete from worker_heartbeats where worker_id = any(${ids}::text[])`)
}
