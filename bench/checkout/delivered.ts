import type { Cluster } from '../support/cluster.ts'

/** Counts the orders paid in the last hours, and throws unless each has one capture, its receipt and its active term. */
export async function checkDelivered(cluster: Cluster, database: string): Promise<number> {
  const [row] = await cluster.sql<{ paid: number; wrong: number }>(
    database,
    `select count(*)::int as paid, count(*) filter (where captures <> 1 or receipts <> 1 or terms <> 1)::int as wrong
     from orders
     cross join lateral (select count(*) as captures from payments where order_id = orders.id and status = 'captured') c
     cross join lateral (select count(*) as receipts from receipts where order_id = orders.id) r
     cross join lateral (select count(*) as terms from membership_terms where order_id = orders.id and status = 'active') t
     where status = 'paid' and paid_at > now() - interval '6 hours'`,
  )
  const { paid, wrong } = row!
  if (wrong > 0) throw new Error(`${wrong} of ${paid} paid orders are not delivered as they should be`)
  return paid
}
