import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import type { BoughtLine } from '#server/domains/orders/index.ts'
import { recordStatuses } from '../terms/record-status.ts'
import { lockMembershipsById } from '../queries.ts'
import { endRenewals } from './revoke-queries.ts'
import { transitionTerms } from '../terms/term-state.ts'
import { restoreTrials } from '../terms/trial-queries.ts'

/**
 * Ends paid seasons whose money goes back: their days are free for another purchase, the status of each person follows, and
 * what has no season left is not renewed by itself any more.
 */
export async function revokeTerms(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void> {
  const membershipIds = [...new Set(lines.flatMap(({ membershipId }) => membershipId ?? []))]
  const termIds = lines.flatMap(({ termId }) => termId ?? [])
  await lockMembershipsById(tx, membershipIds)
  const cancelled = await transitionTerms(tx, termIds, 'cancelled', cause)
  if (cancelled.length !== lines.length) throw new Error('What is given back was not held')
  await restoreTrials(tx, cancelled)
  await endRenewals(tx, membershipIds, copenhagenDate(tx.now))
  await recordStatuses(tx, { ids: membershipIds }, tx.now)
}
