import type { RunProblem } from '#contract/events/cancel.ts'
import { type Cause, changeStatus, sourcesOf, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { eventRunItems, eventRuns } from '#server/database/schema/index.ts'
import { and, eq, sql } from '#server/database/sql.ts'

export type RunRow = typeof eventRuns.$inferSelect
type ItemRow = typeof eventRunItems.$inferSelect

/** A stopped run stays stopped. A finished one can run again for failed orders. */
export const runTransitions: Transitions<RunRow['state']> = {
  waiting: ['declined', 'running', 'stopped'],
  declined: ['waiting', 'running', 'stopped'],
  running: ['running', 'done', 'stopped'],
  done: ['running', 'stopped'],
  stopped: [],
}

/** Moves a run that is locked. The club's history says so too. */
export async function moveRun(
  tx: Tx,
  id: string,
  to: RunRow['state'],
  cause: Cause,
  changes: Partial<
    Pick<RunRow, 'approvedBy' | 'approvedAt' | 'declinedBy' | 'declinedAt' | 'declineReason' | 'endedAt' | 'ends'>
  > = {},
): Promise<RunRow> {
  const moved = await changeStatus(tx, {
    table: 'event_runs',
    ids: [id],
    from: sourcesOf(runTransitions, to),
    to,
    cause,
  })
  if (moved.length === 0) throw new Error(`Run ${id} cannot become ${to}`)
  if (Object.keys(changes).length > 0) await tx.update(eventRuns).set(changes).where(eq(eventRuns.id, id))
  const [row] = await tx.select().from(eventRuns).where(eq(eventRuns.id, id))
  return row!
}

/** Records that an order's guests were notified of the cancellation. The order is locked. */
export const recordNotified = (tx: Tx, runId: string, orderId: string) =>
  tx
    .update(eventRunItems)
    .set({ toldAt: tx.now })
    .where(and(eq(eventRunItems.runId, runId), eq(eventRunItems.orderId, orderId)))

/** Records what was tried of an order; without a state it still waits. The order is locked. */
export const recordTry = (
  tx: Tx,
  runId: string,
  orderId: string,
  change: Partial<Pick<ItemRow, 'state' | 'refundId' | 'amount'>> & { readonly problem?: RunProblem },
) =>
  tx
    .update(eventRunItems)
    .set({ ...change, tries: sql`tries + 1` })
    .where(and(eq(eventRunItems.runId, runId), eq(eventRunItems.orderId, orderId)))

/** Makes failed orders wait again. @returns how many */
export async function waitAgain(tx: Tx, runId: string): Promise<number> {
  const rows = await tx
    .update(eventRunItems)
    .set({ state: 'waiting', problem: null, tries: 0 })
    .where(and(eq(eventRunItems.runId, runId), eq(eventRunItems.state, 'failed')))
    .returning({ orderId: eventRunItems.orderId })
  return rows.length
}
