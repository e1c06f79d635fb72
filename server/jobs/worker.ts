import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger as GraphileLogger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { poolOf, type Db } from '#server/database/db.ts'
import { beat, BEAT, reported, retire } from './heartbeat.ts'
import { tasksOf, type Work } from './tasks.ts'

export interface WorkerOptions extends Work {
  /** The worker's own pool: for each runner one connection to listen, one for heartbeats, and some to take and finish jobs. */
  readonly db: Db
  readonly concurrency?: number
}

export interface RunningWorker {
  /** Takes no new jobs, waits up to `patience` milliseconds for running ones, and returns the rest to the queue. */
  stop(patience?: number): Promise<void>
}

/** Milliseconds until a failed runner restarts; short, because buyers are waiting. */
const PAUSE = 1000

/**
 * Runs queued and recurring jobs until stopped. A job with its own `places` gets its own runner, so that it neither waits for other jobs nor
 * delays them.
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

/** Keeps a runner alive through database outages. */
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
      if (dead.length) log.warn({ workers: dead.length }, 'Freed the jobs of dead workers')
      if (!beating) log.info('Heartbeat recovered')
      beating = true
    } catch (error) {
      if (beating) log.warn({ err: error }, 'Heartbeat could not be written')
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
        // Frees the jobs that the previous runner still held.
        if (watch.pools.size > 0) await retire(db, [...watch.pools])
        watch.pools.clear()
        runner = await run(runnerOptions(options, watch))
        // `stop` was called while it started, and could not stop it yet.
        if (stopping.signal.aborted) return await runner.stop()
        void keepAlive()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'Job runner exited and will restart')
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
        // The next run replaces one that was given up, which an operator sees until then.
        options: { maxAttempts: 3, jobKey: name, jobKeyMode: 'preserve_run_at' as const },
      })),
    ),
    concurrency,
    // New jobs are notified by the database; polling finds retries and scheduled jobs. Each of the concurrent workers polls.
    pollInterval: 250 * concurrency,
    // Without batching, losing the database before an outcome is written ends only the runner. With it, an unhandled rejection ends
    // the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    events: watch.events,
    logger: loggerFor(options.log),
  }
}

/**
 * graphile-worker's log lines, except those about failed jobs, which we log without the payload, and its advice about the pool's size: a
 * mail job waits for a mail server and needs no connection meanwhile.
 */
function loggerFor(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (/^(Failed|Completed) task|maxPoolSize/.test(message)) return
    if (level === 'error' || level === 'warning') log.warn({ from: 'graphile-worker' }, message)
    else log.debug({ from: 'graphile-worker' }, message)
  })
}

/** State of this process's runner, from its events. */
interface RunnerWatch {
  readonly events: WorkerEvents
  /** The worker ids that lock jobs: the current one, and ended ones that are not retired yet. */
  readonly pools: Set<string>
  /** Ids of the jobs that run here or have just ended. */
  runningJobs(): string[]
  /** Whether a query for jobs has failed just now. */
  troubled(): boolean
}

/** Milliseconds after which an outcome has been written, or the runner has failed. */
const MOMENT = 10_000

function watchRunner(): RunnerWatch {
  const events = new EventEmitter() as WorkerEvents
  const pools = new Set<string>()
  const jobs = new Map<string, number>()
  let trouble = -Infinity
  events.on('pool:create', ({ workerPool }) => {
    pools.add(workerPool.id)
    workerPool.nudge = inGroups(workerPool.nudge.bind(workerPool))
  })
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

/** Milliseconds between two looks for new jobs that were notified. */
const BETWEEN_LOOKS = 100

/**
 * Passes on how many jobs are new at once, and those that follow shortly after together: a look for jobs reads past all waiting mails, and
 * beside a sale there would be one for each order.
 */
export function inGroups(look: (count: number) => void): (count: number) => void {
  let timer: NodeJS.Timeout | undefined
  let gathered = 0
  const pass = () => {
    timer = undefined
    if (gathered === 0) return
    try {
      look(gathered)
    } catch {
      // The runner has ended meanwhile, and the next one looks when it starts.
      return
    }
    gathered = 0
    timer = setTimeout(pass, BETWEEN_LOOKS).unref()
  }
  return (count) => {
    gathered += count
    if (!timer) pass()
  }
}

/** graphile-worker releases its listening connection twice when it breaks during the release; the pool would throw. */
function releaseOnce(client: pg.PoolClient): (broken?: boolean) => void {
  let released = false
  return (broken) => {
    if (released) return
    released = true
    client.release(broken)
  }
}

/** Hides the codes of connection errors: graphile-worker waits up to two minutes for some of them, otherwise a second. */
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
