import * as z from 'zod/mini'
import type { ClubOrder } from '#contract/orders/orders.ts'
import { Id } from '#contract/values.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import {
  eventEntries,
  events,
  orderLines,
  orders,
  refundLines as linesOfRefunds,
  refunds,
} from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'
import { delayAction, delayedHandler, delayedJob, recordOfficeChange, stopAction } from '#server/domains/audit/index.ts'
import { type PaymentRow, selectPayments, transitionRefund } from '#server/domains/payments/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { enqueue, job } from '#server/jobs/queue.ts'
import { readClubOrders } from '../office/club-orders.ts'
import { lockOrder, type OrderLineRow, type OrderReader, type OrderRow, selectLines, visibleTo } from '../queries.ts'
import { auditOrderForOthers } from '../audit-order.ts'
import { causes } from '../end-causes.ts'
import { revokeLines } from '../line-items.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { selectEndedLines, statusOfBought } from '../line-kinds.ts'
import { transitionOrders } from '../order-state.ts'
import type { SettleServices } from './settlement.ts'

interface Which {
  readonly orderId: string
  readonly lineIds: readonly string[]
}

/** Refunds of several orders that were asked for, and are stopped, together. */
interface Press {
  readonly press?: string
  /** Why, in the office's words. */
  readonly reason?: string
}

const refundLater = delayedJob('orders.refund-when-not-stopped')

/**
 * Refunds whole lines of a paid order for a club's office, a minute later: until then the office can stop it. An order has one such request at
 * a time.
 */
export async function askForRefund(
  tx: Tx,
  caller: OfficeCaller,
  { orderId, lineIds }: Which,
  press: Press = {},
): Promise<ClubOrder> {
  const order = await lockOptionalOrder(tx, caller, orderId)
  if (!order) throw new Problem('order_not_found')
  const lines = await refundableLines(tx, order, lineIds)
  const amount = sumOf(lines)
  const delayed = await delayAction(tx, caller, {
    kind: 'refund',
    thingId: order.id,
    label: order.billing.name,
    payload: { lineIds: lines.map(({ id }) => id), amount: { minor: amount, currency: order.currency }, ...press },
    job: refundLater,
  })
  if (!delayed) throw new Problem('refund_in_progress')
  return (await readClubOrders(tx, [order]))[0]!
}

/** Stops the refunds of a press: nothing was done yet, so there is nothing else to take back. */
export async function stopRefund(
  tx: Tx,
  caller: OfficeCaller,
  { actionId }: { readonly actionId: string },
): Promise<void> {
  for (const { thingId, label } of await stopAction(tx, caller, { actionId, kind: 'refund' }))
    await recordOfficeChange(tx, caller, { name: 'refund_stopped', thing: 'order', thingId, label })
}

/** Carries out the refunds that were not stopped. */
export const refundLaterHandler = ({ db, lineHandlers }: Pick<SettleServices, 'db' | 'lineHandlers'>) =>
  delayedHandler(db, refundLater, 'money.refund', async (tx, { orgId, thingId: orderId, actorId, payload }) => {
    const by = { orgId, actorId, officeReason: payload.reason as string | undefined }
    await refundLines(lineHandlers, tx, by, { orderId, lineIds: payload.lineIds as string[] })
  })

/**
 * Refunds whole lines of a paid order at once: what they bought ends, and the money follows by a job.
 * @returns the refund; null if the lines cost nothing
 */
export async function refundLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  { orgId, actorId, reason = causes.byOffice, officeReason }: RefundBy,
  { orderId, lineIds }: Which,
): Promise<string | null> {
  const order = await lockOrder(tx, orderId)
  const lines = await refundableLines(tx, order, lineIds)
  const cause = { reason, actorId, subjectId: order.buyerId }
  const by = { actor: { actorId }, organisation: { id: orgId } }
  await recordOfficeChange(tx, by, {
    name: 'line_refunded',
    thing: 'order',
    thingId: order.id,
    label: order.number,
    after: { lines: lines.map(({ title }) => title).join(', '), amount: sumOf(lines) },
    reason: officeReason,
  })
  return endLines(lineHandlers, tx, order, lines, cause)
}

