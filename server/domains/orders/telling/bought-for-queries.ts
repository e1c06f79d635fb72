import { sql, type SQL } from 'drizzle-orm'
import type { LineKind } from '#contract/order-answers.ts'
import type { Reader, Tx } from '#server/database/db.ts'

export interface BoughtForOther extends Record<string, unknown> {
  readonly lineId: string
  readonly kind: LineKind
  readonly title: string
  readonly memberId: string
  readonly memberName: string
  readonly buyerName: string
  /** Who looks after the person; null: nobody. */
  readonly parentId: string | null
  readonly archived: boolean
  /** The person themselves when they sign in, else who looks after them; null: nobody but the buyer. */
  readonly toldId: string | null
}

/** The lines of an order for others than its buyer. */
export const selectBoughtForOthers = (db: Reader, orderId: string): Promise<BoughtForOther[]> =>
  select(db, orderId, sql``)

/** The same, and none of those people is put away before the transaction ends; who is at this moment is waited for. */
export const keepBoughtForOthers = (tx: Tx, orderId: string): Promise<BoughtForOther[]> =>
  select(tx, orderId, sql`for no key update of person`)

async function select(db: Reader, orderId: string, lock: SQL): Promise<BoughtForOther[]> {
  const { rows } = await db.execute<BoughtForOther>(sql`
    select lines.id as "lineId", lines.kind, lines.title, person.id as "memberId", lines.member_name as "memberName",
      trim(buyer.first_name || ' ' || buyer.last_name) as "buyerName", person.parent_id as "parentId",
      person.archived_at is not null as archived,
      nullif(case when exists (select from member_identities own where own.member_id = person.id) then person.id
        else person.parent_id end, buyer.id) as "toldId"
    from orders
    join order_lines lines on lines.order_id = orders.id and lines.member_id <> orders.buyer_id
    join members person on person.id = lines.member_id
    join members buyer on buyer.id = orders.buyer_id
    where orders.id = ${orderId}
    order by person.id, lines.position ${lock}`)
  return rows
}
