import { isUnapproved } from '#contract/events/cancel.ts'
import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { crashPoint } from '#server/database/crash-point.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { eventRunItems, eventRuns } from '#server/database/schema/index.ts'
import { and, asc, eq, isNull, sql } from '#server/database/sql.ts'
import {
  endUnsoldOrder,
  type LineItemHandlers,
  lockOrder,
  type OrderRow,
  refundLines,
  selectLines,
} from '#server/domains/orders/index.ts'
import { isByHand, selectPayments, selectRefunds } from '#server/domains/payments/index.ts'
import type { Logger } from '#server/http/log.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { enqueue, type EnqueueOptions, handle, job, type RecurringJob } from '#server/jobs/queue.ts'
import { notifyEventCancelled, type OrderOutcome } from '../notifications.ts'
import { mailDatesCancelled, mailEventCancelled, mailRunReport } from './cancel-mails.ts'
import { moveRun, recordNotified, recordTry, type RunRow } from './cancel-run-state.ts'

interface RunServices {
  readonly db: Db
  readonly log: Logger
  readonly lineHandlers: LineItemHandlers
}

const cancelRunJob = job('events.cancel-run', z.object({ runId: Id }))

/** Each order is a transaction of its own. A step begins up to a second late, so that 10,000 orders in an hour need steps of many. */
const BATCH = 100
/** At three a second the gateway takes 10,000 refunds in less than an hour, and keeps time for buyers. */
const REFUNDS_A_SECOND = 25 / 8

export const enqueueRun = (tx: Tx, runId: string, options: EnqueueOptions = {}): Promise<void> =>
  enqueue(tx, cancelRunJob, { runId }, { key: `event-run:${runId}`, ...options })

/** Adds the paid orders of the run's event. Those of payments that were under way come later. */
export const addOrders = (tx: Tx, { id, eventId }: RunRow) =>
  tx.execute(sql`
    insert into event_run_items (run_id, order_id)
    select distinct ${id}::uuid, order_id from event_entries entries where event_id = ${eventId} and status = 'paid'
      and not exists (select from event_run_items items where items.run_id = ${id} and items.order_id = entries.order_id)
    on conflict do nothing`)

/**
 * Continues a cancellation: unpaid orders end at once, paid ones in batches. Its progress is in the rows, so it can crash at any step and
 * continue on any worker.
 */
export const cancelRunHandler = (services: RunServices) =>
  handle(cancelRunJob, async ({ runId }) => {
    const { db } = services
    const [run] = await db.select().from(eventRuns).where(eq(eventRuns.id, runId))
    if (!run || run.state === 'stopped' || run.state === 'done') return
    const begun = performance.now()
    await endUnpaidOrders(services, run)
    if (isUnapproved(run)) return notifyBeforeApproval(services, run)
    const orderIds = await inTransaction(db, (tx) => claimBatch(tx, run))
    const outcomes: Ended[] = []
    for (const orderId of orderIds) {
      outcomes.push(await endOrder(services, run, orderId))
      crashPoint('event-run.ended')
    }
    if (await inTransaction(db, (tx) => finish(tx, run))) return
    // Without progress the next minute retries: orders wait for other refunds, or for the gateway.
    if (outcomes.every((one) => one === 'waits')) return
    const refunds = outcomes.filter((one) => one === 'refunding').length
    const afterSeconds = Math.max(0, refunds / REFUNDS_A_SECOND - (performance.now() - begun) / 1000)
    await inTransaction(db, (tx) => enqueueRun(tx, run.id, { afterSeconds }))
  })

/** Continues unfinished runs every minute. */
export const cancelRunSchedule = ({ db }: Pick<RunServices, 'db'>): RecurringJob[] => [
  {
    name: 'events.resume-runs',
    cron: '* * * * *',
    run: async () => {
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from event_runs where state = 'running' or state in ('waiting', 'declined') and (
            exists (select from event_entries entries where entries.event_id = event_runs.event_id and (entries.status = 'held'
              or entries.status = 'paid' and not exists (
                select from event_run_items items where items.run_id = event_runs.id and items.order_id = entries.order_id)))
            or exists (select from event_run_items items where items.run_id = event_runs.id and items.told_at is null))
        order by id`)
      for (const { id } of rows) await inTransaction(db, (tx) => enqueueRun(tx, id, { unlessQueued: true }))
    },
  },
]

/** Ends the orders that hold places, except those whose payment is being confirmed: their money decides. One that cannot be ended stops no other. */
async function endUnpaidOrders({ db, log, lineHandlers }: RunServices, run: RunRow): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct order_id as id from event_entries where event_id = ${run.eventId} and status = 'held' order by 1`)
  const cause = { reason: 'event cancelled', actorId: run.startedBy }
  for (const { id } of rows)
    try {
      await inTransaction(db, async (tx) => {
        const { order, outcome } = await endUnsoldOrder(lineHandlers, tx, id, cause)
        const places = (await selectLines(tx, id)).filter(({ eventId }) => eventId === run.eventId)
        if (outcome === 'ended') await notifyGuests(tx, run, order, { outcome: 'released', places })
      })
    } catch (error) {
      log.error({ err: error, runId: run.id, orderId: id }, 'Unpaid order of a cancelled event could not be ended')
    }
}

/**
 * Guests are notified at once that the event is cancelled, also those whose payment came late, and that the club has yet to approve the
 * refunds. One that cannot be notified stops no other.
 */
async function notifyBeforeApproval({ db, log }: RunServices, run: RunRow): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isStill(tx, run)) await addOrders(tx, run)
  })
  const untold = await db
    .select({ orderId: eventRunItems.orderId })
    .from(eventRunItems)
    .where(and(eq(eventRunItems.runId, run.id), isNull(eventRunItems.toldAt)))
    .orderBy(asc(eventRunItems.orderId))
    .limit(BATCH)
  let notified = 0
  for (const { orderId } of untold)
    try {
      await inTransaction(db, (tx) => notifyPending(tx, run, orderId))
      notified++
    } catch (error) {
      log.error({ err: error, runId: run.id, orderId }, 'Guests of a cancelled event could not be notified')
    }
  if (untold.length === BATCH && notified > 0) await inTransaction(db, (tx) => enqueueRun(tx, run.id))
}

