import { FEW_CLUBS } from '#contract/organisations/organisations.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import {
  type OrganisationFacts,
  selectOptionalOrganisation,
  selectOwnOrganisations,
} from '#server/domains/organisations/index.ts'
import { type Actor, isMember, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import {
  isOfferedName,
  selectConfigurations,
  selectHolders,
  selectOnSale,
  selectSelling,
  selectSeasonsToCome,
} from '../configuration-queries.ts'
import { selectOwnClubs } from '../queries.ts'
import { type Candidate, readCandidates, readFamilyCandidates } from './closed-for.ts'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { followingOf } from '../next-season.ts'
import { priceMembership } from '#contract/memberships/price.ts'
import { presentConfiguration, presentOffer } from '../present.ts'
import { proposedFor } from './propose-membership.ts'
import { saleStateOf } from './sale-state.ts'

const order = { on_sale: 0, not_yet: 1, ended: 2 }

interface Which {
  readonly id: string
  readonly memberIds?: readonly string[] | undefined
}

/** The seasons of an organisation with price, sale state and for whom they are closed; those on sale first. */
export async function listConfigurations(db: Db, actor: Actor, { id, memberIds = [] }: Which) {
  if (!(await selectOptionalOrganisation(db, id))) throw new Problem('organisation_not_found')
  return configurationsOf(
    db,
    actor.via.language,
    [id],
    isMember(actor) && memberIds.length > 0 ? readCandidates(db, actor, [id], memberIds) : [],
  )
}

interface OwnAnd {
  readonly memberIds?: readonly string[] | undefined
  /** For the caller and everyone they may buy for. */
  readonly family?: 'true' | undefined
  /** Other open clubs. */
  readonly orgIds?: readonly string[] | undefined
}

/** Configurations of the caller's own clubs, and some others. */
export async function listConfigurationsOfMine(
  db: Db,
  actor: MemberActor,
  { memberIds = [], family, orgIds = [] }: OwnAnd,
) {
  const own = await selectOwnOrganisations(db, [...orgIds, ...(await selectOwnClubs(db, actor.memberId))], FEW_CLUBS)
  const ids = own.map(({ id }) => id)
  if (family) return configurationsOf(db, actor.via.language, ids, readFamilyCandidates(db, actor, ids))
  return configurationsOf(
    db,
    actor.via.language,
    ids,
    memberIds.length > 0 ? readCandidates(db, actor, ids, memberIds) : [],
  )
}

/** In a fixed number of queries, however many clubs. */
async function configurationsOf(
  db: Db,
  language: Language,
  orgIds: readonly string[],
  people: Promise<readonly Candidate[]> | readonly Candidate[],
) {
  const [rows, now, candidates] = await Promise.all([selectConfigurations(db, orgIds), portalNow(db), people])
  const today = copenhagenDate(now)
  const holders = candidates.length > 0 ? await selectHolders(db, orgIds, today) : []
  const onSale = Map.groupBy(
    rows.filter((row) => isOfferedName(row) && saleStateOf(row, today) === 'on_sale'),
    (row) => row.orgId,
  )
  const proposals = candidates.flatMap((person) =>
    [...onSale.values()].map((offers) => ({
      memberId: person.memberId,
      id: proposedFor(offers, person, { holders, today, unknownAge: true })?.id,
    })),
  )
  return rows
    .map((row) =>
      presentConfiguration(row, {
        today,
        language,
        candidates,
        following: renewsByCard(row) ? followingOf(rows, row) : undefined,
        proposedFor: proposals.filter((one) => one.id === row.id).map(({ memberId }) => memberId),
      }),
    )
    .toSorted((a, b) => order[a.sale] - order[b.sale])
}

/** For the list of organisations: whether a season is on sale. */
export const saleFacts: OrganisationFacts = async (db, orgIds) => {
  const clubs = await selectSelling(db, orgIds)
  return new Map(clubs.map((id) => [id, { readyForMembershipRenewal: true }]))
}

/** The lowest price of each club's memberships on sale. */
export async function selectPricesFrom(db: Db, orgIds: readonly string[]) {
  const offers = await selectOnSale(db, copenhagenDate(await portalNow(db)), orgIds)
  const memberships = offers.filter(({ configuration }) => !configuration.combinable)
  const prices = memberships.map(({ configuration }) => ({
    orgId: configuration.orgId,
    membershipFrom: { minor: priceMembership(configuration).total, currency: configuration.currency },
  }))
  return new Map(
    prices
      .toSorted((a, b) => b.membershipFrom.minor - a.membershipFrom.minor)
      .map(({ orgId, membershipFrom }) => [orgId, { membershipFrom }]),
  )
}

/** Seasons that a club sells now or later: those on sale first, then by season and price. */
export async function listOpenSeasons(db: Db, language: Language, orgId: string) {
  const today = copenhagenDate(await portalNow(db))
  const rows = (await selectSeasonsToCome(db, today, [orgId])).get(orgId) ?? []
  return rows
    .map((row) => presentOffer(row, { today, language }))
    .toSorted(
      (a, b) =>
        order[a.sale] - order[b.sale] ||
        a.startDate.localeCompare(b.startDate) ||
        b.parts.total.minor - a.parts.total.minor ||
        a.name.localeCompare(b.name, 'da'),
    )
}
