import type { LocalText } from '#contract/local-text.ts'
import { together, type Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { isOfErased, type Reservation, type Lines, type PricedMembership } from '#server/domains/orders/index.ts'
import { Problem } from '#server/http/problem.ts'
import { deleteDrafts } from '../drafts/draft-queries.ts'
import { earlierYear } from '../terms/membership-status.ts'
import { conflicts, isReplacedBy, type Held, refusalData } from './overlap.ts'
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
 * Inserts a held term per line. Under the lock of each membership, expired holds are released first; then a person
 * with a live term that shares a day is refused, so nobody pays twice for a season. Drafts of the buyer become these
 * terms and lines, with the ids that were returned for them.
 */
export async function reserveTerms(
  tx: Tx,
  reservation: Reservation,
  lines: readonly PricedMembership[],
): Promise<HeldMembership[]> {
  const memberships = await lockMemberships(tx, reservation.orgId, [...new Set(lines.map((line) => line.memberId))])
  const membershipIds = [...memberships.values()].map(({ id }) => id)
  const configurationIds = lines.map((line) => line.configurationId)
  const wanted = lines.map((line) => ({ ...line, membershipId: memberships.get(line.memberId)!.id }))
  const [kinds, live, drafts] = await together(
    tx,
    () => selectKinds(tx, configurationIds),
    () => liveTerms(tx, membershipIds),
    () => deleteDrafts(tx, reservation.buyerId, wanted),
  )
  const taken: (Held & { membershipId: string; name: string; nameTexts: LocalText; isOver: boolean })[] = live

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
    if (other) throw new Problem('term_already_held', { data: refusalData(line.memberName, other) })
    const trial = theirs.find((term) => !term.isOver && isReplacedBy(term, season))
    const replaced = { replacesTrial: trial?.name ?? null, replacesTexts: trial?.nameTexts ?? null }
    taken.push({ ...season, membershipId, name: line.title, nameTexts: line.titleTexts, status: 'held', isOver: false })
    held.push({ ...line, id: draft?.paymentId ?? newId(), membershipId, termId, ...replaced })
  }

  await insertTerms(
    tx,
    held.map((line) => ({
      ...heldTerm(reservation, line),
      referenceKey: drafts.find(({ id }) => id === line.termId)?.referenceKey ?? null,
    })),
  )
  return held
}

/**
 * Extends the hold of an order's terms, or makes it permanent. Expired or released terms are held again if nobody
 * else has the season by now.
 * @returns false, with nothing changed, if somebody has
 */
export async function renewTerms(tx: Tx, order: { id: string }, until: Date | null): Promise<boolean> {
  const [, own] = await together(
    tx,
    () => lockMembershipsOfOrder(tx, order.id),
    () => selectTermsOfOrders(tx, [order.id]),
  )
  // Taking a season releases expired holds, so a term that is still held belongs to nobody else.
  if (own.some((term) => term.status !== 'held') && !(await reclaimTerms(tx, order.id, own))) return false
  await updateReservedUntil(tx, order.id, until)
  return true
}

/** The memberships are locked. @returns false if somebody else has one of the seasons */
async function reclaimTerms(tx: Tx, orderId: string, own: readonly TermRow[]): Promise<boolean> {
  if (await isOfErased(tx, orderId)) return false
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

/** Terms that may conflict. Expired holds are released, except those of the asking order. */
export async function liveTerms(tx: Tx, membershipIds: readonly string[], ownOrderId?: string) {
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

const heldTerm = (reservation: Reservation, line: HeldMembership) => ({
  id: line.termId,
  membershipId: line.membershipId,
  orgId: reservation.orgId,
  memberId: line.memberId,
  configurationId: line.configurationId,
  orderId: reservation.orderId,
  membershipFor: earlierYear(line),
  startDate: line.startDate,
  endDate: line.endDate,
  gdprAgreement: reservation.gdprAgreement,
  reservedUntil: reservation.until,
})