async function notifyPending(tx: Tx, run: RunRow, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!(await isStillAsked(tx, run, orderId))) return
  const places = await selectPlaces(tx, order, run)
  const isByCard = places.some(({ byCard }) => byCard > 0)
  const outcome = isByCard ? 'pending' : places.some(({ byHand }) => byHand > 0) ? 'by_hand' : 'free'
  if (places.length > 0) await notifyGuests(tx, run, order, { outcome, places })
  await recordNotified(tx, run.id, orderId)
}

async function claimBatch(tx: Tx, run: RunRow): Promise<string[]> {
  const waiting = await selectWaiting(tx, run)
  if (waiting.length === BATCH) return waiting
  await addOrders(tx, run)
  return selectWaiting(tx, run)
}

async function selectWaiting(tx: Tx, { id }: RunRow): Promise<string[]> {
  const rows = await tx
    .select({ orderId: eventRunItems.orderId })
    .from(eventRunItems)
    .where(and(eq(eventRunItems.runId, id), eq(eventRunItems.state, 'waiting')))
    .orderBy(asc(eventRunItems.tries), asc(eventRunItems.orderId))
    .limit(BATCH)
  return rows.map(({ orderId }) => orderId)
}

type Ended = 'refunding' | 'ended' | 'waits'

/** Ends one order. One that cannot be ended is marked, and stops nothing else. */
async function endOrder({ db, log, lineHandlers }: RunServices, run: RunRow, orderId: string): Promise<Ended> {
  try {
    return await inTransaction(db, (tx) => endPlaces(lineHandlers, tx, run, orderId))
  } catch (error) {
    log.error({ err: error, runId: run.id, orderId }, 'Order of a cancelled event could not be ended')
    await inTransaction(db, (tx) => recordTry(tx, run.id, orderId, { state: 'failed', problem: 'unexpected' }))
    return 'ended'
  }
}

/**
 * Ends the places that an order has at the event and requests their refund, in one transaction with the item: whoever finds the item waiting
 * under the order's lock is the only one who ever does.
 */
async function endPlaces(lineHandlers: LineItemHandlers, tx: Tx, run: RunRow, orderId: string): Promise<Ended> {
  const order = await lockOrder(tx, orderId)
  if (!(await isStillAsked(tx, run, orderId))) return 'waits'
  const places = await selectPlaces(tx, order, run)
  const chosen = run.refunds === 'all' ? places : places.filter((one) => one.byCard === 0 && one.byHand === 0)
  if (chosen.length === 0) {
    await recordTry(tx, run.id, orderId, { state: 'done' })
    if (places.length > 0) await notifyGuests(tx, run, order, { outcome: 'kept', places })
    return 'ended'
  }
  const unfinished = (await selectRefunds(tx, orderId)).find(
    ({ refund }) => refund.cause === 'office' && refund.status !== 'done',
  )
  if (unfinished) {
    const hasFailed = unfinished.refund.status === 'failed'
    await recordTry(tx, run.id, orderId, hasFailed ? { state: 'failed', problem: 'earlier_refund_failed' } : {})
    return hasFailed ? 'ended' : 'waits'
  }
  const actorId = run.approvedBy ?? run.startedBy
  const by = { orgId: run.orgId, actorId, reason: 'event cancelled' }
  const refundId = await refundLines(lineHandlers, tx, by, { orderId, lineIds: chosen.map(({ id }) => id) })
  const byHand = chosen.reduce((sum, one) => sum + one.byHand, 0)
  const amount = byHand + chosen.reduce((sum, { byCard }) => sum + byCard, 0)
  await recordTry(tx, run.id, orderId, { state: byHand > 0 ? 'by_hand' : 'done', refundId, amount })
  const kept = places.length > chosen.length ? 'kept' : 'free'
  const outcome = byHand > 0 ? 'by_hand' : refundId !== null ? 'refunded' : kept
  await notifyGuests(tx, run, order, { outcome, places, isRefundMailed: refundId !== null })
  crashPoint('event-run.ending')
  return refundId === null ? 'ended' : 'refunding'
}

