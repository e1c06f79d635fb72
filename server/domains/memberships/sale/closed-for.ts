import type { MembershipConfiguration } from '#contract/organisations/organisations.ts'
import type { Reader } from '#server/database/db.ts'
import { membershipConfigurations, memberships, membershipTerms } from '#server/database/schema/index.ts'
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
import { type AgeLimits, ageRefusal } from './fits-age.ts'
import { conflicts, isReplacedBy, type Held, lastDayOfTrial, type Season } from './overlap.ts'
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
export const selectHeldSeasons = (db: Reader, orgIds: readonly string[], memberIds: readonly string[]) =>
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
