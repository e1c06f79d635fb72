import { cutText } from '#contract/cut-text.ts'
import { type FailedJob, HealthPart, type operator, type PortalHealth } from '#contract/operator.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { laterSteps } from '#server/database/migration-steps.ts'
import { sql } from '#server/database/sql.ts'
import type { ComponentWatch } from '#server/http/component-watch.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { recordOperatorChange } from '#server/domains/audit/index.ts'
import { Problem } from '#server/http/problem.ts'
import { release } from '#server/database/release.ts'
import { deleteFailedJob, queueDepths, retryFailedJob, selectFailedJobs } from '#server/jobs/queue.ts'
import { unresolvedOfAll } from '#server/domains/orders/index.ts'
import { selectBackups } from './backup-measures.ts'
import { asksToGoLive } from './list-clubs.ts'

export interface HealthServices {
  readonly components: ComponentWatch
}

/** Whether everything works that the portal needs, and what waits for a person. */
export async function showHealth({ components }: HealthServices, db: Db): Promise<PortalHealth> {
  const [faults, queues, failedJobs, mails, unresolved, asking, backup, updates] = await Promise.all([
    components.faults(),
    queueDepths(db),
    listFailedJobs(db),
    countMails(db),
    selectUnresolvedClubs(db),
    selectAskingClubs(db),
    selectNewestBackup(db),
    laterSteps(db),
  ])
  return {
    version: release.version,
    commit: release.commit,
    parts: HealthPart.options
      .filter((name) => components.names.includes(name))
      .map((name) => ({ name, fault: faults[name] ?? null })),
    queues: queues
      .toSorted((one, other) => other.givenUp - one.givenUp || one.job.localeCompare(other.job))
      .map((queue) => ({ ...queue, oldestSeconds: Math.round(queue.oldestSeconds) })),
    failedJobs,
    mails,
    unresolved,
    asking,
    backup,
    updates: updates.map(({ migration, table, done, total }) => ({ migration, table, done, total })),
  }
}

async function selectUnresolvedClubs(db: Db): Promise<PortalHealth['unresolved']> {
  const { rows } = await db.execute<{ orgId: string; key: string; name: string; count: number; since: Date }>(sql`
    select id as "orgId", key, name, count(*)::int as count, min(since) as since
    from (${unresolvedOfAll}) unresolved_payments join organisations on organisations.id = org_id
    group by id order by min(since) limit 200`)
  return rows.map(({ since, ...club }) => ({ ...club, since: new Date(since).toISOString() }))
}

async function selectAskingClubs(db: Db): Promise<PortalHealth['asking']> {
  const { rows } = await db.execute<{ key: string; name: string; since: Date }>(sql`
    select key, name, asked_at as since from organisations join club_starts on club_starts.org_id = organisations.id
    where ${asksToGoLive} order by asked_at limit 200`)
  return rows.map(({ since, ...club }) => ({ ...club, since: new Date(since).toISOString() }))
}

async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  return (await selectFailedJobs(db, 100)).map(({ createdAt, triedAt, error, ...job }) => ({
    ...job,
    error: cutText(error, 5000),
    createdAt: createdAt.toISOString(),
    lastTriedAt: triedAt.toISOString(),
  }))
}

async function countMails(db: Db): Promise<PortalHealth['mails']> {
  const { rows } = await db.execute<{ waiting: number; failed: number }>(sql`
    select (select count(*)::int from messages where status in ('waiting', 'sending')) as waiting,
      (select count(*)::int from messages where status = 'failed') as failed`)
  return rows[0]!
}

async function selectNewestBackup(db: Db): Promise<PortalHealth['backup']> {
  const { newest, tested } = await selectBackups(db)
  if (!newest) return null
  return {
    at: newest.at.toISOString(),
    megabytes: Math.ceil(newest.bytes / 1e6),
    testedAt: tested.at?.toISOString() ?? null,
    testFault: tested.fault,
  }
}

/** Runs a job again that was given up, with all its attempts. */
export async function retryJob(tx: Tx, actor: MemberActor, { jobId }: Parsed<typeof operator.retryJob>): Promise<void> {
  const job = await retryFailedJob(tx, jobId)
  if (!job) throw new Problem('not_found')
  await recordOperatorChange(tx, actor, { name: 'job_retried', thing: 'job', thingId: jobId, label: job.job })
}

/** Drops a job that was given up: what it would have done is never done. */
export async function dropJob(
  tx: Tx,
  actor: MemberActor,
  { jobId, reason }: Parsed<typeof operator.dropJob>,
): Promise<void> {
  const job = await deleteFailedJob(tx, jobId)
  if (!job) throw new Problem('not_found')
  await recordOperatorChange(tx, actor, {
    name: 'job_dropped',
    thing: 'job',
    thingId: jobId,
    label: job.job,
    before: { error: cutText(job.error, 300) },
    reason,
  })
}
