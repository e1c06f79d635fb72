import type { Portal } from './stack/portal.ts'

/** Statistics of a portal, which show whether the schedules inject faults at all. */
export async function tally({ sql, infrastructure, servers, workers }: Portal): Promise<string> {
  const [rows] = await sql<{ orders: number; paid: number; returned: number; messages: number }>(
    `select (select count(*) from orders)::int as orders, (select count(*) from orders where status = 'paid')::int as paid,
       (select count(*) from refunds where status = 'done')::int as returned, (select count(*) from messages)::int as messages`,
  )
  const { orders, paid, returned, messages } = rows!
  const died = [...servers, ...workers].reduce((sum, { deaths }) => sum + deaths, 0)
  return (
    `${orders} orders, ${paid} paid, ${returned} payments refunded, ${messages} messages; ` +
    `${died} servers and workers, ${infrastructure.postgres.kills} databases and ${infrastructure.simulators.deaths} simulators killed`
  )
}
