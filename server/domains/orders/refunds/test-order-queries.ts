import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import type { OrderRow } from '../queries.ts'

/** What tests at a club left behind that still counts. */
export interface TestsLeft {
  readonly unpaid: number
  readonly memberships: number
  readonly tickets: number
}

/** What is left of what a club sold in tests. */
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

/** The test orders of a club that still may count, locked in the order of their ids. */
export const lockTestOrders = (tx: Tx, orgId: string): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(
      and(eq(orders.orgId, orgId), eq(orders.testMode, true), inArray(orders.status, ['open', 'declined', 'paid'])),
    )
    .orderBy(asc(orders.id))
    .for('update')