async function endLines(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  cause: Cause,
): Promise<string | null> {
  await revokeLines(lineHandlers, tx, lines, cause)
  if (order.total === 0) return null
  const payment = (await selectPayments(tx, order.id)).find((one) => one.status === 'captured')
  if (!payment) throw new Error(`Order ${order.id} is paid, and no payment of it is taken`)
  const refundId = await requestLineRefund(tx, payment, lines)
  if (refundId === null) await endRefundedOrder(tx, order, cause)
  return refundId
}

interface RefundBy {
  readonly orgId: string
  readonly actorId: string
  readonly reason?: string
  /** Shown in the club's history. */
  readonly officeReason?: string | undefined
}

const sumOf = (lines: readonly OrderLineRow[]) => lines.reduce((sum, { total }) => sum + total, 0)

/** The chosen lines, if all of them can be refunded. */
async function refundableLines(tx: Tx, order: OrderRow, lineIds: readonly string[]): Promise<OrderLineRow[]> {
  const paid = order.status === 'paid' || order.status === 'refunded'
  if (!paid) throw new Problem('order_not_paid')
  const chosen = new Set(lineIds)
  const lines = (await selectLines(tx, order.id)).filter(({ id }) => chosen.has(id))
  if (lines.length !== chosen.size) throw new Problem('not_found')
  const ended = await selectEndedLines(tx, [order.id])
  if (lines.some(({ id }) => ended.has(id))) throw new Problem('line_refunded')
  return lines
}

/** Cancels a free ticket for its holder or buyer before its event starts, and frees its place at once. Once is enough. */
export async function cancelFreeLine(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  actor: MemberActor,
  entryId: string,
): Promise<void> {
  const found = await selectOptionalLineOfEntry(tx, entryId)
  if (!found || (found.buyerId !== actor.memberId && found.line.memberId !== actor.memberId))
    throw new Problem('not_found')
  const { line } = found
  const order = await lockOrder(tx, line.orderId)
  if (order.status !== 'paid' && order.status !== 'refunded') throw new Problem('not_found')
  if ((await selectEndedLines(tx, [order.id])).has(line.id)) return
  // A ticket that a coupon made free used up the coupon.
  if (line.total > 0 || line.discount > 0 || found.paidByHand > 0) throw new Problem('ticket_not_free')
  if (found.startsAt <= tx.now) throw new Problem('event_begun')
  if (found.presentAt !== null) throw new Problem('ticket_not_refundable')
  const cause = { reason: causes.byHolder, actorId: actor.actorId, subjectId: line.memberId }
  await revokeLines(lineHandlers, tx, [line], cause)
  await endRefundedOrder(tx, order, cause)
  await auditOrderForOthers(tx, actor, order, { name: 'ticket_given_up', lines: [line, { memberId: order.buyerId }] })
}

/**
 * Cancels a paid ticket for its buyer, if its event's rule allows it now: its place is free at once, and the money follows by a job.
 * Once is enough.
 * @param refusalOf why the rule does not allow it; asked with the order locked
 */
export async function refundOwnLine(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  actor: MemberActor,
  entryId: string,
  refusalOf: () => Promise<unknown>,
): Promise<void> {
  const found = await selectOptionalLineOfEntry(tx, entryId)
  if (found?.buyerId !== actor.memberId) throw new Problem('not_found')
  const order = await lockOrder(tx, found.line.orderId)
  if (order.status !== 'paid' && order.status !== 'refunded') throw new Problem('not_found')
  if ((await selectEndedLines(tx, [order.id])).has(found.line.id)) return
  if ((await refusalOf()) !== null) throw new Problem('ticket_not_refundable')
  const lines = await refundableLines(tx, order, [found.line.id])
  const cause = { reason: causes.byHolder, actorId: actor.actorId, subjectId: found.line.memberId }
  await endLines(lineHandlers, tx, order, lines, cause)
  await auditOrderForOthers(tx, actor, order, {
    name: 'ticket_given_up',
    lines: [found.line, { memberId: order.buyerId }],
  })
}

