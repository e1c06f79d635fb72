import type { Reader } from '#server/database/db.ts'
import { mayWithMember, standingsOf } from '#server/domains/members/index.ts'
import { selectReplaceableOrders } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectHeldSeasons, type HeldSeason } from './closed-queries.ts'
import { clash, type Season } from './overlap.ts'

/**
 * What stands in the way of people the caller may buy for; the caller's own unpaid orders give way to a new one, and what others
 * reserve for the caller.
 */
export async function heldByOthers(
  db: Reader,
  buyer: MemberActor,
  orgId: string,
  memberIds: readonly string[],
): Promise<HeldSeason[]> {
  const people = await standingsOf(db, buyer, memberIds)
  const seasons = await selectHeldSeasons(db, orgId, memberIds)
  const { own, forBuyer } = await selectReplaceableOrders(db, buyer.memberId, orgId)
  const givesWay = ({ memberId, orderId, status }: HeldSeason) =>
    status === 'held' &&
    orderId !== null &&
    (own.has(orderId) || (memberId === buyer.memberId && forBuyer.has(orderId)))
  const theirs = new Set(people.filter(({ standing }) => mayWithMember(standing, 'buy')).map(({ member }) => member.id))
  return seasons.filter((season) => theirs.has(season.memberId) && !givesWay(season))
}

/** For whom a season is closed, by the rule that decides when it is bought; each person once. */
export const closedFor = (season: Season, held: readonly HeldSeason[]) =>
  [...Map.groupBy(held, (one) => one.memberId)].flatMap(([memberId, seasons]) => {
    const other = seasons.find((one) => clash(one, season))
    if (!other) return []
    const reason = other.status === 'active' ? ('held' as const) : ('reserved' as const)
    return [{ memberId, reason, startDate: other.startDate, endDate: other.endDate }]
  })
