import type { Reader, Tx } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import { and, asc, eq, inArray, sql } from '#server/database/sql.ts'
import { selectPaymentsOf } from '#server/domains/payments/index.ts'
import { transitionOrders } from '../order-state.ts'
import { type OrderRow, selectLinesOf } from '../queries.ts'
import { notifyTestOver } from '../notifications/buyer.ts'
import { releaseOrders, revokeLines } from '../line-items.ts'
import type { LineItemHandlers } from '../line-item-handler.ts'
import { selectEndedLines } from '../line-kinds.ts'
import { requestLineRefund } from './refund-lines.ts'

/**
 * Ends everything bought in test mode when a club goes live. Unpaid orders expire; paid ones are refunded as by the
 * office, which moves no money, and all their buyers are notified. A test payment that arrives later is voided when it is
 * settled.
 */
export async function endTests(lineHandlers: LineItemHandlers, tx: Tx, orgId: string): Promise<void> {
  const tests = await lockTestOrders(tx, orgId)
  const cause = { reason: 'the club went live' }
  await lineHandlers.coupons.releaseTests(tx, orgId, cause)
  const unpaid = tests.filter(({ status }) => status !== 'paid').map(({ id }) => id)
  await transitionOrders(tx, unpaid, 'expired', cause)
  await releaseOrders(lineHandlers, tx, unpaid, cause)

  const paid = tests.filter(({ status }) => status === 'paid')
  const ids = paid.map(({ id }) => id)
  const ended = await selectEndedLines(tx, ids)
  const lines = (await selectLinesOf(tx, ids)).filter(({ id }) => !ended.has(id))
  const payments = (await selectPaymentsOf(tx, ids)).filter(({ status }) => status === 'captured')
  const refunded = new Set<string>()
  for (const payment of payments) {
    const ofOrder = lines.filter((line) => line.orderId === payment.orderId)
    if (await requestLineRefund(tx, payment, ofOrder)) refunded.add(payment.orderId)
  }
  await revokeLines(lineHandlers, tx, lines, cause)
  const free = paid.filter(({ id }) => !refunded.has(id) && lines.some(({ orderId }) => orderId === id))
  for (const order of free) await notifyTestOver(tx, order)
}

/** The rest of a club's tests. */
interface TestsLeft {
  readonly unpaid: number
  readonly memberships: number
  readonly tickets: number
}

/** Counts what a club sold in tests and has not ended. */
export async function countTests(db: Reader, orgId: string): Promise<TestsLeft> {
  const { rows } = await db.execute<TestsLeft & Record<string, unknown>>(sql`
    with tests as materialized (select id, status from orders where org_id = ${orgId}::uuid and test_mode)
    select (select count(*)::int from tests where status in ('open', 'declined')) as unpaid,
      (select count(*)::int from membership_terms terms join tests on tests.id = terms.order_id where terms.status = 'active')
        as memberships,
      (select count(*)::int from event_entries entries join tests on tests.id = entries.order_id where entries.status = 'paid')
        as tickets`)
  return rows[0]!
}

/** Locks the unfinished or paid test orders of a club, in the order of their ids. */
const lockTestOrders = (tx: Tx, orgId: string): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(
      and(eq(orders.orgId, orgId), eq(orders.testMode, true), inArray(orders.status, ['open', 'declined', 'paid'])),
    )
    .orderBy(asc(orders.id))
    .for('update')
