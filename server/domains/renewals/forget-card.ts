import type { Tx } from '#server/database/db.ts'
import type { Sellers } from '#server/domains/orders/index.ts'
import { forgetSavedCard, lockCard, selectOptionalCard } from '#server/domains/payments/index.ts'
import { inTransaction, type Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { selectRenewedBy, takeUnusedCards, updateRenewal } from './switch-queries.ts'
import { withdrawMemberships } from './withdraw.ts'

/** Deletes a card of the caller's, here and at the gateway; what it would have renewed ends as any other. */
export async function forgetCard(
  sellers: Sellers,
  tx: Tx,
  actor: MemberActor,
  { cardId }: { cardId: string },
): Promise<{ status: 'success' }> {
  const found = await selectOptionalCard(tx, cardId)
  if (found?.memberId !== actor.memberId || found.deletedAt) throw new Problem('not_found')
  const renewed = (await selectRenewedBy(tx, [found.savedCardIdentifier])).map((one) => one.membershipId)
  if (!(await withdrawMemberships(sellers, tx, renewed, 'card deleted')))
    throw new Problem('payment_in_progress', { retryAfter: 2 })
  await updateRenewal(tx, renewed, null)
  await lockCard(tx, cardId)
  await forgetSavedCard(tx, cardId)
  return { status: 'success' }
}

const CHUNK = 500

/** Deletes cards that have renewed nothing for a day: nobody's card is kept for nothing. @returns how many */
export async function forgetUnusedCards(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ids = await takeUnusedCards(tx, CHUNK)
    for (const id of ids) await forgetSavedCard(tx, id)
    return ids.length
  })
}
