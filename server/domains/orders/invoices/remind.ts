import type { Output } from '#contract/endpoint.ts'
import { type byHand, reminderDays } from '#contract/orders/by-hand.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/database/db.ts'
import { orders } from '#server/database/schema/index.ts'
import { asc, inArray, sql, type SQL } from '#server/database/sql.ts'
import { recordOfficeChange } from '#server/domains/audit/index.ts'
import { hasDied } from '#server/domains/members/index.ts'
import { isSelling } from '#server/domains/organisations/index.ts'
import type { OfficeCaller } from '#server/http/actor.ts'
import type { OrderRow } from '../queries.ts'
import { requestReminder } from './invoice-mail.ts'
import { owedBy, type WhichOwed } from './owes.ts'

/** Invoices per transaction. */
const CHUNK = 100

const remindedOn = sql`(reminded_at at time zone 'Europe/Copenhagen')::date`

/** Unpaid with somebody to write to, and no card is being charged. */
const isRemindable = sql`due_on is not null and status in ('open', 'declined') and reserved_until > portal_now() and billing ->> 'email' <> ''`

/** A club that is closed or pauses reminds of nothing by itself. */
const isOfOpenClub = sql`org_id in (select id from organisations where ${isSelling})`

/** Nobody who has died is on it: their office may still write to the family. */
const isOfLiving = sql`not exists (
  select from order_lines lines where lines.order_id = orders.id and ${hasDied(sql`lines.member_id`)})`

/** A day on which a reminder is due has come since the last one; of several that were missed, one is sent. */
const isDue = sql.join(
  reminderDays.map(
    (days) =>
      sql`(${copenhagenToday} >= due_on + ${days}::int and (reminded_at is null or ${remindedOn} < due_on + ${days}::int))`,
  ),
  sql` or `,
)

/**
 * Reminds of invoices of open clubs 7, 14 and 21 days after their due days, none for somebody who has died. Each is counted in the transaction that requests its mail,
 * so that a process that dies reminds of none twice, and of none too few.
 * @returns how many
 */
export async function remindOfInvoices(db: Db): Promise<number> {
  for (let reminded = 0; ;) {
    const chunk = await inTransaction(db, (tx) =>
      remind(tx, sql`${isRemindable} and ${isOfOpenClub} and ${isOfLiving} and (${isDue})`, CHUNK),
    )
    reminded += chunk.length
    if (chunk.length < CHUNK) return reminded
  }
}

/** Reminds of unpaid invoices now, for the office; none twice a day. `left` can be reminded of as soon as it is asked again. */
export async function remindNow(tx: Tx, caller: OfficeCaller, which: WhichOwed): Promise<Output<typeof byHand.remind>> {
  const chosen = owedBy(caller.organisation.id, which)
  const mayBe = sql`${isRemindable} and (reminded_at is null or ${remindedOn} < ${copenhagenToday}) and (created_at at time zone 'Europe/Copenhagen')::date < ${copenhagenToday}`
  const { rows } = await tx.execute<{ count: number; due: number }>(sql`
    select count(*)::int as count, count(*) filter (where ${mayBe})::int as due from orders where ${chosen}`)
  const { count, due } = rows[0]!
  const reminded = await remind(tx, sql`${chosen} and ${mayBe}`, MOST_AT_ONCE)
  const left = due - reminded.length
  for (const order of reminded.slice(0, MOST_IN_HISTORY))
    await recordOfficeChange(tx, caller, {
      name: 'invoice_reminded',
      thing: 'order',
      thingId: order.id,
      label: order.number,
    })
  return { reminded: reminded.length, skipped: count - due, ...(left > 0 && { left }) }
}

const MOST_AT_ONCE = 500
const MOST_IN_HISTORY = 500

async function remind(tx: Tx, which: SQL, limit: number): Promise<OrderRow[]> {
  const due = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(which)
    .orderBy(asc(orders.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const counted = await tx
    .update(orders)
    .set({ reminders: sql`reminders + 1`, remindedAt: sql`portal_now()` })
    .where(
      inArray(
        orders.id,
        due.map(({ id }) => id),
      ),
    )
    .returning()
  for (const order of counted) await requestReminder(tx, order)
  return counted
}
