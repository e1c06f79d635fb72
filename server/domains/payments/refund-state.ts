import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { RefundRow } from './refund-queries.ts'

/**
 * `waiting`: an earlier refund of the order is unfinished. `failed`: the gateway keeps refusing, or its answer is unknown, and the office has to look. A refund that is done
 * stays done.
 */
export const refundTransitions: Transitions<RefundRow['status']> = {
  waiting: ['requested'],
  requested: ['done', 'failed'],
  failed: ['requested', 'done'],
  done: [],
}

/** @param done what the gateway did, and the amount in minor units; for `done` only */
export async function transitionRefund(
  tx: Tx,
  id: string,
  to: RefundRow['status'],
  cause: Cause,
  done?: { method: NonNullable<RefundRow['method']>; amount: number },
): Promise<boolean> {
  const moved = await changeStatus(tx, {
    table: 'refunds',
    ids: [id],
    from: sourcesOf(refundTransitions, to),
    to,
    set: done
      ? sql`method = ${done.method}, amount = ${done.amount}, done_at = portal_now()`
      : sql`refusals = 0, attempted_at = null`,
    cause,
  })
  return moved.length === 1
}
