import type { Parsed } from '#contract/endpoint.ts'
import { type CancelRun, type eventCancel, isUnapproved } from '#contract/events/cancel.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import type { Tx } from '#server/database/db.ts'
import { eventRuns } from '#server/database/schema/index.ts'
import { and, asc, ne, or, sql } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { retryRefund } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import { reachAgain } from '../series/write-series.ts'
import { mailRunDeclined, mailRunWaiting } from './cancel-mails.ts'
import { moveRun, type RunRow, waitAgain } from './cancel-run-state.ts'
import { enqueueRun } from './cancel-run.ts'
import { restoreEvent, type AuditDetails } from './event-state.ts'
import { requireEvent, isRunOf, presentRun, type Caller, type Which, mayRetry, showRun } from './show-cancel-run.ts'

/** Starts the refunds of a run that waits, or that was declined, and of those begun with it. A second press changes nothing. */
export async function approveRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (!isUnapproved(run)) return presentRun(tx, caller, run)
  const approval = { approvedBy: caller.actor.actorId, approvedAt: tx.now }
  for (const one of [run, ...others].filter(isUnapproved)) {
    await moveRun(tx, one.id, 'running', by(caller, 'approved'), approval)
    await record(tx, caller, one, 'event_cancel_approved')
    await enqueueRun(tx, one.id, { hurry: true })
  }
  crashPoint('event-run.approving')
  return showRun(tx, caller, which)
}

/** Declines the refunds of a run that waits, and of those begun with it, and mails the reason to whoever started it. Throws `cancel_approved` when somebody was faster. */
export async function declineRun(
  tx: Tx,
  caller: Caller,
  { reason, ...which }: Parsed<typeof eventCancel.decline>,
): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (run.state === 'declined') return presentRun(tx, caller, run)
  if (run.state !== 'waiting') throw new Problem('cancel_approved')
  const decline = { declinedBy: caller.actor.actorId, declinedAt: tx.now, declineReason: reason }
  for (const one of [run, ...others].filter(({ state }) => state === 'waiting')) {
    const declined = await moveRun(tx, one.id, 'declined', by(caller, 'declined'), decline)
    await record(tx, caller, one, 'event_cancel_declined', { reason })
    await mailRunDeclined(tx, declined)
  }
  return showRun(tx, caller, which)
}

/** Asks again to approve a run that was declined, and those declined with it. A second press changes nothing. */
export async function askAgain(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const [run, ...others] = await lockTogether(tx, caller, which)
  if (run.state !== 'declined') return presentRun(tx, caller, run)
  for (const one of [run, ...others].filter(({ state }) => state === 'declined')) {
    const asked = await moveRun(tx, one.id, 'waiting', by(caller, 'asked'))
    await record(tx, caller, one, 'event_cancel_asked')
    await mailRunWaiting(tx, asked)
  }
  return showRun(tx, caller, which)
}

/** In one press. */
const MOST_RETRIES = 500

/** Tries orders again that failed, and asks the gateway again for refunds that it refused. Which right it takes depends on the run. */
export async function retryRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const run = await lockRun(tx, caller, which)
  if (!mayRetry(caller, run)) throw new Problem('forbidden')
  if (run.state !== 'running' && run.state !== 'done') return presentRun(tx, caller, run)
  const orders = await waitAgain(tx, run.id)
  const { rows: failed } = await tx.execute<{ id: string }>(sql`
    select refunds.id from event_run_items items join refunds on refunds.id = items.refund_id
    where items.run_id = ${run.id} and refunds.status = 'failed' order by refunds.id limit ${MOST_RETRIES}`)
  for (const { id } of failed) await retryRefund(tx, caller, { refundId: id })
  const count = orders + failed.length
  if (count === 0) return presentRun(tx, caller, run)
  const again = await moveRun(tx, run.id, 'running', by(caller, 'retried'), { endedAt: null })
  await record(tx, caller, which, 'event_cancel_retried', { after: { orders: count } })
  await enqueueRun(tx, run.id, { hurry: true })
  return presentRun(tx, caller, again)
}

/** Undoes a cancellation while no order is done and no guest was notified. Holds that have ended stay ended. */
export async function stopRun(tx: Tx, caller: Caller, which: Which): Promise<CancelRun> {
  const run = await lockRun(tx, caller, which)
  const { rows } = await tx.execute(
    sql`select from event_run_items where run_id = ${run.id} and (state <> 'waiting' or told_at is not null) limit 1`,
  )
  if (rows.length > 0) throw new Problem('cancel_has_begun')
  const stopped = await moveRun(tx, run.id, 'stopped', by(caller, 'stopped'), { endedAt: tx.now })
  const restored = await restoreEvent(tx, caller, which.eventId)
  if (run.press !== null) await reachAgain(tx, restored)
  return presentRun(tx, caller, stopped)
}

const by = ({ actor }: Caller, reason: string) => ({ reason, actorId: actor.actorId })

/** Taken after an order's lock, and before its event's. */
async function lockRun(tx: Tx, caller: Caller, which: Which): Promise<RunRow> {
  await requireEvent(tx, caller, which.eventId)
  const [run] = await tx.select().from(eventRuns).where(isRunOf(caller, which)).for('update')
  if (!run) throw new Problem('not_found')
  return run
}

/** Locks a run, which is first, and those begun with the same press: they are approved and declined together. */
async function lockTogether(tx: Tx, caller: Caller, which: Which): Promise<[RunRow, ...RunRow[]]> {
  await requireEvent(tx, caller, which.eventId)
  const isOfPress = sql`${eventRuns.press} = (select press from event_runs where ${isRunOf(caller, which)})`
  const runs = await tx
    .select()
    .from(eventRuns)
    .where(or(isRunOf(caller, which), and(isOfPress, ne(eventRuns.state, 'stopped'))))
    .orderBy(asc(eventRuns.id))
    .for('update')
  const run = runs.find(({ eventId }) => eventId === which.eventId)
  if (!run) throw new Problem('not_found')
  return [run, ...runs.filter((one) => one !== run)]
}

async function record(
  tx: Tx,
  caller: Caller,
  { eventId }: Which,
  name: 'event_cancel_approved' | 'event_cancel_declined' | 'event_cancel_asked' | 'event_cancel_retried',
  details: AuditDetails = {},
): Promise<void> {
  const { rows } = await tx.execute<{ title: string }>(sql`select title from events where id = ${eventId}`)
  await recordOfficeChange(tx, caller, {
    name,
    thing: 'event',
    thingId: eventId,
    label: rows[0]!.title,
    ...details,
  })
}
