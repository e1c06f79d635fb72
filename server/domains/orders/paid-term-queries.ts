import type { Reader } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { members, orderLines, orders } from '#server/database/schema/index.ts'
import { and, eq, inArray, sql } from '#server/database/sql.ts'

/** What a term cost in øre, and who paid it. */
export interface PaidTerm {
  readonly total: number
  readonly refunded: number
  readonly currency: string
  readonly testMode: boolean
  readonly orderNumber: string
  readonly buyerId: string
  readonly buyerName: string
  /** The holder's guardian; null if they have none. */
  readonly guardianId: string | null
}

/** The paid terms of these orders by id; refunded ones are included. */
export async function selectPaidTerms(db: Reader, orderIds: readonly string[]): Promise<Map<string, PaidTerm>> {
  const rows = await db
    .select({
      termId: orderLines.termId,
      total: orderLines.total,
      refunded: orderLines.refunded,
      currency: orders.currency,
      testMode: orders.testMode,
      orderNumber: orders.number,
      buyerId: orders.buyerId,
      guardianId: sql<
        string | null
      >`(select holder.parent_id from members holder where holder.id = ${orderLines.memberId})`,
      buyerName: sql<string>`trim(${members.firstName} || ' ' || ${members.lastName})`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(members, eq(members.id, orders.buyerId))
    .where(and(inArray(orderLines.orderId, [...orderIds]), inArray(orders.status, ['paid', 'refunded'])))
  return new Map(rows.flatMap(({ termId, ...paid }) => (termId === null ? [] : [[termId, paid] as const])))
}

/** The names of people on an order who have no earlier paid season in the club. */
export async function selectJoining(db: Reader, orderId: string): Promise<string[]> {
  const { rows } = await executePrepared<{ name: string }>(
    db,
    'orders.joining',
    sql`
    select order_lines.member_name as name
    from order_lines join membership_terms own on own.id = order_lines.term_id
    where order_lines.order_id = ${orderId} and not exists (
      select from membership_terms earlier
      where earlier.membership_id = own.membership_id and earlier.status = 'active' and earlier.id < own.id
        and earlier.order_id is distinct from own.order_id)
    group by order_lines.member_id, order_lines.member_name
    order by min(order_lines.position)`,
  )
  return rows.map(({ name }) => name)
}
