import { asc, inArray, sql } from 'drizzle-orm'
import type { Cause } from '#server/database/change-status.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { memberships } from '#server/database/schema/index.ts'
import type { BoughtLine } from '#server/domains/orders/index.ts'
import { recordStatuses } from './record-status.ts'
import { transitionTerms } from './term-state.ts'

/**
 * Ends paid seasons whose money goes back: their days are free for another purchase, the status of each person follows, and
 * what has no season left is not renewed by itself any more.
 */
export async function revokeTerms(tx: Tx, lines: readonly BoughtLine[], cause: Cause): Promise<void> {
  const membershipIds = [...new Set(lines.flatMap(({ membershipId }) => membershipId ?? []))]
  const termIds = lines.flatMap(({ termId }) => termId ?? [])
  await lockMembershipsOfTerms(tx, membershipIds)
  const cancelled = await transitionTerms(tx, termIds, 'cancelled', cause)
  if (cancelled.length !== lines.length) throw new Error('What is given back was not held')
  await endRenewals(tx, membershipIds)
  await recordStatuses(tx, { ids: membershipIds }, tx.now)
}

/** In the order of their ids, like everybody else. */
const lockMembershipsOfTerms = (tx: Tx, ids: readonly string[]) =>
  tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(inArray(memberships.id, [...ids]))
    .orderBy(asc(memberships.id))
    .for('update')

const endRenewals = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`
    update memberships set auto_renewal = false, update_date = portal_now()
    where id = any(${sql.param([...ids])}::uuid[]) and auto_renewal and not exists (
      select from membership_terms where membership_id = memberships.id and status = 'active'
        and end_date >= ${copenhagenDate(tx.now)}
    )`)
