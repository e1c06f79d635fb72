import { performance } from 'node:perf_hooks'
import type { TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { span } from '#server/telemetry/trace.ts'
import type { Ended, Handler, RecurringJob } from './queue.ts'

/** `failed` will be retried; after the last attempt it is `given_up`. */
export type Observe = (job: string, outcome: Ended | 'failed', seconds: number) => void

export interface Work {
  readonly handlers: readonly Handler[]
  readonly recurring: readonly RecurringJob[]
  readonly log: Logger
  readonly observe?: Observe
}

/** graphile-worker's tasks by name. Payloads are never logged. */
export function tasksOf({ handlers, recurring, log, observe = () => {} }: Work): TaskList {
  const all = [
    ...handlers,
    ...recurring.map(({ name, run }): Handler => ({ name, run: () => run().then(() => 'done') })),
  ]
  const twice = all.find(({ name }, index) => all.findIndex((one) => one.name === name) !== index)
  if (twice) throw new Error(`Two jobs are called ${twice.name}`)

  return Object.fromEntries(
    all.map(({ name, run }) => [
      name,
      async (payload, { job }) => {
        const { attempts: attempt, max_attempts: maxAttempts } = job
        const start = performance.now()
        const seconds = () => (performance.now() - start) / 1000
        try {
          const parent = (payload as { traceparent?: string } | null)?.traceparent
          const ended = await span(name, { kind: 'consumer', attributes: { attempt }, parent }, () =>
            run(payload, { attempt, maxAttempts }),
          )
          observe(name, ended, seconds())
        } catch (error) {
          const last = attempt >= maxAttempts
          observe(name, last ? 'given_up' : 'failed', seconds())
          const text = last
            ? 'A job failed for the last time and waits for a person'
            : 'A job failed and will be tried again'
          log[last ? 'error' : 'warn']({ err: error, job: name, jobId: job.id, attempt, maxAttempts }, text)
          throw error
        }
      },
    ]),
  )
}
