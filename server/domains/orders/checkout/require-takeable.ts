import { together, type Tx } from '#server/database/db.ts'
import { lockRelationships, mayWithMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { isPayable, renewOrder } from '../line-items.ts'
import { asksForConsent, MOST_EXTENSIONS } from '../order-actions.ts'
import { type OrderRow, selectLines, updateAgreed, updateHold } from '../queries.ts'

const WINDOW_MINUTES = 20

/**
 * Checks what a buyer pays for, or accepts where it costs nothing: their consent, their right to buy for everyone on the order, and
 * that its places are still held. The order is locked.
 * @param agreed the buyer consents now
 */
export async function requireTakeable(
  lineHandlers: LineItemHandlers,
  tx: Tx,
  buyer: MemberActor,
  order: OrderRow,
  agreed: boolean | undefined,
): Promise<void> {
  if (asksForConsent(order)) {
    if (!agreed) throw new Problem('consent_required')
    await updateAgreed(tx, order.id)
  }
  const [, payable] = await together(
    tx,
    () => requireStillAllowed(tx, buyer, order),
    () => isPayable(lineHandlers, tx, order),
  )
  if (!payable) throw new Problem('order_ended')
  await extendHold(lineHandlers, tx, order)
}

/**
 * A family link may have ended since the order was prepared. Nobody on the order can be archived until this commits.
 */
async function requireStillAllowed(tx: Tx, buyer: MemberActor, order: OrderRow): Promise<void> {
  const forOthers = (await selectLines(tx, order.id)).filter(({ memberId }) => memberId !== buyer.memberId)
  if (forOthers.length === 0) return
  const people = await lockRelationships(
    tx,
    buyer,
    forOthers.map(({ memberId }) => memberId),
  )
  const allowed = new Set(
    people.filter(({ relationship }) => mayWithMember(relationship, 'buy')).map(({ member }) => member.id),
  )
  const names = new Set(forOthers.filter(({ memberId }) => !allowed.has(memberId)).map(({ memberName }) => memberName))
  if (names.size > 0) throw new Problem('no_longer_allowed_for', { data: { names: [...names].join(', ') } })
}

/**
 * Gives the window at least 20 minutes, at most three times. An expired hold is renewed if everything is still free.
 */
async function extendHold(lineHandlers: LineItemHandlers, tx: Tx, order: OrderRow) {
  const wanted = new Date(tx.now.getTime() + WINDOW_MINUTES * 60_000)
  const until = order.reservedUntil
  if (until && until >= wanted) return
  const ranOut = !until || until <= tx.now
  if (order.holdExtensions >= MOST_EXTENSIONS) {
    if (ranOut) throw new Problem('order_ended')
    return
  }
  if (!(await renewOrder(lineHandlers, tx, order, wanted))) throw new Problem('order_ended')
  await updateHold(tx, order.id, wanted, order.holdExtensions + 1)
}
