import type { MembershipConfiguration } from '#contract/organisations.ts'
import type { Reader } from '#server/database/db.ts'
import { fullName, mayWithMember, standingsOf, type Seen } from '#server/domains/members/index.ts'
import { selectReplaceableOrders } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { selectHeldSeasons, type HeldSeason } from './closed-queries.ts'
import { ageRefusal, type AgeLimits } from './fits-age.ts'
import { clash, givesWay, lastDayOfTrial, type Season } from './overlap.ts'

/** Somebody for whom a membership may be bought, with what stands in its way. */
export interface Candidate {
  readonly memberId: string
  readonly name: string
  readonly dateOfBirth: string | null
  /**
   * What they have or somebody else holds for them; the buyer's own unpaid orders give way to a new one, and so does what others
   * reserve for the buyer.
   */
  readonly held: readonly HeldSeason[]
}

/** Those of the people for whom the caller may buy. */
export const readCandidates = async (
  db: Reader,
  buyer: MemberActor,
  orgIds: readonly string[],
  memberIds: readonly string[],
): Promise<Candidate[]> => candidatesOf(db, buyer.memberId, orgIds, await standingsOf(db, buyer, memberIds))

/** The same for people who are known already: two queries, however many they and the clubs are. */
export async function candidatesOf(
  db: Reader,
  buyerId: string,
  orgIds: readonly string[],
  people: readonly Seen[],
): Promise<Candidate[]> {
  const theirs = people.filter(({ standing }) => mayWithMember(standing, 'buy')).map(({ member }) => member)
  const seasons = await selectHeldSeasons(
    db,
    orgIds,
    theirs.map(({ id }) => id),
  )
  const { own, forBuyer } = await selectReplaceableOrders(db, buyerId, orgIds)
  const isReplaceable = ({ memberId, orderId, status }: HeldSeason) =>
    status === 'held' && orderId !== null && (own.has(orderId) || (memberId === buyerId && forBuyer.has(orderId)))
  const standing = seasons.filter((season) => !isReplaceable(season))
  return theirs.map((member) => ({
    memberId: member.id,
    name: fullName(member),
    dateOfBirth: member.dateOfBirth,
    held: standing.filter(({ memberId }) => memberId === member.id),
  }))
}

export type Offered = Season & AgeLimits & { readonly orgId: string }

const heldAt = ({ held }: Candidate, { orgId }: Offered) => held.filter((one) => one.orgId === orgId)

const ageReasons = {
  membership_too_young: 'too_young',
  membership_too_old: 'too_old',
  birth_date_missing: 'birth_date_missing',
} as const

/** For whom a season is closed and why, by the rules that decide when it is bought; each person once. */
export const closedFor = (season: Offered, candidates: readonly Candidate[]): MembershipConfiguration['closedFor'] =>
  candidates.flatMap((person): MembershipConfiguration['closedFor'] => {
    const { memberId } = person
    const other = heldAt(person, season).find((one) => clash(one, season))
    if (other) {
      const { startDate, endDate } = other
      return [{ memberId, reason: other.status === 'active' ? 'held' : 'reserved', startDate, endDate }]
    }
    const refusal = ageRefusal(season, person.dateOfBirth)
    if (!refusal) return []
    return [{ memberId, reason: ageReasons[refusal], startDate: season.startDate, endDate: season.endDate }]
  })

/** The trials that end when a season is bought, and their last day then. */
export const endsTrial = (season: Offered, candidates: readonly Candidate[], today: string) =>
  candidates.flatMap((person) =>
    heldAt(person, season)
      .filter((one) => givesWay(one, season))
      .map((trial) => ({
        memberId: person.memberId,
        name: trial.name,
        endDate: trial.endDate,
        lastDay: lastDayOfTrial(trial, season, today),
      })),
  )
