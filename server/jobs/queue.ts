import type * as z from 'zod/mini'
import type { Db, Tx } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import { traceparent } from '#server/telemetry/trace.ts'
import { kindsOfJobs } from '#server/database/job-tables.ts'

/** A kind of work done later, with what it needs to know. */
export interface Job<P> {
  readonly name: string
  readonly payload: z.ZodMiniType<P>
}

/** `name` is `domain.verb-what`. Payloads carry ids, never personal data: failed jobs are looked at by operators. */
export const job = <P>(name: string, payload: z.ZodMiniType<P>): Job<P> => ({ name, payload })

export interface EnqueueOptions {
  /** A waiting job of the same key takes this one's place and keeps its time, so that the work happens once. */
  readonly key?: string
  /** A waiting job of the same key is due as this one says, however long it was to wait after failures. */
  readonly hurry?: boolean
  /** How long it waits at least, by the database's real clock, which a test's moved clock does not touch. */
  readonly afterSeconds?: number
  /** Tries in all before it is left to the office; each waits exp(tries) seconds longer. */
  readonly maxAttempts?: number
  /** Lower runs first among those that are due; 0 when left out. */
  readonly priority?: number
}

/** Adds a job in the writing transaction: no job without its row, no row without its job. */
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
    select graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(traced(schema.parse(payload)))}::json,
      run_at => now() + make_interval(secs => ${options.afterSeconds ?? 0}),
      max_attempts => ${options.maxAttempts ?? 12}::int,
      job_key => ${options.key ?? null}::text,
      priority => ${options.priority ?? 0}::int,
      job_key_mode => ${options.hurry ? 'replace' : 'preserve_run_at'}
    )`,
  )
}

/** Adds any number of jobs of one kind in one statement, each with its key. */
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

/** The payload with the trace of what asks for the job, where traces are on; whoever runs it parses that away. */
function traced(payload: unknown): unknown {
  const here = traceparent()
  return here ? { ...(payload as object), traceparent: here } : payload
}

/** Takes back a job that is not needed any more, in the transaction that makes it so; one that runs is not tried again. */
export const withdraw = (tx: Tx, key: string) =>
  executePrepared(tx, 'jobs.remove', sql`select graphile_worker.remove_job(${key})`)

export interface Attempt {
  /** 1 on the first run. */
  readonly attempt: number
  readonly maxAttempts: number
}

/**
 * How a job ended that did not fail: `postponed`, asked for again for later; `refused`, the other side will never take it;
 * `given_up`, it waits for a person.
 */
export type Ended = 'done' | 'postponed' | 'refused' | 'given_up'

/** What a job does. It may run more than once: a worker can die between the work and its report. */
export interface Handler {
  readonly name: string
  readonly run: (payload: unknown, context: Attempt) => Promise<Ended>
  /** How many of them run at once, apart from all other jobs; left out, it shares the worker's places. */
  readonly places?: number
}

/** A job and what does it; a payload that is not of its schema fails the try. What says nothing of its end is done. */
export const handle = <P>(
  { name, payload: schema }: Job<P>,
  run: (payload: P, context: Attempt) => Promise<Ended | void>,
  { places }: Pick<Handler, 'places'> = {},
): Handler => ({
  name,
  run: async (payload, context) => (await run(schema.parse(payload), context)) ?? 'done',
  ...(places ? { places } : {}),
})

/** Work that comes back by the clock, once in the whole portal however many workers run. */
export interface RecurringJob {
  readonly name: string
  /** Five fields, UTC. What depends on a Danish date runs hourly and acts once per Copenhagen date. */
  readonly cron: string
  readonly run: () => Promise<void>
}

/**
 * Removes what remains of jobs of one kind, always enqueued with a key, that were asked for again while they ran:
 * graphile-worker takes the key and all further tries from the running one, and one that then fails would stand for ever
 * among those that wait for a person.
 */
export async function deleteReplacedJobs(db: Db, { name }: Pick<Job<unknown>, 'name'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${name} and key is null and locked_at is null and attempts >= max_attempts))`)
}

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
