import { renewsByCard } from '#contract/memberships/renewal.ts'
import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { membershipConfigurations, membershipTerms } from '#server/database/schema/index.ts'
import { and, eq, inArray } from '#server/database/sql.ts'
import type { LineItemHandlers } from '#server/domains/orders/index.ts'
import { enableMemberships, insertTerms, lockMemberships, lockMembershipsById } from '../queries.ts'
import { supersedeRenewals } from '../renewals/superseded-renewals.ts'
import { conflicts, type Held } from '../sale/overlap.ts'
import { liveTerms } from '../sale/reserve-terms.ts'
import { earlierYear } from './membership-status.ts'
import { recordStatuses } from './record-status.ts'
import { transitionTerms } from './term-state.ts'

interface Grant {
  readonly memberId: string
  readonly configurationId: string
}

/**
 * Gives seasons without an order or a payment, in place of what a card is to renew. Who has one of the same days already gets none.
 * @returns the term of each, or null, in the order in which they are wanted
 */
export async function grantTerms(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  orgId: string,
  wanted: readonly Grant[],
  cause: Cause,
): Promise<(string | null)[]> {
  if (wanted.length === 0) return []
  const seasons = await tx
    .select()
    .from(membershipConfigurations)
    .where(
      and(
        eq(membershipConfigurations.orgId, orgId),
        inArray(membershipConfigurations.id, [...new Set(wanted.map((one) => one.configurationId))]),
      ),
    )
  const added = wanted.flatMap(({ memberId, configurationId }) => {
    const season = seasons.find(({ id }) => id === configurationId)
    return season ? [{ ...season, memberId, configurationId, renewsByCard: renewsByCard(season) }] : []
  })
  await supersedeRenewals(lineHandlers, tx, orgId, added)
  const memberships = await lockMemberships(tx, orgId, [...new Set(wanted.map(({ memberId }) => memberId))])
  const live = await liveTerms(
    tx,
    [...memberships.values()].map(({ id }) => id),
  )
  const taken: Map<string, Held[]> = Map.groupBy(live, (term) => term.membershipId)
  const rows: (typeof membershipTerms.$inferInsert)[] = []
  const granted = wanted.map(({ memberId, configurationId }) => {
    const season = seasons.find(({ id }) => id === configurationId)
    const membershipId = memberships.get(memberId)!.id
    if (!season) return null
    const theirs = taken.get(membershipId) ?? []
    // A trial that has not ended counts, too: an office ends it first.
    if (theirs.some((term) => conflicts(term, { ...season, configurationId, isTrial: true }))) return null
    taken.set(membershipId, [...theirs, { ...season, configurationId, status: 'active' }])
    const id = newId()
    const { startDate, endDate } = season
    const membershipFor = earlierYear(season)
    rows.push({ id, membershipId, orgId, memberId, configurationId, membershipFor, startDate, endDate })
    return id
  })
  if (rows.length === 0) return granted
  await insertTerms(tx, rows)
  await transitionTerms(
    tx,
    rows.map(({ id }) => id),
    'active',
    cause,
  )
  const ids = [...new Set(rows.map(({ membershipId }) => membershipId))]
  await enableMemberships(tx, ids)
  await recordStatuses(tx, { ids }, tx.now)
  return granted
}

/** Ends seasons that were given, as `grantTerms` gave them. */
export async function revokeGranted(tx: Tx, termIds: readonly string[], cause: Cause): Promise<void> {
  if (termIds.length === 0) return
  const terms = await tx
    .select({ membershipId: membershipTerms.membershipId })
    .from(membershipTerms)
    .where(inArray(membershipTerms.id, [...termIds]))
  const ids = [...new Set(terms.map(({ membershipId }) => membershipId))]
  await lockMembershipsById(tx, ids)
  await transitionTerms(tx, termIds, 'cancelled', cause)
  await recordStatuses(tx, { ids }, tx.now)
}
