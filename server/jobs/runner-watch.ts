import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/** What this process knows of its own runner, told by the runner's events. */
export interface RunnerWatch {
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

export function watchRunner(): RunnerWatch {
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
