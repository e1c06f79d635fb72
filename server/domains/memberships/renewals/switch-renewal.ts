import type { Membership } from '#contract/memberships/memberships.ts'
import type { Tx } from '#server/database/db.ts'
import type { Secrets } from '#server/database/secrets.ts'
import { mayWithMember, recordAuditEntry, relationshipOf } from '#server/domains/members/index.ts'
import { endUnpaidOrder, type LineItemHandlers } from '#server/domains/orders/index.ts'
import { lockCard, selectCardsByIdentifier, selectSavedCards } from '#server/domains/payments/index.ts'
import { isImpersonating, type MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { showMembership } from '../terms/list-memberships.ts'
import * as queries from './charge-queries.ts'
import { maySwitch, renewalPlans } from './renewal-plan.ts'
import { selectOptionalMembershipOf, updateRenewal } from './renewal-queries.ts'

export interface SwitchServices {
  readonly lineHandlers: LineItemHandlers
  readonly secrets: Secrets
}

interface SwitchInput {
  readonly memberId: string
  readonly id?: string | undefined
  readonly orgId?: string | undefined
  readonly autoRenewal?: boolean | undefined
  readonly savedCardIdentifier?: string | null | undefined
}

/**
 * Switches automatic renewal: off at any time, on with a card that the caller has saved at the club. Other fields of
 * the request are ignored.
 */
export async function switchRenewal(
  services: SwitchServices,
  tx: Tx,
  actor: MemberActor,
  input: SwitchInput,
): Promise<Membership> {
  const { memberId, autoRenewal } = input
  const membership = await selectOptionalMembershipOf(tx, memberId, input)
  if (!membership) throw new Problem('not_found')
  const which = { membershipId: membership.id }
  const show = () => showMembership(tx, actor, which, renewalPlans(services.secrets))
  // Throws `not_found` if the caller may not see it.
  const { can } = await show()
  const relationship = (await relationshipOf(tx, actor, memberId))?.relationship ?? null
  const current = membership.savedCardIdentifier
  const [card] = current ? await selectCardsByIdentifier(tx, [current]) : []
  if (!maySwitch({ isPayer: card?.memberId === actor.memberId, relationship })) throw new Problem('forbidden')

  if (autoRenewal === true && !can.renewAutomatically) throw new Problem('forbidden')
  const chosen = autoRenewal === true ? await cardFor(tx, actor, membership.orgId, input, relationship) : null
  if (
    autoRenewal === undefined ||
    (autoRenewal === membership.autoRenewal && chosen === (autoRenewal ? current : null))
  )
    return show()
  await withdrawMemberships(services.lineHandlers, tx, [membership.id], autoRenewal ? 'another card' : 'switched off')
  await updateRenewal(tx, [membership.id], chosen)
  if (memberId !== actor.actorId)
    await recordAuditEntry(tx, actor, {
      subjectId: memberId,
      name: 'changed',
      data: { call: 'memberships.updateItem' },
    })
  return show()
}

/** The card that is to renew: the named one, else the caller's newest at the club. */
async function cardFor(
  tx: Tx,
  actor: MemberActor,
  orgId: string,
  { savedCardIdentifier }: SwitchInput,
  relationship: Parameters<typeof mayWithMember>[0] | null,
): Promise<string> {
  if (isImpersonating(actor)) throw new Problem('impersonator_refused')
  if (!relationship || !mayWithMember(relationship, 'buy')) throw new Problem('forbidden')
  const cards = await selectSavedCards(tx, actor.memberId, orgId)
  const found = savedCardIdentifier ? cards.find((one) => one.savedCardIdentifier === savedCardIdentifier) : cards[0]
  // Waits for a concurrent deletion of the card.
  if (!found || (await lockCard(tx, found.id)).deletedAt) throw new Problem('saved_card_required')
  return found.savedCardIdentifier
}

/**
 * Withdraws memberships from their charges. An unpaid order of a charge is cancelled; the next attempt creates
 * another for the remaining people. A payment in progress is completed.
 * @returns the charges that they were withdrawn from, and whether a payment of another is in progress
 */
export async function withdrawMemberships(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  membershipIds: readonly string[],
  because: string,
): Promise<{ readonly chargeIds: readonly string[]; readonly isPaying: boolean }> {
  const chargeIds: string[] = []
  let isPaying = false
  for (const { id, orderId } of await queries.lockChargesFor(tx, membershipIds)) {
    if (orderId && !(await endUnpaidOrder(lineHandlers, tx, orderId, 'cancelled', because))) {
      isPaying = true
      continue
    }
    await queries.updateCharge(tx, id, { orderId: null })
    await queries.withdrawRenewalsOf(tx, id, membershipIds, because)
    chargeIds.push(id)
  }
  return { chargeIds, isPaying }
}
