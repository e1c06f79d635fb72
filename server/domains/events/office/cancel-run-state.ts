import type { RunProblem } from '#contract/event-cancel.ts'
import type { Tx } from '#server/database/db.ts'
import { eventRunItems, eventRuns } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'

export type RunRow = typeof eventRuns.$inferSelect
type ItemRow = typeof eventRunItems.$inferSelect

/** One that is stopped stays stopped. One that is done runs again for what failed. */
const sources: Readonly<Record<RunRow['state'], readonly RunRow['state'][]>> = {
  waiting: ['declined'],
  declined: ['waiting'],
  running: ['waiting', 'declined', 'running', 'done'],
  done: ['running'],
  stopped: ['waiting', 'declined', 'running', 'done'],
}

/** Moves a run that is locked. Its history says who did. */
export async function moveRun(
  tx: Tx,
  id: string,
  state: RunRow['state'],
  changes: Partial<
    Pick<RunRow, 'approvedBy' | 'approvedAt' | 'declinedBy' | 'declinedAt' | 'declineReason' | 'endedAt' | 'ends'>
  > = {},
): Promise<RunRow> {
  const [row] = await tx
    .update(eventRuns)
    .set({ state, ...changes })
    .where(and(eq(eventRuns.id, id), inArray(eventRuns.state, [...sources[state]])))
    .returning()
  if (!row) throw new Error(`Run ${id} cannot become ${state}`)
  return row
}

/** Notes that an order's guests heard of the cancellation. The order is locked. */
export const recordTold = (tx: Tx, runId: string, orderId: string) =>
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

/** Lets orders wait again that failed. @returns how many */
export async function waitAgain(tx: Tx, runId: string): Promise<number> {
  const rows = await tx
    .update(eventRunItems)
    .set({ state: 'waiting', problem: null, tries: 0 })
    .where(and(eq(eventRunItems.runId, runId), eq(eventRunItems.state, 'failed')))
    .returning({ orderId: eventRunItems.orderId })
  return rows.length
}
