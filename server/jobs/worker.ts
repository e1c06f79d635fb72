import { setTimeout as wait } from 'node:timers/promises'
import { Logger as GraphileLogger, parseCronItems, run, type Runner } from 'graphile-worker'
import type { Logger } from 'pino'
import { poolOf, type Db } from '#server/database/db.ts'
import { beat, BEAT, reported, retire } from './heartbeat.ts'
import { watchRunner, type RunnerWatch } from './runner-watch.ts'
import { tasksOf, type Work } from './tasks.ts'
import { withoutCodes } from './without-codes.ts'

export interface WorkerOptions extends Work {
  /** Connections of the worker's own: for each runner one to listen, one for heartbeats, and some for jobs that begin or end. */
  readonly db: Db
  readonly concurrency?: number
}

export interface RunningWorker {
  /** Takes no new job, lets the running ones finish for `patience` milliseconds, gives the rest back. */
  stop(patience?: number): Promise<void>
}

/** Milliseconds until a runner that ended starts again: short, because buyers wait for the database's return, too. */
const PAUSE = 1000

/**
 * Runs jobs as they come and recurring ones by the clock, until stopped. Jobs with places of their own have a runner of their own,
 * so that they wait for no others, and no others for them.
 */
export function startWorker({ handlers, recurring, ...rest }: WorkerOptions): RunningWorker {
  const shared = handlers.filter(({ places }) => !places)
  const runners = handlers
    .filter(({ places }) => places)
    .map((one) => startRunner({ ...rest, handlers: [one], recurring: [], concurrency: one.places! }))
  if (shared.length + recurring.length > 0) runners.push(startRunner({ ...rest, handlers: shared, recurring }))
  return {
    stop: async (patience) => {
      await Promise.all(runners.map((runner) => runner.stop(patience)))
    },
  }
}

/** Survives the database's absence. */
function startRunner(options: WorkerOptions): RunningWorker {
  const { db, log } = options
  const watch = watchRunner()
  const stopping = new AbortController()
  const pause = (seconds: number) =>
    wait(seconds * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  let runner: Runner | undefined
  let beating = true

  async function keepAlive() {
    try {
      const dead = await beat(db, [...watch.pools], watch.runningJobs())
      if (dead.length) log.warn({ workers: dead.length }, 'Freed the jobs of workers that fell silent')
      if (!beating) log.info('The heartbeat is written again')
      beating = true
    } catch (error) {
      if (beating) log.warn({ err: error }, 'The heartbeat could not be written')
      beating = false
    }
  }

  async function keepBeating() {
    while (!stopping.signal.aborted) {
      await pause(watch.troubled() || !beating ? 1 : BEAT)
      if (!stopping.signal.aborted) await keepAlive()
    }
  }

  async function keepRunning() {
    while (!stopping.signal.aborted) {
      try {
        // What a runner that ended still held is nobody's work any more.
        if (watch.pools.size > 0) await retire(db, [...watch.pools])
        watch.pools.clear()
        runner = await run(runnerOptions(options, watch))
        void keepAlive()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'The job runner ended and starts again')
      }
      await pause(PAUSE / 1000)
    }
  }
  const finished = keepRunning()
  void keepBeating()

  return {
    async stop(patience = 20_000) {
      stopping.abort()
      const ids = [...watch.pools]
      const ended = Promise.all([runner?.stop().catch(() => {}), finished])
        .then(() => reported(db, ids))
        .catch(() => {})
      await Promise.race([ended, wait(patience, undefined, { ref: false })])
      await retire(db, ids).catch(() => {})
    },
  }
}

function runnerOptions({ concurrency = 4, ...options }: WorkerOptions, watch: RunnerWatch) {
  return {
    pgPool: withoutCodes(poolOf(options.db)),
    taskList: tasksOf(options),
    parsedCronItems: parseCronItems(
      options.recurring.map(({ name, cron }) => ({
        task: name,
        match: cron,
        identifier: name,
        options: { maxAttempts: 3 },
      })),
    ),
    concurrency,
    // New jobs are announced by the database; this only finds retries and jobs for a set time. Each place looks by itself.
    pollInterval: 250 * concurrency,
    // Only so does the runner end in order when the database is lost before an outcome is written; otherwise the whole
    // process ends by a promise that nobody hears.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events: watch.events,
    logger: loggerFor(options.log),
  }
}

/** graphile-worker's own lines. Those about a failing job are ours to write, without its payload. */
function loggerFor(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (/^(Failed|Completed) task/.test(message)) return
    if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message)
    else log.debug({ from: 'graphile-worker' }, message)
  })
}
