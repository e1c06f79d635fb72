import type { Tx } from '#server/database/db.ts'
import { selectPaymentsOf } from '#server/domains/payments/index.ts'
import { selectEndedLines } from './line-refund-queries.ts'
import { requestLineRefund } from './refund-job.ts'
import { lockTestOrders } from './test-order-queries.ts'
import { transitionOrders } from '../order-state.ts'
import { selectLinesOf } from '../queries.ts'
import { releaseOrders, revokeLines } from '../sell-lines.ts'
import type { Sellers } from '../seller.ts'

/**
 * Ends whatever was bought at a club in tests, as it goes live: what was tried out is no membership and keeps no place. Unpaid orders
 * end; paid ones are given back like by the office, which moves no money and tells their buyers. A test payment that comes
 * later is let go of when it is settled.
 */
export async function endTests(sellers: Sellers, tx: Tx, orgId: string): Promise<void> {
  const orders = await lockTestOrders(tx, orgId)
  const cause = { reason: 'the club went live' }
  const unpaid = orders.filter(({ status }) => status !== 'paid').map(({ id }) => id)
  await transitionOrders(tx, unpaid, 'expired', cause)
  await releaseOrders(sellers, tx, unpaid, cause)

  const paid = orders.filter(({ status }) => status === 'paid')
  const ids = paid.map(({ id }) => id)
  const ended = await selectEndedLines(tx, ids)
  const lines = (await selectLinesOf(tx, ids)).filter(({ id }) => !ended.has(id))
  const payments = (await selectPaymentsOf(tx, ids)).filter(({ status }) => status === 'captured')
  for (const payment of payments)
    await requestLineRefund(
      tx,
      payment,
      lines.filter((line) => line.orderId === payment.orderId),
    )
  await revokeLines(sellers, tx, lines, cause)
}
