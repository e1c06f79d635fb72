import type { Membership, Term } from '#contract/memberships/memberships.ts'
import { copenhagenDate } from '#server/database/clock.ts'
import { inTransaction, type Db, type Tx } from '#server/database/db.ts'
import { fullName, lockRelationships, mayWithMember } from '#server/domains/members/index.ts'
import { selectOptionalOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { deleteSurplusDrafts, insertDraft } from './draft-queries.ts'
import { readCandidates } from '../sale/closed-for.ts'
import { ageRefusal } from '../sale/fits-age.ts'
import { showMembership, type PlansOf } from '../terms/list-memberships.ts'
import { conflicts, refusalData } from '../sale/overlap.ts'
import { presentDraft } from './present-draft.ts'
import { insertMembership, selectOptionalMembership } from '../queries.ts'
import { selectOfferings } from '../configuration-queries.ts'
import { saleStateOf } from '../sale/sale-state.ts'

/** More than any purchase has lines. */
const MOST_DRAFTS = 100

/**
 * Step 1 of a client that goes step by step: the membership of a person in a club, created inactive if there is none.
 * Any status in the request is ignored.
 */
export async function createMembership(
  db: Db,
  actor: MemberActor,
  { memberId, orgId, referenceKey }: { memberId: string; orgId: string; referenceKey?: string | undefined },
  plansOf: PlansOf,
): Promise<Membership> {
  const membershipId = await inTransaction(db, async (tx) => {
    await requireBuyable(tx, actor, memberId)
    if (!(await selectOptionalOrganisation(tx, orgId))) throw new Problem('organisation_not_found')
    return insertMembership(tx, { orgId, memberId, referenceKey: referenceKey || null })
  })
  return showMembership(db, actor, { membershipId }, plansOf)
}

/**
 * Step 2: a draft of a season about to be bought. It reserves nothing, but is refused for the same reasons as an
 * order. The buyer's order later takes over its id; consent is only given with the order.
 */
export async function createTerm(
  tx: Tx,
  actor: MemberActor,
  {
    membershipId,
    membershipConfId,
    referenceKey,
  }: { membershipId: string; membershipConfId: string; referenceKey?: string | undefined },
): Promise<Term> {
  const membership = await selectOptionalMembership(tx, membershipId)
  if (!membership) throw new Problem('not_found')
  const { memberId, orgId } = membership
  const memberName = await requireBuyable(tx, actor, memberId)

  const [offering] = await selectOfferings(tx, [membershipConfId])
  const open = offering?.orgId === orgId && (await selectOptionalOrganisation(tx, orgId)) !== null
  if (!offering || !open) throw new Problem('configuration_not_found')
  const { name, endDate, offerStartDate } = offering
  const sale = saleStateOf(offering, copenhagenDate(tx.now))
  if (sale !== 'on_sale')
    throw new Problem('configuration_not_on_sale', { data: { name, sale, offerStartDate, endDate } })

  const [person] = await readCandidates(tx, actor, [orgId], [memberId])
  const closed = ageRefusal(offering, person?.dateOfBirth ?? null)
  if (closed) {
    const { minAge, maxAge } = offering
    throw new Problem(closed, { data: { name: memberName, memberId, membership: name, minAge, maxAge } })
  }
  const other = person?.held.find((one) => conflicts(one, { ...offering, configurationId: offering.id }))
  if (other) throw new Problem('term_already_held', { data: refusalData(memberName, other) })

  const key = { membershipId, configurationId: offering.id, draftedBy: actor.memberId }
  const draft = await insertDraft(tx, { ...key, referenceKey: referenceKey || null })
  await deleteSurplusDrafts(tx, actor.memberId, MOST_DRAFTS)
  return presentDraft({ draft, membership, configuration: offering }, actor.via.language)
}

/** Somebody the caller may not buy for is answered like an unknown person. @returns the person's name */
async function requireBuyable(tx: Tx, actor: MemberActor, memberId: string): Promise<string> {
  const [person] = await lockRelationships(tx, actor, [memberId])
  if (!person || !mayWithMember(person.relationship, 'buy')) throw new Problem('not_found')
  return fullName(person.member)
}
