import type { Cause } from '#server/database/change-status.ts'
import type { Tx } from '#server/database/db.ts'
import { selectOptionalMember } from '#server/domains/members/index.ts'
import { transitionOrders } from './order-state.ts'
import { lockUnpaidAfterUnlink } from './replaceable-queries.ts'
import { releaseOrders } from './line-items.ts'
import type { LineItemHandlers } from './line-item-handler.ts'
import { notifyOrderReleased } from './notifications/buyer.ts'

/**
 * Releases, after two people's family link ended, what either has not paid for the other or for the other's
 * participants, even while a payment window is open. A payment that arrives later is still honoured if the same
 * places or seasons are free, otherwise it is refunded. A renewal continues for the people who remain.
 */
export async function releaseAfterUnlink(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  pair: readonly [string, string],
  cause: Cause,
): Promise<void> {
  const found = await lockUnpaidAfterUnlink(tx, pair)
  const idsOf = (isRenewal: boolean) =>
    found.filter(({ order }) => (order.renewalUntil !== null) === isRenewal).map(({ order }) => order.id)
  const why = { ...cause, reason: 'family link ended' }
  await transitionOrders(tx, idsOf(false), 'cancelled', why)
  await transitionOrders(tx, idsOf(true), 'expired', why)
  await releaseOrders(
    lineHandlers,
    tx,
    found.map(({ order }) => order.id),
    why,
  )
  for (const { order, club } of found) {
    const otherId = pair.find((id) => id !== order.buyerId)!
    const by = (await selectOptionalMember(tx, otherId))!
    await notifyOrderReleased(tx, order, { club, by, linkEnded: true })
  }
}
