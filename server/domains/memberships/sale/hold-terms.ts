import type { Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import type { Hold, Lines, PricedMembership } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import { takeDrafts } from '../drafts/draft-queries.ts'
import { earlierYear } from '../terms/membership-status.ts'
import { conflicts, givesWay, type Held } from './overlap.ts'
import { selectKinds } from '../configuration-queries.ts'
import {
  insertTerms,
  lockMemberships,
  lockMembershipsOfOrder,
  selectLiveTerms,
  selectTermsOfOrders,
  type TermRow,
  updateReservedUntil,
} from '../queries.ts'
import { transitionTerms } from '../terms/term-state.ts'

type HeldMembership = Lines['membership']['held']

/**
 * Makes one held term per line. Under the lock of each membership, holds that ran out are let go first; whoever then has a
 * live term that shares a day with the new one is told so: nobody pays twice for a season. What the buyer wrote down step by step
 * before becomes these terms and lines, with the ids that were given out.
 */
export async function holdTerms(tx: Tx, hold: Hold, lines: readonly PricedMembership[]): Promise<HeldMembership[]> {
  const memberships = await lockMemberships(tx, hold.orgId, [...new Set(lines.map((line) => line.memberId))])
  const kinds = await selectKinds(
    tx,
    lines.map((line) => line.configurationId),
  )
  const taken: (Held & { membershipId: string; name: string; isOver: boolean })[] = await liveTerms(
    tx,
    [...memberships.values()].map((membership) => membership.id),
  )

  const drafts = await takeDrafts(
    tx,
    hold.buyerId,
    lines.map((line) => ({ ...line, membershipId: memberships.get(line.memberId)!.id })),
  )

  const held: HeldMembership[] = []
  for (const line of lines) {
    const membershipId = memberships.get(line.memberId)!.id
    const draft = drafts.find(
      (one) => one.membershipId === membershipId && one.configurationId === line.configurationId,
    )
    const termId = draft?.id ?? newId()
    const season = { ...line, ...kinds.get(line.configurationId)! }
    const theirs = taken.filter((term) => term.membershipId === membershipId)
    const other = theirs.find((term) => conflicts(term, season))
    if (other) {
      const { startDate, endDate, status } = other
      throw new Problem('term_already_held', {
        data: { name: line.memberName, startDate, endDate, paid: status === 'active' },
      })
    }
    const replacesTrial = theirs.find((term) => !term.isOver && givesWay(term, season))?.name ?? null
    taken.push({ ...season, membershipId, name: line.title, status: 'held', isOver: false })
    held.push({ ...line, id: draft?.paymentId ?? newId(), membershipId, termId, replacesTrial })
  }

  await insertTerms(
    tx,
    held.map((line) => ({
      ...heldTerm(hold, line),
      referenceKey: drafts.find(({ id }) => id === line.termId)?.referenceKey ?? null,
    })),
  )
  return held
}

/**
 * Keeps the terms of an order until another time, or for good. Terms that ran out or were let go are taken back when
 * nobody else has the season meanwhile.
 * @returns false, with nothing changed, when somebody has
 */
export async function renewTerms(tx: Tx, order: { id: string }, until: Date | null): Promise<boolean> {
  await lockMembershipsOfOrder(tx, order.id)
  const own = await selectTermsOfOrders(tx, [order.id])
  // Whoever takes a season lets go of the holds that ran out: what is held to this day, nobody else has.
  if (own.some((term) => term.status !== 'held') && !(await takeBack(tx, order.id, own))) return false
  await updateReservedUntil(tx, order.id, until)
  return true
}

/** With their memberships locked. @returns false when somebody else has one of the seasons */
async function takeBack(tx: Tx, orderId: string, own: readonly TermRow[]): Promise<boolean> {
  const kinds = await selectKinds(
    tx,
    own.map((term) => term.configurationId),
  )
  const membershipIds = [...new Set(own.map((term) => term.membershipId))]
  const others = (await liveTerms(tx, membershipIds, orderId)).filter((term) => term.orderId !== orderId)
  const lost = own.some((term) =>
    others.some(
      (other) =>
        other.membershipId === term.membershipId && conflicts(other, { ...term, ...kinds.get(term.configurationId)! }),
    ),
  )
  if (lost) return false
  const ids = own.map((term) => term.id)
  await transitionTerms(tx, ids, 'held', { reason: 'hold renewed' })
  return true
}

/** Terms that stand in the way. Holds that ran out are let go, but for those of the order that asks. */
async function liveTerms(tx: Tx, membershipIds: readonly string[], ownOrderId?: string) {
  const terms = await selectLiveTerms(tx, membershipIds)
  const gone = terms.filter((term) => term.expired && term.orderId !== ownOrderId)
  await transitionTerms(
    tx,
    gone.map((term) => term.id),
    'released',
    { reason: 'hold ran out' },
  )
  return terms.filter((term) => !gone.includes(term))
}

const heldTerm = (hold: Hold, line: HeldMembership) => ({
  id: line.termId,
  membershipId: line.membershipId,
  orgId: hold.orgId,
  memberId: line.memberId,
  configurationId: line.configurationId,
  orderId: hold.orderId,
  membershipFor: earlierYear(line),
  startDate: line.startDate,
  endDate: line.endDate,
  gdprAgreement: hold.gdprAgreement,
  reservedUntil: hold.until,
})