export const refundJob = job('orders.refund-lines', z.object({ refundId: Id }))

/** With backoff these span more than a day: the gateway may be down for hours. */
const TRIES = 15

/** Enqueues the refund of lines. Prioritised before mails. @param hurry runs a waiting job now */
export const enqueueLineRefund = (tx: Tx, refundId: string, { hurry = false } = {}): Promise<void> =>
  enqueue(tx, refundJob, { refundId }, { key: `refund-lines:${refundId}`, hurry, maxAttempts: TRIES, priority: -10 })

/**
 * Requests the refund of whole lines of a paid order, which is locked, and enqueues its job. While an earlier refund of the order is
 * unfinished it waits for that. @returns its id; null if they cost nothing
 */
export async function requestLineRefund(
  tx: Tx,
  { id: paymentId, orderId, orgId, currency, testMode }: PaymentRow,
  lines: readonly OrderLineRow[],
): Promise<string | null> {
  if (lines.every(({ total }) => total === 0)) return null
  const id = newId()
  const amount = lines.reduce((sum, line) => sum + line.total, 0)
  const status = (await hasUnfinished(tx, orderId)) ? 'waiting' : 'requested'
  await tx
    .insert(refunds)
    .values({ id, orderId, orgId, paymentId, currency, testMode, amount, cause: 'office', status })
  await tx.insert(linesOfRefunds).values(lines.map((line) => ({ lineId: line.id, refundId: id, amount: line.total })))
  if (status === 'requested') await enqueueLineRefund(tx, id)
  return id
}

/** Starts the refund of an order, which is locked, that has waited longest, unless an earlier one is unfinished. */
export async function startNextRefund(tx: Tx, orderId: string): Promise<void> {
  if (await hasUnfinished(tx, orderId)) return
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from refunds where order_id = ${orderId} and status = 'waiting' order by id limit 1`)
  const next = rows[0]
  if (!next) return
  await transitionRefund(tx, next.id, 'requested', { reason: 'the earlier refund is done' })
  await enqueueLineRefund(tx, next.id)
}

/** One is with the gateway, or failed and the office has to look: until then nobody knows what the gateway has credited. */
async function hasUnfinished(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from refunds where order_id = ${orderId} and cause = 'office' and status in ('requested', 'failed')`)
  return rows.length > 0
}

export async function lockOptionalOrder(tx: Tx, reader: OrderReader, id: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleTo(reader)))
    .for('update')
  return row ?? null
}

/** The line that bought a ticket, with its buyer and the start of the event. */
async function selectOptionalLineOfEntry(db: Reader, entryId: string) {
  const [row] = await db
    .select({
      line: orderLines,
      buyerId: orders.buyerId,
      startsAt: events.startsAt,
      /** Seen at the door. */
      presentAt: eventEntries.presentAt,
      /** Paid to the club itself, beside the line. */
      paidByHand: sql`coalesce(${eventEntries.handAmount}, 0)`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(eventEntries, eq(eventEntries.id, orderLines.entryId))
    .where(eq(orderLines.entryId, entryId))
  return row ?? null
}

/** Copies the refunded amounts to the order lines. */
export const recordRefundedLines = (tx: Tx, refundId: string) =>
  tx.execute(sql`
    update order_lines set refunded = refund_lines.amount from refund_lines
    where refund_lines.refund_id = ${refundId} and order_lines.id = refund_lines.line_id`)

/** Marks a paid order refunded once all its paid lines are refunded and all its free lines have ended. */
export async function endRefundedOrder(tx: Tx, order: OrderRow, cause: Cause): Promise<void> {
  const { rows } = await tx.execute<{ all: boolean }>(sql`
    select bool_or(lines.total > 0) and bool_and(
      case when lines.total > 0 then refunds.status is not distinct from 'done'
        else ${statusOfBought} is not distinct from 'cancelled' end
    ) as all
    from order_lines lines
    left join refund_lines on refund_lines.line_id = lines.id
    left join refunds on refunds.id = refund_lines.refund_id
    where lines.order_id = ${order.id}`)
  if (rows[0]!.all) await transitionOrders(tx, [order.id], 'refunded', cause)
}
