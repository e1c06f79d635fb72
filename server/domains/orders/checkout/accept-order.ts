import type { Tx } from '#server/database/db.ts'
import { selectOrganisation, sells } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { OrderStatus } from '../order-state.ts'
import { findOrder } from '../order-token.ts'
import { lockOrder } from '../queries.ts'
import { completeOrder, type CompleteServices } from '../settlement/complete-order.ts'
import { requireTakeable } from './require-takeable.ts'

/** Completes an order that an administrator made for its buyer and that costs nothing. A repeated call changes nothing. */
export async function acceptOrder(
  services: CompleteServices,
  tx: Tx,
  buyer: MemberActor,
  { token, gdprAgreement }: { token: string; gdprAgreement: boolean },
): Promise<{ status: OrderStatus }> {
  const found = await findOrder(tx, token)
  if (found?.buyerId !== buyer.memberId) throw new Problem('order_not_found')
  const order = await lockOrder(tx, found.id)
  if (order.total > 0) throw new Problem('amount_mismatch')
  if (order.status === 'paid') return { status: 'paid' }
  if (order.status !== 'open') throw new Problem('order_ended')
  if (!sells((await selectOrganisation(tx, order.orgId)).state)) throw new Problem('club_paused')
  await requireTakeable(services.lineHandlers, tx, buyer, order, gdprAgreement)
  const cause = { reason: 'accepted by the buyer', actorId: buyer.actorId, subjectId: buyer.memberId }
  await completeOrder(services, tx, { ...order, agreedAt: tx.now }, cause, buyer.via.device)
  return { status: 'paid' }
}
