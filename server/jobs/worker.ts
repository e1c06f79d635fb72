import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger as GraphileLogger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { poolOf, type Db } from '#server/database/db.ts'
import { beat, BEAT, reported, retire } from './heartbeat.ts'
import { tasksOf, type Work } from './tasks.ts'

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
        // `stop` was called while it started, and could not stop it yet.
        if (stopping.signal.aborted) return await runner.stop()
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
      const ended = Promise.all([runner?.stop().catch(() => {}), finished])
        .then(() => reported(db, [...watch.pools]))
        .catch(() => {})
      await Promise.race([ended, wait(patience, undefined, { ref: false })])
      await retire(db, [...watch.pools]).catch(() => {})
    },
  }
}

function runnerOptions({ concurrency = 4, ...options }: WorkerOptions, watch: RunnerWatch) {
  return {
    pgPool: poolForRunner(poolOf(options.db)),
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

/**
 * graphile-worker's own lines. Those about a failing job are ours to write, without its payload. Fewer connections than places
 * are meant: a mail waits for somebody else's server and holds none of ours.
 */
function loggerFor(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (/^(Failed|Completed) task|maxPoolSize/.test(message)) return
    if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message)
    else log.debug({ from: 'graphile-worker' }, message)
  })
}

/** What this process knows of its own runner, told by the runner's events. */
interface RunnerWatch {
  readonly events: WorkerEvents
  /** In these names the runner locks jobs: one at a time, and those that ended but were not retired yet. */
  readonly pools: Set<string>
  /** Ids of the jobs that run here, or ended a moment ago. */
  runningJobs(): string[]
  /** Whether it asked for a job a moment ago and got no answer. */
  troubled(): boolean
}

/** Milliseconds in which an outcome is surely written, or the runner has ended over it. */
const MOMENT = 10_000

function watchRunner(): RunnerWatch {
  const events = new EventEmitter() as WorkerEvents
  const pools = new Set<string>()
  const jobs = new Map<string, number>()
  let trouble = -Infinity
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id))
  events.on('job:start', ({ job }) => jobs.set(job.id, Infinity))
  events.on('job:complete', ({ job }) => jobs.set(job.id, performance.now()))
  events.on('worker:getJob:error', () => (trouble = performance.now()))
  return {
    events,
    pools,
    runningJobs: () => {
      const now = performance.now()
      for (const [id, ended] of jobs) if (ended < now - MOMENT) jobs.delete(id)
      return [...jobs.keys()]
    },
    troubled: () => trouble > performance.now() - MOMENT,
  }
}

/** graphile-worker releases its listener's connection twice when that breaks while it is being released, and the pool throws. */
function releaseOnce(client: pg.PoolClient): (broken?: boolean) => void {
  let released = false
  return (broken) => {
    if (released) return
    released = true
    client.release(broken)
  }
}

/** graphile-worker waits up to two minutes after some refusals of a connection; of one without a code, for a second. */
export function poolForRunner(pool: pg.Pool): pg.Pool {
  const connect = () =>
    pool.connect().catch((cause: unknown) => {
      throw new Error('No connection to the database', { cause })
    })
  type Given = (error?: Error, client?: pg.PoolClient, release?: (broken?: boolean) => void) => void
  const connectOrCall = (given?: Given) =>
    given ? void connect().then((client) => given(undefined, client, releaseOnce(client)), given) : connect()
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connectOrCall
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
