import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger as GraphileLogger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import { poolOf, type Db } from '#server/database/db.ts'
import { beat, BEAT, reported, retire } from './heartbeat.ts'
import { tasksOf, type Work } from './tasks.ts'

export interface WorkerOptions extends Work {
  /** Connections of the worker's own: one to listen, one per job at a time, one for heartbeats. */
  readonly db: Db
  readonly concurrency?: number
}

export interface RunningWorker {
  /** Takes no new job, lets the running ones finish for `patience` milliseconds, gives the rest back. */
  stop(patience?: number): Promise<void>
}

/** Runs jobs as they come and recurring ones by the clock, until stopped. Survives the database's absence. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const { db, log } = options
  const alive = new Set<string>()
  const stopping = new AbortController()
  let runner: Runner | undefined

  const beats = setInterval(() => void keepAlive(), BEAT * 1000)
  async function keepAlive() {
    try {
      const dead = await beat(db, [...alive])
      if (dead.length) log.warn({ workers: dead.length }, 'Freed the jobs of workers that fell silent')
    } catch (error) {
      log.warn({ err: error }, 'The heartbeat could not be written')
    }
  }

  async function keepRunning() {
    for (let pause = 500; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        runner = await run(runnerOptions(options, alive))
        void keepAlive()
        await runner.promise
        pause = 500
      } catch (error) {
        log.warn({ err: error }, 'The job runner ended and starts again')
      }
      alive.clear()
      if (!stopping.signal.aborted) await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const finished = keepRunning()

  return {
    async stop(patience = 20_000) {
      stopping.abort()
      clearInterval(beats)
      const ids = [...alive]
      const ended = Promise.all([runner?.stop().catch(() => {}), finished]).then(() => reported(db, ids))
      await Promise.race([ended, wait(patience, undefined, { ref: false })])
      await retire(db, ids).catch(() => {})
    },
  }
}

function runnerOptions(options: WorkerOptions, alive: Set<string>) {
  const events = new EventEmitter() as WorkerEvents
  // A job is locked in the name of the pool that runs it.
  events.on('pool:create', ({ workerPool }) => alive.add(workerPool.id))
  return {
    pgPool: poolOf(options.db),
    taskList: tasksOf(options),
    parsedCronItems: parseCronItems(
      options.recurring.map(({ name, cron }) => ({
        task: name,
        match: cron,
        identifier: name,
        options: { maxAttempts: 3 },
      })),
    ),
    concurrency: options.concurrency ?? 4,
    // New jobs are announced by the database; this only finds retries and jobs for a set time.
    pollInterval: 1000,
    noHandleSignals: true,
    events,
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
