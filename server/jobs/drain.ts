import { EventEmitter } from 'node:events'
import { Logger as GraphileLogger, runOnce, type WorkerEvents } from 'graphile-worker'
import { poolOf, type Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { reported } from './heartbeat.ts'
import { tasksOf, type Work } from './tasks.ts'

/** Names of the jobs by outcome; those given up count as failed. */
export type Drained = Record<'done' | 'postponed' | 'refused' | 'failed', string[]>

/** Runs all due jobs and those they add, one after another. With `all`, also jobs scheduled for later. */
export async function drain(db: Db, work: Work, { all = false } = {}): Promise<Drained> {
  const drained: Drained = { done: [], postponed: [], refused: [], failed: [] }
  if (all)
    await db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now()), run_at => now())`,
    )
  const observe: Work['observe'] = (job, outcome, seconds) => {
    drained[outcome === 'given_up' ? 'failed' : outcome].push(job)
    work.observe?.(job, outcome, seconds)
  }
  const ids: string[] = []
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id))
  await runOnce({
    pgPool: poolOf(db),
    taskList: tasksOf({ ...work, observe }),
    noHandleSignals: true,
    events,
    logger: new GraphileLogger(() => () => {}),
  })
  await reported(db, ids)
  return drained
}
