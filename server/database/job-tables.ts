import { sql, type SQL } from './sql.ts'

// All that is asked of tables which graphile-worker calls private, because its functions and its view `graphile_worker.jobs`
// do not offer it. A test names the version that this was written for: look at each again before another one is taken.
export const WRITTEN_FOR = '0.18.0'

/** The names of all kinds of jobs. The view knows only those of which there is a job. */
export const kindsOfJobs: SQL = sql`select identifier as name from graphile_worker._private_tasks`

/**
 * Frees jobs that were handed out more than three seconds ago to workers that do not know of them: the connection broke before the
 * answer came. `force_unlock_workers` would free those that run, too.
 * @param running ids of the jobs that these workers know of
 */
export const freeUnknownJobs = (workerIds: readonly string[], running: readonly string[]): SQL => sql`
  update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
  where locked_by = any(${sql.param([...workerIds])}::text[]) and locked_at < now() - interval '3 seconds'
    and id <> all(${sql.param([...running])}::bigint[])`

/** Waiting jobs with their payloads, which the view leaves out, in words that every version of the queue understands. */
export const selectJobsForBackup = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.attempts, j.max_attempts, j.last_error, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) as flag) as flags
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** For tests: a worker ($1) took all waiting jobs so long ago ($2), and has not ended them. */
export const lockJobs = `
  update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, attempts = 1
  where locked_by is null`

/** For tests: so much time ($1) has passed since jobs were taken. */
export const ageLocks = `
  update graphile_worker._private_jobs set locked_at = locked_at - $1::interval where locked_at is not null`

/** For tests: which recurring jobs workers have agreed on. */
export const knownRecurringJobs = 'select identifier from graphile_worker._private_known_crontabs'