/** The run is still in the state it was read in. What changes it waits for this transaction. */
async function isStill(tx: Tx, run: RunRow): Promise<boolean> {
  const [now] = await tx.select({ state: eventRuns.state }).from(eventRuns).where(eq(eventRuns.id, run.id)).for('share')
  return now?.state === run.state
}

/** The run is still in the state it was read in, and the order waits. */
async function isStillAsked(tx: Tx, run: RunRow, orderId: string): Promise<boolean> {
  if (!(await isStill(tx, run))) return false
  const [item] = await tx
    .select({ state: eventRunItems.state })
    .from(eventRunItems)
    .where(and(eq(eventRunItems.runId, run.id), eq(eventRunItems.orderId, orderId)))
  return item?.state === 'waiting'
}

/** The order's lines whose places at the event are paid, with what was paid for each by card, and to the club itself. */
async function selectPlaces(tx: Tx, order: OrderRow, { eventId }: RunRow) {
  const { rows } = await tx.execute<{ id: string; by_hand: number }>(sql`
    select id, coalesce(hand_amount, 0)::float8 as by_hand from event_entries
    where order_id = ${order.id} and event_id = ${eventId} and status = 'paid'`)
  const byHand = new Map(rows.map((row) => [row.id, row.by_hand]))
  const isTaken = (await selectPayments(tx, order.id)).some((one) => one.status === 'captured' && isByHand(one))
  return (await selectLines(tx, order.id)).flatMap(({ id, memberId, entryId, total }) => {
    const amount = byHand.get(entryId ?? '')
    if (amount === undefined) return []
    return { id, memberId, ...(isTaken ? { byCard: 0, byHand: amount + total } : { byCard: total, byHand: amount }) }
  })
}

interface Notified {
  readonly outcome: OrderOutcome
  /** Until now. */
  readonly places: readonly { readonly memberId: string }[]
  readonly isRefundMailed?: boolean
}

/** A refund has a mail of its own, with the club's text; everybody else is written to here, and those with places at several dates once. */
async function notifyGuests(
  tx: Tx,
  run: RunRow,
  order: OrderRow,
  { outcome, places, isRefundMailed = false }: Notified,
): Promise<void> {
  const people = [...new Set(places.map(({ memberId }) => memberId))]
  await notifyEventCancelled(tx, order, { eventId: run.eventId, outcome, people })
  if (await mailDatesCancelled(tx, run, order, { outcome, people })) await recordNotified(tx, run.id, order.id)
  else if (!isRefundMailed) await mailEventCancelled(tx, run, order, { outcome, people })
}

/** Ends the run once nothing of it waits, and reports. @returns whether it has ended */
async function finish(tx: Tx, { id, orgId, eventId, press }: RunRow): Promise<boolean> {
  const runs = await tx
    .select()
    .from(eventRuns)
    .where(press === null ? eq(eventRuns.id, id) : eq(eventRuns.press, press))
    .orderBy(asc(eventRuns.id))
    .for('update')
  const run = runs.find((one) => one.id === id)
  if (run?.state !== 'running') return true
  if ((await selectWaiting(tx, run)).length > 0) return false
  const { rows } = await tx.execute<{ unfinished: boolean; title: string }>(sql`
    select title, exists (
        select from event_entries entries where event_id = ${eventId} and status = 'held' and (reserved_until is null or reserved_until > ${tx.now}::timestamptz - interval '1 hour')
      ) or exists (
        select from event_entries entries where event_id = ${eventId} and status = 'paid' and not exists (
          select from event_run_items items where items.run_id = ${id} and items.order_id = entries.order_id)
      ) or exists (
        select from event_run_items items join refunds on refunds.id = items.refund_id where items.run_id = ${id} and refunds.status in ('waiting', 'requested')
      ) as unfinished
    from events where id = ${eventId}`)
  const { unfinished, title } = rows[0]!
  if (unfinished) return false
  const ended = await moveRun(tx, id, 'done', { reason: 'all orders ended' }, { endedAt: tx.now, ends: run.ends + 1 })
  const by = { actor: { actorId: run.approvedBy ?? run.startedBy }, organisation: { id: orgId } }
  await recordOfficeChange(tx, by, { name: 'event_cancel_finished', thing: 'event', thingId: eventId, label: title })
  // Dates that were cancelled together have one report, once none of them is under way.
  if (runs.every((one) => one.id === id || one.state !== 'running'))
    await mailRunReport(tx, ended, 1 + runs.reduce((sum, { ends }) => sum + ends, 0))
  return true
}
