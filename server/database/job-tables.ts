import { sql, type SQL } from './sql.ts'

// Every use of graphile-worker's private tables, for what its functions and its view `graphile_worker.jobs` do not offer. A test pins
// the version that this was written for: review each of these before upgrading.
export const WRITTEN_FOR = '0.18.0'

/** The names of all kinds of jobs. The view has only kinds with at least one job. */
export const kindsOfJobs: SQL = sql`select identifier as name from graphile_worker._private_tasks`

/**
 * Unlocks jobs that were assigned more than three seconds ago to workers that never got them, because the connection broke before the
 * answer. `force_unlock_workers` would unlock running jobs, too.
 * @param running ids of the jobs that these workers run
 */
export const freeUnknownJobs = (workerIds: readonly string[], running: readonly string[]): SQL => sql`
  update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
  where locked_by = any(${sql.param([...workerIds])}::text[]) and locked_at < now() - interval '3 seconds'
    and id <> all(${sql.param([...running])}::bigint[])`

/** Waiting jobs with their payloads, which the view does not have, in columns that every version understands. */
export const selectJobsForBackup = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.attempts, j.max_attempts, j.last_error, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) as flag) as flags
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** Ids of jobs that no worker runs, whose payload names one of these things. */
export const jobsNaming = (ids: readonly string[]): SQL => sql`
  select id from graphile_worker._private_jobs where locked_at is null and exists (
    select from regexp_matches(payload::text, '[0-9a-f]{8}-[0-9a-f-]{27}', 'g') as named (id)
    where named.id[1] = any(${sql.param([...ids])}::text[]))`

/** For tests: assigns all waiting jobs to a worker ($1), as of some time ago ($2). */
export const lockJobs = `
  update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, attempts = 1
  where locked_by is null`

/** For tests: makes all locks older by an interval ($1). */
export const ageLocks = `
  update graphile_worker._private_jobs set locked_at = locked_at - $1::interval where locked_at is not null`

/** For tests: the job of a key ($1) has had so many attempts ($2), the last of them some time ago ($3). */
export const setAttempts = `
  update graphile_worker._private_jobs set attempts = $2, updated_at = now() - $3::interval where key = $1`

/** For tests: frees the jobs of all workers, as when each of them had died. */
export const unlockAll = `
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))`

/** For tests: the recurring jobs that are registered. */
export const knownRecurringJobs = 'select identifier from graphile_worker._private_known_crontabs'
