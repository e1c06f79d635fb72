import { renewsByCard } from '#contract/memberships/renewal.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { members } from '#server/database/schema/index.ts'
import { inArray, sql } from '#server/database/sql.ts'
import { Problem } from '#server/http/problem.ts'
import { selectSeasonsToCome } from '../configuration-queries.ts'
import { type CardRenewal, isSupersededBy } from '../renewals/superseded-renewals.ts'
import { closedFor, selectHeldSeasons } from './closed-for.ts'
import { saleStateOf } from './sale-state.ts'

interface ForWhom {
  readonly membershipConfId: string
  readonly memberIds: readonly string[]
}

/**
 * A season of a club that has not ended, and for whom of these people it is closed, whoever buys it for them. Throws
 * `configuration_not_found`.
 * @param renewals what the season takes the place of: for whom such a charge holds a place, it is open
 */
export async function selectSeasonFor(
  db: Reader,
  orgId: string,
  { membershipConfId, memberIds }: ForWhom,
  renewals: readonly CardRenewal[] = [],
) {
  const today = copenhagenDate(await portalNow(db))
  const seasons = (await selectSeasonsToCome(db, today, [orgId])).get(orgId) ?? []
  const season = seasons.find(({ id }) => id === membershipConfId)
  if (!season) throw new Problem('configuration_not_found')
  const people = await db
    .select({ memberId: members.id, name: sql<string>`''`, dateOfBirth: members.dateOfBirth })
    .from(members)
    .where(inArray(members.id, [...memberIds]))
  const added = { ...season, configurationId: season.id, renewsByCard: renewsByCard(season) }
  const superseded = renewals.filter((one) => isSupersededBy(one, { ...added, memberId: one.memberId }))
  const ended = new Set(superseded.map(({ charge }) => charge?.orderId))
  const held = (await selectHeldSeasons(db, [orgId], memberIds)).filter(
    // Without an end of its own it is being paid.
    ({ orderId, secondsHeld: seconds }) => seconds === null || !ended.has(orderId),
  )
  const theirs = Map.groupBy(held, ({ memberId }) => memberId)
  const candidates = people.map((one) => ({ ...one, held: theirs.get(one.memberId) ?? [], unpaid: [] }))
  const closed = closedFor(added, candidates)
  return { season, onSale: saleStateOf(season, today) === 'on_sale', closed, superseded }
}
