import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { poolOf, type Db } from '#server/database/db.ts'
import type { Replica } from '#server/database/replica.ts'
import { outgoingMetrics } from '#server/telemetry/outgoing.ts'
import type { Observe } from '#server/jobs/tasks.ts'
import type { Limiters } from './limits/load-shedding.ts'

let ofTheProcess: Registry | undefined

/** Memory, event loop and garbage collection. Created once, on first use, because the collectors cannot be stopped. */
function processMetrics(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry()
    collectDefaultMetrics({ register: ofTheProcess })
  }
  return ofTheProcess
}

/** The Prometheus metrics: durations by route, jobs, connections, event loop and memory. */
export interface Metrics {
  readonly registry: Registry
  readonly observeRequest: (labels: { method: string; route: string; status: number }, seconds: number) => void
  readonly observeJob: Observe
  /** Begins the counts that alerts watch at 0: of a count that begins at 1, no increase is seen. */
  readonly knowJobs: (kinds: readonly string[]) => void
}

/** @param databases by the name of their pool in the metrics */
export function createMetrics(databases: Record<string, Db>): Metrics {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time to answer, by route of the contract',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const jobSeconds = new Histogram({
    name: 'portal_job_seconds',
    help: 'Time of one try of a job',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'portal_jobs_total',
    help: 'Jobs by how they ended: done, postponed, refused, failed (tried again), given_up (needs a person)',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections by pool and state; waiting counts callers without one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, db] of Object.entries(databases)) {
        const { totalCount, idleCount, waitingCount } = poolOf(db)
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  registry.registerMetric(connections)
  return {
    registry,
    observeRequest: ({ method, route, status }, seconds) => requests.observe({ method, route, status }, seconds),
    observeJob(kind, outcome, seconds) {
      jobSeconds.observe({ kind }, seconds)
      jobs.inc({ kind, outcome })
    },
    knowJobs(kinds) {
      for (const kind of kinds) for (const outcome of ['given_up', 'refused']) jobs.inc({ kind, outcome }, 0)
    },
  }
}

/** Requests of each limiter that run, wait, and were refused. */
export function measureLimiters({ registry }: Metrics, limiters: Limiters): void {
  const requests = new Gauge({
    name: 'portal_http_requests',
    help: 'Requests by limiter, waiting or running',
    labelNames: ['limiter', 'state'],
    registers: [],
    collect() {
      for (const [limiter, { running, waiting }] of Object.entries(limiters)) {
        this.set({ limiter, state: 'running' }, running)
        this.set({ limiter, state: 'waiting' }, waiting)
      }
    },
  })
  const refused = new Counter({
    name: 'portal_http_refused_total',
    help: 'Requests refused because their limiter had no room: more servers are needed',
    labelNames: ['limiter'],
    registers: [],
    collect() {
      this.reset()
      for (const [limiter, { refused: count }] of Object.entries(limiters)) this.inc({ limiter }, count)
    },
  })
  registry.registerMetric(requests)
  registry.registerMetric(refused)
}

/** How old the replica is, and who answered reads that may be a second old. */
export function measureReplica(metrics: Metrics, replica: Replica): void {
  measure(metrics, {
    name: 'portal_replica_age_seconds',
    help: 'How old the replica at DATABASE_READ_URL is; missing while it does not answer',
    labels: [],
    read: () => (replica.age === null ? [] : [{ labels: {}, value: replica.age }]),
  })
  const reads = new Counter({
    name: 'portal_replica_reads_total',
    help: 'Reads that may be a second old, by who answered: the replica, or the primary because the replica is behind, the caller has just written, or the read failed or was refused there',
    labelNames: ['answered'],
    registers: [],
    collect() {
      this.reset()
      for (const [answered, count] of Object.entries(replica.answered)) this.inc({ answered }, count)
    },
  })
  metrics.registry.registerMetric(reads)
}

/** A value with its labels. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A gauge that is read at each scrape. */
export interface Measure {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  readonly read: () => Promise<readonly Reading[]> | readonly Reading[]
}

/** Registers gauges. One that cannot be read is left out of the scrape. */
export function measure({ registry }: Metrics, ...measures: readonly Measure[]): void {
  for (const { name, help, labels, read } of measures) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      async collect() {
        const found = await Promise.resolve(read()).catch(() => [])
        this.reset()
        // A gauge without labels is 0 after a reset.
        if (labels.length === 0) this.remove()
        for (const one of found) this.set({ ...one.labels }, one.value)
      },
    })
    registry.registerMetric(gauge)
  }
}

/** Milliseconds for which an answer is reused: by several scrapers, and by several measures of one query. */
const REMEMBERED = 5000

/** Caches an answer for a few seconds. A failure is not cached. */
export function cached<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    if (last && performance.now() - last.at < REMEMBERED) return last.answer
    const answer = ask()
    last = { at: performance.now(), answer }
    answer.catch(() => (last = null))
    return answer
  }
}

export function addMetrics(app: FastifyInstance, { registry }: Metrics): void {
  const all = [registry, outgoingMetrics, processMetrics()]
  app.get('/metrics', { config: { limiters: [] } }, async (_request, reply) => {
    const texts = await Promise.all(all.map((one) => one.metrics()))
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}
