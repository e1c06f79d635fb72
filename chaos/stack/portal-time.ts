import { setTimeout as wait } from 'node:timers/promises'
import { ageLocks } from '#server/database/job-tables.ts'
import { beat } from '#server/jobs/heartbeat.ts'
import type { Portal } from './portal.ts'

/**
 * Lets time pass in the portal without waiting: moves its clock forward, and moves times that were set by the machine's
 * clock back.
 */
export async function pass(portal: Portal, minutes: number): Promise<void> {
  await portal.sql(
    `with moved as (update portal_clock set "offset" = "offset" + make_interval(mins => $1)),
       capturing as (update payments set capturing_since = capturing_since - make_interval(mins => $1),
         checked_at = checked_at - make_interval(mins => $1)
         where status in ('linking', 'authorised', 'capturing', 'unknown')),
       money_back as (update refunds set attempted_at = attempted_at - make_interval(mins => $1),
         checked_at = checked_at - make_interval(mins => $1) where status <> 'done'),
       calls as (delete from rate_windows)
     select`,
    [minutes],
  )
  // In a statement of its own: a delivery holds a payment's lock while it removes a job.
  await passForJobs(portal, minutes)
}

/** Lets time pass for jobs only: retries become due, and no hold expires. */
export const passForJobs = ({ sql }: Portal, minutes: number) =>
  sql(
    'select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(mins => $1)) from graphile_worker.jobs',
    [minutes],
  )

/** Enqueues the jobs of each minute at once, which also wakes the workers for other due jobs. */
export async function runByTheClock({ sql }: Portal): Promise<void> {
  for (const job of ['orders.expire', 'orders.reconcile'])
    await sql('select graphile_worker.add_job($1, job_key => $1)', [job])
}

const STUCK = 700

/**
 * Resolves when no job is running or due. Jobs of a dead worker are freed as a living worker does after 45 seconds,
 * without the wait.
 */
export async function idle(portal: Portal, patience = 20_000): Promise<void> {
  let seen = ''
  let since = Date.now()
  for (const until = Date.now() + patience; Date.now() < until; await wait(25)) {
    const busy = await portal.sql<{ id: string; locked: boolean }>(
      `select id, locked_at is not null as locked from graphile_worker.jobs
       where locked_at is not null or (run_at <= now() and attempts < max_attempts) order by id`,
    )
    if (busy.length === 0) return
    const now = JSON.stringify(busy)
    if (now !== seen) since = Date.now()
    seen = now
    if (Date.now() - since > STUCK && busy.some(({ locked }) => locked)) {
      await freeTheJobsOfTheDead(portal)
      since = Date.now()
    }
  }
  throw new Error(`Jobs do not come to an end: ${seen}`)
}

async function freeTheJobsOfTheDead(portal: Portal): Promise<void> {
  await portal.sql(`update worker_heartbeats set beat_at = beat_at - interval '1 minute'`)
  await portal.sql(ageLocks, ['1 minute'])
  await beat(portal.context.db, [])
}
