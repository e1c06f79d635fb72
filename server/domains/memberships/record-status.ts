import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { statusOf } from './membership-status.ts'
import { selectMemberships, updateStatuses } from './queries.ts'

/**
 * Derives the status of memberships on a day and writes down each that changed. Round trips do not grow with them. The
 * memberships are locked already, so that what is read is still true when it is written.
 */
export async function recordStatuses(
  tx: Tx,
  which: { ids?: readonly string[]; memberIds?: readonly string[] },
  now: Date,
) {
  const today = copenhagenDate(now)
  const rows = await selectMemberships(tx, which)
  const derived = rows.map(({ membership, graceDays, terms }) => ({
    id: membership.id,
    memberId: membership.memberId,
    orgId: membership.orgId,
    status: statusOf(terms, today, graceDays).status,
  }))
  await updateStatuses(tx, derived)
  return derived
}
