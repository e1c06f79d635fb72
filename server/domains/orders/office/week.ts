import type { OfficeToday } from '#contract/office/today.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Reader } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { countRefundsByHand, selectOwed } from '../invoices/owes.ts'

/**
 * A club's income of the last seven days of Europe/Copenhagen, today included, and of the seven before, without tests. Its refunds are those
 * of lines, which have the cause `office`, whoever asked for them: the others void an authorisation that was never captured.
 */
export async function selectWeek(
  db: Reader,
  { id: orgId, currency }: { readonly id: string; readonly currency: string },
): Promise<NonNullable<OfficeToday['money']>> {
  const { rows } = await db.execute<{ days: number[]; orders: number; before: number; refunded: number }>(sql`
    with today as (select ${copenhagenToday} as today),
    paid as (
      select (paid_at at time zone 'Europe/Copenhagen')::date as day, total from orders, today
      where org_id = ${orgId} and status in ('paid', 'refunded') and not test_mode
        and coalesce(paid_at, created_at) >= (today - 13)::timestamp at time zone 'Europe/Copenhagen'
    )
    select
      (select array_agg(coalesce((select sum(total) from paid where paid.day = days.day::date), 0)::float8 order by days.day)
        from generate_series(today - 6, today, interval '1 day') as days (day)) as days,
      (select count(*)::int from paid where paid.day > today - 7 and total > 0) as orders,
      (select coalesce(sum(total), 0)::float8 from paid where paid.day <= today - 7) as before,
      (select coalesce(sum(amount), 0)::float8 from refunds
        where org_id = ${orgId} and status = 'done' and cause = 'office' and not test_mode
          and done_at >= (today - 6)::timestamp at time zone 'Europe/Copenhagen') as refunded
    from today`)
  const { days, orders, before, refunded } = rows[0]!
  const owed = await selectOwed(db, orgId)
  const money = (minor: number) => ({ minor, currency })
  return {
    paid: money(days.reduce((sum, one) => sum + one, 0)),
    refunded: money(refunded),
    orders,
    paidBefore: money(before),
    days,
    owed: { orders: owed.orders, sum: money(owed.sum), overdue: money(owed.overdue) },
    refundsByHand: await countRefundsByHand(db, orgId),
  }
}
