import type * as z from 'zod/mini'
import { type Db, lockKey, type Reader, type Tx } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { traceparent } from '#server/telemetry/trace.ts'
import { kindsOfJobs } from '#server/database/job-tables.ts'

/** A kind of job with the schema of its payload. */
export interface Job<P> {
  readonly name: string
  readonly payload: z.ZodMiniType<P>
}

/** `name` is `domain.verb-what`. Payloads contain ids, never personal data: operators read failed jobs. */
export const job = <P>(name: string, payload: z.ZodMiniType<P>): Job<P> => ({ name, payload })

export interface EnqueueOptions {
  /** A waiting job with the same key is replaced and keeps its time, so that the work happens once. */
  readonly key?: string
  /** A waiting job with the same key gets this one's time instead, even if it was backing off after failures. */
  readonly hurry?: boolean
  /** For schedules: a job with the same key is left alone, so that one that always fails is given up. A day later it is taken up again. */
  readonly unlessQueued?: boolean
  /** The key names something that was just created, so that no other job has it and none needs to be looked for. */
  readonly isNew?: boolean
  /** Delay by the database's real clock, which tests do not move. */
  readonly afterSeconds?: number
  /** Attempts before it is given up, each exp(attempts) seconds after the last. */
  readonly maxAttempts?: number
  /** Lower runs first; 0 when left out. */
  readonly priority?: number
  /** Inserts what the job is about; without a row returned there is no job. */
  readonly insert?: SQL
}

/** Adds a job in the writing transaction, so that it exists exactly when its rows do. */
export async function enqueue<P>(
  tx: Tx,
  { name, payload: schema }: Job<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> {
  await executePrepared(
    tx,
    'jobs.add',
    sql`
    ${options.insert ? sql`with inserted as (${options.insert})` : sql``}
    select graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(traced(schema.parse(payload)))}::json,
      run_at => now() + make_interval(secs => ${options.afterSeconds ?? 0}),
      max_attempts => ${options.maxAttempts ?? 12}::int,
      job_key => ${options.key ?? null}::text,
      priority => ${options.priority ?? 0}::int,
      job_key_mode => ${options.isNew ? 'unsafe_dedupe' : options.hurry ? 'replace' : 'preserve_run_at'}
    ) ${options.insert ? sql`from inserted` : sql``} ${options.unlessQueued ? sql`where ${isNotQueued(options.key!)}` : sql``}`,
  )
}

const isNotQueued = (key: string): SQL => sql`not exists (
  select from graphile_worker.jobs
  where key = ${key} and (locked_at is not null or attempts < max_attempts or updated_at > now() - interval '1 day'))`

/** Adds many jobs of one kind in one statement. */
export async function enqueueMany<P>(
  tx: Tx,
  { name, payload: schema }: Job<P>,
  jobs: readonly { payload: P; key: string }[],
  { maxAttempts = 12, priority = 0 }: Pick<EnqueueOptions, 'maxAttempts' | 'priority'> = {},
): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ payload, key }) => ({ payload: traced(schema.parse(payload)), key }))
  await tx.execute(sql`
    select graphile_worker.add_jobs(array_agg(
      json_populate_record(null::graphile_worker.job_spec, json_build_object(
        'identifier', ${name}::text, 'payload', payload, 'max_attempts', ${maxAttempts}::int, 'priority', ${priority}::int, 'job_key', key
      ))), true)
    from json_to_recordset(${JSON.stringify(rows)}::json) as jobs (payload json, key text)`)
}

/** Adds the current trace to the payload when tracing is on. The handler's schema drops it again. */
function traced(payload: unknown): unknown {
  const here = traceparent()
  return here ? { ...(payload as object), traceparent: here } : payload
}

/** Removes a job in the transaction that makes it unnecessary. A running job is not retried. */
export const withdraw = (tx: Tx, key: string) =>
  executePrepared(tx, 'jobs.remove', sql`select graphile_worker.remove_job(${key})`)

export interface Attempt {
  /** 1 on the first run. */
  readonly attempt: number
  readonly maxAttempts: number
}

/**
 * The outcome of a job that did not throw. `postponed`: it was queued again. `refused`: the other side will never accept it. `given_up`:
 * a person has to act.
 */
export type Ended = 'done' | 'postponed' | 'refused' | 'given_up'

/** Runs a job. It may run more than once: a worker can die before the outcome is recorded. */
export interface Handler {
  readonly name: string
  readonly run: (payload: unknown, context: Attempt) => Promise<Ended>
  /** Concurrency of its own, apart from all other jobs; shares the worker's when left out. */
  readonly places?: number
}

