import type { MembershipPayment } from '#contract/memberships/memberships.ts'
import type { Reader, Tx } from '#server/database/db.ts'
import { mayWithMember, relationshipOf } from '#server/domains/members/index.ts'
import { findLinePayment } from '#server/domains/orders/index.ts'
import { selectOptionalConfiguration } from '#server/domains/payments/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectDrafts, updateDraftPayment, type Draft, type DraftBilling } from './draft-queries.ts'
import { presentDraftPayment } from './present-draft.ts'
import { selectReferenceKey } from '../queries.ts'

interface Posted {
  readonly historyId: string
  readonly billingName?: string | undefined
  readonly billingAddress?: string | undefined
  readonly billingEmail?: string | undefined
  readonly billingPhone?: string | undefined
  readonly referenceKey?: string | undefined
}

/**
 * Step 3 of a client that goes step by step: the payment of a draft, or the existing payment of a season that is in
 * an order already. Payer and amount come from the order.
 */
export async function createPayment(tx: Tx, actor: MemberActor, posted: Posted): Promise<MembershipPayment> {
  const draft = await ownDraft(tx, actor, posted.historyId)
  const paid =
    draft && (await updateDraftPayment(tx, draft.draft.id, { ...billingOf(posted), initDevice: actor.via.device }))
  // An order may have taken it over just now.
  if (!draft || !paid) return linePayment(tx, actor, { termId: posted.historyId })
  return draftPayment(tx, { ...draft, draft: paid })
}

/** The payment of a season, for its payer. Only the gateway changes it: an update returns it unchanged. */
export async function showPayment(
  db: Reader,
  actor: MemberActor,
  { historyId, paymentId }: { historyId: string; paymentId?: string | undefined },
): Promise<MembershipPayment> {
  const draft = await ownDraft(db, actor, historyId)
  if (!draft) return linePayment(db, actor, { termId: historyId, lineId: paymentId })
  if (draft.draft.paymentId === null || (paymentId ?? draft.draft.paymentId) !== draft.draft.paymentId)
    throw new Problem('not_found')
  return draftPayment(db, draft)
}

/** Also null if the caller may no longer buy for the person. */
async function ownDraft(db: Reader, actor: MemberActor, id: string): Promise<Draft | null> {
  const [draft] = await selectDrafts(db, actor.memberId, { id })
  if (!draft) return null
  const person = await relationshipOf(db, actor, draft.membership.memberId)
  return person && mayWithMember(person.relationship, 'buy') ? draft : null
}

async function linePayment(
  db: Reader,
  actor: MemberActor,
  which: { termId: string; lineId?: string | undefined },
): Promise<MembershipPayment> {
  const payment = await findLinePayment(db, actor, which)
  if (!payment) throw new Problem('not_found')
  return { ...payment, referenceKey: (await selectReferenceKey(db, which.termId)) ?? payment.referenceKey }
}

async function draftPayment(db: Reader, draft: Draft): Promise<MembershipPayment> {
  const configuration = await selectOptionalConfiguration(db, draft.membership.orgId)
  return presentDraftPayment(draft, draft.draft.paymentId!, configuration?.provider ?? '')
}

/** Fields that are left out keep their value. */
const billingOf = ({
  billingName,
  billingAddress,
  billingEmail,
  billingPhone,
  referenceKey,
}: Posted): DraftBilling => ({
  ...(billingName === undefined ? {} : { billingName }),
  ...(billingAddress === undefined ? {} : { billingAddress }),
  ...(billingEmail === undefined ? {} : { billingEmail }),
  ...(billingPhone === undefined ? {} : { billingPhone }),
  ...(referenceKey ? { referenceKey } : {}),
})
