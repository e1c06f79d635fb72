import { sql } from '#server/database/sql.ts'
import { cached, type Measure } from '#server/http/metrics.ts'
import type { Db } from '#server/database/db.ts'

/** Ids start with the real time of their creation: the smallest id that a row of the last hour can have. */
const anHourAgo = sql`
  (lpad(to_hex((extract(epoch from clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid`

interface Sales {
  readonly orders: { status: string; value: number }[]
  readonly payments: { currency: string; revenue: number; captured: number; declined: number }[]
}

/** Tests are left out. Both queries read the last hour's rows by primary key. */
async function salesOf(db: Db): Promise<Sales> {
  const orders = await db.execute<{ status: string; value: number }>(sql`
    select state as status, count(orders.id)::int as value
    from unnest(array['open', 'paid', 'declined', 'expired', 'cancelled', 'refunded']) state
    left join orders on orders.status = state and orders.id >= ${anHourAgo} and not orders.test_mode
    group by 1`)
  const payments = await db.execute<{ currency: string; revenue: number; captured: number; declined: number }>(sql`
    select currency, coalesce(sum(amount) filter (where status = 'captured'), 0)::float / 100 as revenue,
      count(*) filter (where status = 'captured')::int as captured,
      count(*) filter (where status = 'declined')::int as declined
    from payments where id >= ${anHourAgo} and not test_mode and provider <> 'manual'
    group by 1`)
  return { orders: orders.rows, payments: payments.rows }
}

/** Sales of the last hour in all clubs together. */
export function salesMeasures(db: Db): Measure[] {
  const sales = cached(() => salesOf(db))
  return [
    {
      name: 'portal_orders_last_hour',
      help: 'Orders begun in the last hour, by what became of them',
      labels: ['status'],
      read: async () => (await sales()).orders.map(({ status, value }) => ({ labels: { status }, value })),
    },
    {
      name: 'portal_revenue_last_hour',
      help: 'What was captured of the payments begun in the last hour, in whole units of the currency',
      labels: ['currency'],
      read: async () =>
        (await sales()).payments.map(({ currency, revenue }) => ({ labels: { currency }, value: revenue })),
    },
    {
      name: 'portal_payments_last_hour',
      help: 'Payments begun in the last hour: captured or declined',
      labels: ['currency', 'outcome'],
      read: async () =>
        (await sales()).payments.flatMap(({ currency, captured, declined }) => [
          { labels: { currency, outcome: 'captured' }, value: captured },
          { labels: { currency, outcome: 'declined' }, value: declined },
        ]),
    },
  ]
}
