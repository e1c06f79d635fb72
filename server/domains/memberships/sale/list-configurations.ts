import { FEW_CLUBS } from '#contract/organisations/organisations.ts'
import type { Language } from '#contract/values.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import { type Db, onOneConnection } from '#server/database/db.ts'
import { type PersonWithRelationship, relationshipsOf } from '#server/domains/members/index.ts'
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
import { candidatesOf, selectSelfAndFamily } from './closed-for.ts'
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
  const [now, people] = await Promise.all([
    portalNow(db),
    isMember(actor) && memberIds.length > 0 ? relationshipsOf(db, actor, memberIds) : [],
  ])
  return configurationsOf(db, actor, [id], now, people)
}

interface OwnAnd {
  readonly memberIds?: readonly string[] | undefined
  /** For the caller and everyone they may buy for. */
  readonly family?: 'true' | undefined
  /** Other open clubs. */
  readonly orgIds?: readonly string[] | undefined
}

/** Configurations of the caller's own clubs, and some others. */
export const listConfigurationsOfMine = (db: Db, actor: MemberActor, { memberIds = [], family, orgIds = [] }: OwnAnd) =>
  onOneConnection(db, async (one) => {
    const [clubs, now, people] = await Promise.all([
      selectOwnClubs(one, actor.memberId),
      portalNow(one),
      family ? selectSelfAndFamily(one, actor) : memberIds.length > 0 ? relationshipsOf(one, actor, memberIds) : [],
    ])
    const own = await selectOwnOrganisations(one, [...orgIds, ...clubs], FEW_CLUBS)
    return configurationsOf(
      one,
      actor,
      own.map(({ id }) => id),
      now,
      people,
    )
  })

/** In a fixed number of queries, however many clubs. */
async function configurationsOf(
  db: Db,
  actor: Actor,
  orgIds: readonly string[],
  now: Date,
  people: readonly PersonWithRelationship[],
) {
  const { language } = actor.via
  const today = copenhagenDate(now)
  const isAsked = people.length > 0
  const [rows, candidates, holders] = await Promise.all([
    selectConfigurations(db, orgIds),
    isAsked && isMember(actor) ? candidatesOf(db, actor.memberId, orgIds, people) : [],
    isAsked ? selectHolders(db, orgIds, today) : [],
  ])
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
