import { changeStatus, sourcesOf, type Cause, type Transitions } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { RedemptionRow } from './queries.ts'

type RedemptionStatus = RedemptionRow['status']

/**
 * A released use can be held again if a late payment finds one left. A used one stays used even after a refund, and is released only if it
 * was a test.
 */
export const redemptionTransitions: Transitions<RedemptionStatus> = {
  held: ['used', 'released'],
  released: ['held'],
  used: ['released'],
}

/** @returns the ids of the uses that changed */
export const transitionRedemptions = (
  tx: Tx,
  ids: readonly string[],
  to: RedemptionStatus,
  cause: Cause,
): Promise<string[]> =>
  changeStatus(tx, {
    table: 'coupon_redemptions',
    ids,
    from: sourcesOf(redemptionTransitions, to),
    to,
    ...(to === 'used' ? { set: sql`reserved_until = null` } : {}),
    cause,
  })
