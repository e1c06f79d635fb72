import { inTransaction, type Db } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { sql } from '#server/database/sql.ts'
import { oneRow } from './one-row.ts'

/** Inserts a refund of a whole order. @returns its id */
export async function insertRefund(db: Db, orderId: string, method: string, cause: string): Promise<string> {
  const id = newId()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into refunds (id, order_id, org_id, payment_id, authorization_identifier, amount, currency, test_mode, cause, method, status, done_at)
      select ${id}, order_id, org_id, id, gen_random_uuid(), amount, currency, test_mode, ${cause}, ${method}, 'done', portal_now()
      from payments where order_id = ${orderId} limit 1`)
    if (method === 'credit')
      await tx.execute(sql`
        insert into credit_notes (refund_id, org_id, year, test_mode, number)
        select id, org_id, extract(year from portal_now())::int, test_mode, 3 from refunds where id = ${id}`)
  })
  return id
}

/** Inserts an office's refund of one line of an order that stays paid. @returns its id */
export async function insertLineRefund(db: Db, orderId: string, creditNote: number): Promise<string> {
  const id = newId()
  const line = await oneRow<{ id: string }>(
    db,
    sql`select id from order_lines where order_id = ${orderId} order by position limit 1`,
  )
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into refunds (id, order_id, org_id, payment_id, amount, currency, test_mode, cause, method, status, done_at)
      select ${id}, payments.order_id, org_id, payments.id, total, currency, test_mode, 'office', 'credit', 'done', portal_now()
      from payments join order_lines on order_lines.id = ${line.id} where payments.order_id = ${orderId} limit 1`)
    await tx.execute(
      sql`insert into refund_lines (line_id, refund_id, amount) select id, ${id}, total from order_lines where id = ${line.id}`,
    )
    await tx.execute(sql`
      insert into credit_notes (refund_id, org_id, year, test_mode, number)
      select id, org_id, extract(year from portal_now())::int, test_mode, ${creditNote}::int from refunds where id = ${id}`)
  })
  return id
}
