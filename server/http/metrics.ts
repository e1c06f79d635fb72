import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { poolOf, type Db } from '#server/database/db.ts'
import type { Observe } from '#server/jobs/tasks.ts'
import type { Lanes } from './limits/admission.ts'

let ofTheProcess: Registry | undefined

/** Its memory, its event loop and its garbage, watched from the first look on and once: a watch never ends. */
function processMetrics(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry()
    collectDefaultMetrics({ register: ofTheProcess })
  }
  return ofTheProcess
}

/** What the portal tells Prometheus: durations by route, jobs, connections, the event loop and memory. */
export interface Metrics {
  readonly registry: Registry
  readonly observeRequest: (labels: { method: string; route: string; status: number }, seconds: number) => void
  readonly observeJob: Observe
}

/** @param databases by the name under which their connections are told */
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
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'portal_jobs_total',
    help: 'Jobs by how they ended: done, postponed, refused, failed (tried again), given_up (needs a person)',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections by pool; waiting are callers without one',
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
    observeJob(job, outcome, seconds) {
      jobSeconds.observe({ job }, seconds)
      jobs.inc({ job, outcome })
    },
  }
}

/** How many requests of each lane run, wait, and were refused. */
export function measureLanes({ registry }: Metrics, lanes: Lanes): void {
  const requests = new Gauge({
    name: 'portal_http_requests',
    help: 'Requests by lane; waiting for a place, or running in one',
    labelNames: ['lane', 'state'],
    registers: [],
    collect() {
      for (const [lane, { running, waiting }] of Object.entries(lanes)) {
        this.set({ lane, state: 'running' }, running)
        this.set({ lane, state: 'waiting' }, waiting)
      }
    },
  })
  const refused = new Counter({
    name: 'portal_http_refused_total',
    help: 'Requests refused because their lane was full: more servers are needed',
    labelNames: ['lane'],
    registers: [],
    collect() {
      this.reset()
      for (const [lane, { refused: count }] of Object.entries(lanes)) this.inc({ lane }, count)
    },
  })
  registry.registerMetric(requests)
  registry.registerMetric(refused)
}

/** Counts that the database knows, read at every scrape; none while it does not answer. */
export function measureCounts(
  { registry }: Metrics,
  {
    name,
    help,
    label,
    read,
  }: { name: string; help: string; label: string; read: () => Promise<Record<string, number>> },
): void {
  const counts = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      this.reset()
      const found = await read().catch(() => ({}))
      for (const [value, count] of Object.entries(found)) this.set({ [label]: value }, count)
    },
  })
  registry.registerMetric(counts)
}

export function addMetrics(app: FastifyInstance, { registry }: Metrics): void {
  const both = [registry, processMetrics()]
  app.get('/metrics', async (_request, reply) => {
    const texts = await Promise.all(both.map((one) => one.metrics()))
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}
