import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { endGivenBackOrder, selectEndedLines, selectOptionalLineOfEntry } from './line-refund-queries.ts'
import { lockOrder, type OrderRow } from '../queries.ts'
import { recordForOthers } from '../record-for-others.ts'
import { revokeLines } from '../sell-lines.ts'
import type { Sellers } from '../seller.ts'

/**
 * Ends a ticket that cost nothing, for whoever has it or took it, until its event begins: its place is free at once. Twice is as
 * good as once.
 * @returns its order; null when it was given up before
 */
export async function giveUpLine(
  sellers: Sellers,
  tx: Tx,
  actor: MemberActor,
  entryId: string,
): Promise<OrderRow | null> {
  const found = await selectOptionalLineOfEntry(tx, entryId)
  if (!found || (found.buyerId !== actor.memberId && found.line.memberId !== actor.memberId))
    throw new Problem('not_found')
  const { line } = found
  const order = await lockOrder(tx, line.orderId)
  if (order.status !== 'paid' && order.status !== 'refunded') throw new Problem('not_found')
  if ((await selectEndedLines(tx, [order.id])).has(line.id)) return null
  // What a coupon made free was paid with it.
  if (line.total > 0 || line.discount > 0) throw new Problem('ticket_not_free')
  if (found.startsAt <= tx.now) throw new Problem('event_begun')
  const cause = { reason: 'given up', actorId: actor.signedInId, subjectId: line.memberId }
  await revokeLines(sellers, tx, [line], cause)
  await endGivenBackOrder(tx, order, cause)
  await recordForOthers(tx, actor, order, { name: 'ticket_given_up', lines: [line, { memberId: order.buyerId }] })
  return order
}
