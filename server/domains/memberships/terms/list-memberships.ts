import type { Membership, RenewalPlan } from '#contract/memberships/memberships.ts'
import { renewsByCard } from '#contract/memberships/renewal.ts'
import { copenhagenDate, portalNow } from '#server/database/clock.ts'
import type { Db, Reader } from '#server/database/db.ts'
import { relationshipOf } from '#server/domains/members/index.ts'
import { selectOrdersWithReceipt, selectOwnOrders, selectPaidTerms } from '#server/domains/orders/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectDrafts } from '../drafts/draft-queries.ts'
import { presentDraft } from '../drafts/present-draft.ts'
import { selectHolders, selectSeasonsToCome } from '../configuration-queries.ts'
import { selectDismissals } from '../dismissals.ts'
import { isClosedByAge, isProposedNext, lastSeasonOf, type PaidSeason } from '../next-season.ts'
import { presentMembership } from '../present.ts'
import { type MembershipWithTerms, selectMemberships } from '../queries.ts'

/**
 * The memberships of a person in each organisation, or in one. A club's admins see those of their club. Throws `not_found`
 * for a person the caller may not see.
 */
export async function listMemberships(
  db: Db,
  actor: MemberActor,
  { memberId, orgId }: { memberId: string; orgId?: string | undefined },
  plansOf: PlansOf,
) {
  const rows = await selectMemberships(db, { memberIds: [memberId], orgId, seenBy: actor })
  if (rows.length === 0 && !(await relationshipOf(db, actor, memberId))) throw new Problem('not_found')
  return present(db, actor, rows.filter(hasTerms).slice(0, MOST), plansOf)
}

/** Memberships of several people, in as many queries as of one. */
export async function listMembershipsOfFamily(
  db: Db,
  actor: MemberActor,
  { memberIds }: { memberIds: readonly string[] },
  plansOf: PlansOf,
) {
  const rows = await selectMemberships(db, { memberIds, seenBy: actor })
  return present(db, actor, rows.filter(hasTerms).slice(0, MOST), plansOf)
}

const hasTerms = ({ terms }: MembershipWithTerms) => terms.length > 0

/** The most that one response holds. */
const MOST = 1000

/** One membership. The drafts of a caller who buys step by step are listed among its seasons. */
export async function showMembership(
  db: Reader,
  actor: MemberActor,
  { membershipId }: { membershipId: string },
  plansOf: PlansOf,
): Promise<Membership> {
  const rows = await selectMemberships(db, { ids: [membershipId], seenBy: actor })
  if (rows.length === 0) throw new Problem('not_found')
  const [shown] = await present(db, actor, rows, plansOf)
  const drafts = await selectDrafts(db, actor.memberId, { membershipId })
  return {
    ...shown!,
    memberships: [...drafts.map((draft) => presentDraft(draft, actor.via.language)), ...shown!.memberships],
  }
}

/** A membership with automatic renewal, and its last season that a card renews. */
export interface Renewing {
  readonly membership: MembershipWithTerms['membership']
  readonly last: PaidSeason
  readonly next: Membership['nextSeason']
  /** The next season is for another age, as far as the age is known. */
  readonly closedByAge: boolean
}

/** Reads the renewal plans that the caller may see, by membership id. */
export type PlansOf = (
  db: Reader,
  actor: MemberActor,
  renewing: readonly Renewing[],
  /** In Copenhagen, `YYYY-MM-DD`. */
  today: string,
) => Promise<ReadonlyMap<string, RenewalPlan>>

async function present(
  db: Reader,
  actor: MemberActor,
  rows: readonly MembershipWithTerms[],
  plansOf: PlansOf,
): Promise<Membership[]> {
  const orderIds = rows.flatMap((row) => row.terms.map((term) => term.orderId)).filter((id) => id !== null)
  const holding = rows.flatMap(({ terms }) => terms.flatMap((term) => (term.status === 'held' ? [term.orderId] : [])))
  const [now, withReceipt, paidTerms, ownOrders, dismissals] = await Promise.all([
    portalNow(db),
    selectOrdersWithReceipt(db, actor, orderIds),
    selectPaidTerms(db, orderIds),
    selectOwnOrders(
      db,
      actor,
      holding.filter((id) => id !== null),
    ),
    selectDismissals(
      db,
      actor,
      rows.map(({ membership }) => membership.id),
    ),
  ])
  const today = copenhagenDate(now)
  const toCome = await selectSeasonsToCome(
    db,
    today,
    rows.map((row) => row.membership.orgId),
  )
  const proposedTo = rows.filter((row) => isProposedNext(row, toCome.get(row.membership.orgId) ?? [], today))
  const proposedAt = [...new Set(proposedTo.map(({ membership }) => membership.orgId))]
  const holders = proposedAt.length > 0 ? await selectHolders(db, proposedAt, today) : []
  const context = {
    today,
    language: actor.via.language,
    toCome,
    withReceipt,
    paidTerms,
    readerId: actor.memberId,
    dismissals,
    holders,
    ownOrders,
  }
  const shown = rows.map((row) => presentMembership(row, context))
  const plans = await plansOf(
    db,
    actor,
    rows.flatMap((row, at) => {
      const { membership } = row
      const last = lastSeasonOf(row.terms.filter(renewsByCard))
      if (!membership.autoRenewal || !last) return []
      const closedByAge = isClosedByAge(row, toCome.get(membership.orgId) ?? [], today)
      return [{ membership, last, next: shown[at]!.nextSeason, closedByAge }]
    }),
    today,
  )
  return shown.map((membership) => {
    const renewal = plans.get(membership.id) ?? null
    return {
      ...membership,
      renewal,
      // Only the holder of a card sees it.
      savedCardIdentifier: renewal?.card ? membership.savedCardIdentifier : null,
      can: { ...membership.can, renew: membership.can.renew && (!renewal || isLeftByCard(renewal)) },
    }
  })
}

/** Whether no card is going to renew it on a known day. Otherwise a second purchase would be of the same season. */
const isLeftByCard = ({ state, chargeDate, cardExpires }: RenewalPlan) =>
  cardExpires || state === 'given_up' || state === 'closed_by_age' || (state === 'waiting' && chargeDate === null)
