import { renewsByCard } from '#contract/memberships/renewal.ts'
import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { members, membershipConfigurations, memberships, membershipTerms } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'
import {
  fullName,
  mayWithMember,
  type PersonWithRelationship,
  relationshipOf,
  relationshipsOf,
  selectFamily,
} from '#server/domains/members/index.ts'
import { selectReplaceableOrders } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectSeasonsToCome } from '../configuration-queries.ts'
import { type CardRenewal, isSupersededBy } from '../renewals/superseded-renewals.ts'
import { type AgeLimits, ageRefusal } from './fits-age.ts'
import { conflicts, isReplacedBy, type Held, lastDayOfTrial, type Season } from './overlap.ts'
import { saleStateOf } from './sale-state.ts'
import { secondsHeld } from '../queries.ts'

/** A person the caller may buy for, with the seasons that may conflict. */
export interface Candidate {
  readonly memberId: string
  readonly name: string
  readonly dateOfBirth: string | null
  /**
   * Seasons they have paid, or others hold for them. Left out are the buyer's own unpaid orders, which a new one
   * replaces, and what others reserve for the buyer.
   */
  readonly held: readonly HeldSeason[]
  /** Held by the buyer's own unpaid orders. */
  readonly unpaid: readonly HeldSeason[]
}

/** Those of the people for whom the caller may buy. */
export const readCandidates = async (
  db: Reader,
  buyer: MemberActor,
  orgIds: readonly string[],
  memberIds: readonly string[],
): Promise<Candidate[]> => candidatesOf(db, buyer.memberId, orgIds, await relationshipsOf(db, buyer, memberIds))

/** The caller and everyone they may act for. */
export async function selectSelfAndFamily(db: Reader, buyer: MemberActor): Promise<PersonWithRelationship[]> {
  const [self, family] = await Promise.all([relationshipOf(db, buyer, buyer.memberId), selectFamily(db, buyer)])
  return self ? [self, ...family] : family
}

/** Candidates for loaded people, in two queries. */
export async function candidatesOf(
  db: Reader,
  buyerId: string,
  orgIds: readonly string[],
  people: readonly PersonWithRelationship[],
): Promise<Candidate[]> {
  const theirs = people.filter(({ relationship }) => mayWithMember(relationship, 'buy')).map(({ member }) => member)
  const seasons = await selectHeldSeasons(
    db,
    orgIds,
    theirs.map(({ id }) => id),
  )
  const { own, forBuyer } = await selectReplaceableOrders(db, buyerId, orgIds)
  const isIn = (orders: ReadonlySet<string>, { orderId, status }: HeldSeason) =>
    status === 'held' && orderId !== null && orders.has(orderId)
  const unpaid = seasons.filter((season) => isIn(own, season))
  const standing = seasons.filter(
    (season) => !isIn(own, season) && !(season.memberId === buyerId && isIn(forBuyer, season)),
  )
  return theirs.map((member) => ({
    memberId: member.id,
    name: fullName(member),
    dateOfBirth: member.dateOfBirth,
    held: standing.filter(({ memberId }) => memberId === member.id),
    unpaid: unpaid.filter(({ memberId }) => memberId === member.id),
  }))
}

type Offered = Season & AgeLimits & { readonly orgId: string }

const seasonsAt = ({ held }: Candidate, { orgId }: Offered) => held.filter((one) => one.orgId === orgId)

const ageReasons = {
  membership_too_young: 'too_young',
  membership_too_old: 'too_old',
  birth_date_missing: 'birth_date_missing',
} as const

/** For whom a season is closed and why, by the rules of a purchase; each person once. */
export const closedFor = (season: Offered, candidates: readonly Candidate[]): MembershipConfiguration['closedFor'] =>
  candidates.flatMap((person) => {
    const closed = whyClosed(season, person)
    if (!closed) return []
    const { startDate, endDate, configurationId } = closed.by
    return [{ memberId: person.memberId, reason: closed.reason, membershipConfId: configurationId, startDate, endDate }]
  })

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

/** Reasons that a new order cannot remove come first. */
function whyClosed(season: Offered, person: Candidate) {
  const other = seasonsAt(person, season).find((one) => conflicts(one, season))
  if (other) return { by: other, reason: other.status === 'active' ? ('held' as const) : ('reserved' as const) }
  const refusal = ageRefusal(season, person.dateOfBirth)
  if (refusal) return { by: season, reason: ageReasons[refusal] }
  const unpaid = person.unpaid.find((one) => one.orgId === season.orgId && conflicts(one, season))
  return unpaid ? { by: unpaid, reason: 'unpaid' as const } : null
}

/** The trials that end early if a season is bought, and their last day then. */
export const endsTrial = (season: Offered, candidates: readonly Candidate[], today: string) =>
  candidates.flatMap((person) =>
    seasonsAt(person, season)
      .filter((one) => one.endDate >= today && isReplacedBy(one, season))
      .map((trial) => ({
        memberId: person.memberId,
        name: trial.name,
        nameTexts: trial.nameTexts,
        endDate: trial.endDate,
        lastDay: lastDayOfTrial(trial, season, today),
      })),
  )

/** Who has a membership of the club that has not ended, bought with consent. */
export const agreedFor = ({ orgId }: { readonly orgId: string }, candidates: readonly Candidate[], today: string) =>
  candidates
    .filter(({ held }) =>
      held.some((one) => one.orgId === orgId && one.status === 'active' && one.gdprAgreement && one.endDate >= today),
    )
    .map(({ memberId }) => memberId)

/** Seasons that people have paid or reserved in these organisations, with the reserving order. */
const selectHeldSeasons = (db: Reader, orgIds: readonly string[], memberIds: readonly string[]) =>
  db
    .select({
      orgId: memberships.orgId,
      memberId: memberships.memberId,
      configurationId: membershipTerms.configurationId,
      orderId: membershipTerms.orderId,
      startDate: membershipTerms.startDate,
      endDate: membershipTerms.endDate,
      status: sql<Held['status']>`${membershipTerms.status}`,
      secondsHeld,
      gdprAgreement: membershipTerms.gdprAgreement,
      name: membershipConfigurations.name,
      nameTexts: membershipConfigurations.nameTexts,
      series: membershipConfigurations.series,
      combinable: membershipConfigurations.combinable,
      isTrial: membershipConfigurations.isTrial,
    })
    .from(memberships)
    .innerJoin(membershipTerms, eq(membershipTerms.membershipId, memberships.id))
    .innerJoin(membershipConfigurations, eq(membershipConfigurations.id, membershipTerms.configurationId))
    .where(
      and(
        inArray(memberships.orgId, [...orgIds]),
        inArray(memberships.memberId, [...memberIds]),
        sql`(${membershipTerms.status} = 'active' or (${membershipTerms.status} = 'held'
          and (${membershipTerms.reservedUntil} is null or ${membershipTerms.reservedUntil} > portal_now())))`,
      ),
    )

type HeldSeason = Awaited<ReturnType<typeof selectHeldSeasons>>[number]