/** A job's handler. An invalid payload fails the attempt. Returning nothing means `done`. */
export const handle = <P>(
  { name, payload: schema }: Job<P>,
  run: (payload: P, context: Attempt) => Promise<Ended | void>,
  { places }: Pick<Handler, 'places'> = {},
): Handler => ({
  name,
  run: async (payload, context) => (await run(schema.parse(payload), context)) ?? 'done',
  ...(places ? { places } : {}),
})

/** A job run on a schedule, once for all workers. */
export interface RecurringJob {
  readonly name: string
  /** Five fields, UTC. Jobs that depend on the Danish date run hourly and use `onceADay`. */
  readonly cron: string
  readonly run: () => Promise<void>
}

/** Recurring jobs of 0.3.0 that are no more: one that an older worker added as it stopped would wait for ever. */
const removed = [
  'notifications.delete-replaced-mails',
  'notifications.delete-replaced-messages',
  'orders.delete-replaced-jobs',
  'events.delete-replaced-jobs',
]

/**
 * Deletes leftovers of jobs, which all have a key. When one is enqueued again while it runs, graphile-worker takes the key and the
 * remaining attempts from the running one; if that fails, it would stay for ever.
 */
export async function deleteReplacedJobs(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where key is null and locked_at is null and (attempts >= max_attempts or task_identifier = any(${sql.param(removed)}::text[]))))`)
}

export interface QueueDepth {
  readonly job: string
  /** Due and not started. */
  readonly due: number
  /** Scheduled for later, or backing off after a failure. */
  readonly later: number
  readonly running: number
  /** Out of attempts; a person has to act. */
  readonly givenUp: number
  /** How long the oldest due job has waited. */
  readonly oldestSeconds: number
}

/** The queue by kind of job, including kinds without jobs. */
export async function queueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await db.execute<QueueDepth & Record<string, unknown>>(sql`
    with jobs as (
      select *, locked_at is null and attempts < max_attempts as is_available from graphile_worker.jobs
    )
    select kinds.name as job,
      count(*) filter (where is_available and run_at <= now())::int as due,
      count(*) filter (where is_available and run_at > now())::int as later,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where attempts >= max_attempts and locked_at is null and key is not null)::int as "givenUp",
      coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float as "oldestSeconds"
    from (${kindsOfJobs}) kinds left join jobs on jobs.task_identifier = kinds.name
    group by 1`)
  return rows
}

/** A job that is out of attempts. */
export interface FailedJob {
  readonly id: string
  readonly job: string
  readonly attempts: number
  /** The last one's error. */
  readonly error: string
  readonly createdAt: Date
  readonly triedAt: Date
}

const isFailed = sql`locked_at is null and attempts >= max_attempts and key is not null`

/** Jobs that were given up, the latest first. */
export const selectFailedJobs = (db: Reader, most: number): Promise<FailedJob[]> =>
  selectJobs(db, sql`${isFailed} order by updated_at desc limit ${most}`)

/** Runs a job again that was given up, with all its attempts. @returns null if there is no such job */
export const retryFailedJob = (tx: Tx, id: string): Promise<FailedJob | null> =>
  lockFailedJob(tx, id, sql`graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`)

/** Removes a job that was given up. @returns null if there is no such job */
export const deleteFailedJob = (tx: Tx, id: string): Promise<FailedJob | null> =>
  lockFailedJob(tx, id, sql`graphile_worker.complete_jobs(array[${id}::bigint])`)

/** The lock is the transaction's own, so that of two who take a job the second finds it gone. */
async function lockFailedJob(tx: Tx, id: string, call: SQL): Promise<FailedJob | null> {
  await lockKey(tx, `job ${id}`)
  const [found] = await selectJobs(tx, sql`${isFailed} and id = ${id}::bigint`)
  if (!found) return null
  await tx.execute(sql`select from ${call}`)
  return found
}

async function selectJobs(db: Reader, where: SQL): Promise<FailedJob[]> {
  const { rows } = await db.execute<
    Record<'id' | 'job' | 'error', string> & Record<'created' | 'tried', Date> & { attempts: number }
  >(sql`
    select id::text, task_identifier as job, attempts, coalesce(last_error, '') as error, created_at as created, updated_at as tried
    from graphile_worker.jobs where ${where}`)
  return rows.map(({ created, tried, ...rest }) => ({
    ...rest,
    createdAt: new Date(created),
    triedAt: new Date(tried),
  }))
}
