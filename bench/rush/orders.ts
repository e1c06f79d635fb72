import { cpuOf, cpuOfFamily } from '../support/meter.ts'
import type { Buyer } from '../support/buyer.ts'
import type { Cluster } from '../support/cluster.ts'
import type { Portal } from '../support/portal.ts'
import { lightClient } from '../overload/light-client.ts'
import { flow, inTurns, registration } from './register.ts'
import type { EventOffer } from './world.ts'

/** Numbers of clients. */
const CLIENTS = [1, 8, 32]

const WARM_UP = { first: 4, later: 1 }

/** Orders a second at one event, and what each costs. */
export interface OrderWindow {
  readonly event: string
  readonly clients: number
  readonly rate: number
  /** Milliseconds of processor an order. */
  readonly server: number
  readonly postgres: number
}

/** Unpaid orders at each event, by so many clients. Holds are released between windows. */
export async function measureOrders(
  { cluster, portal }: { cluster: Cluster; portal: Portal },
  events: Readonly<Record<string, EventOffer>>,
  buyers: readonly Buyer[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<OrderWindow[]> {
  const windows: OrderWindow[] = []
  const next = inTurns(buyers)
  for (let round = 0; round < rounds; round++)
    for (const [name, event] of Object.entries(events))
      for (const clients of CLIENTS) {
        await cluster.sql('postgres', 'checkpoint')
        await cluster.sql('api', 'truncate rate_windows')
        const warmUp = windows.length === 0 ? WARM_UP.first : WARM_UP.later
        const client = lightClient(portal.url)
        const before = [cpuOf(portal.server.pid), cpuOfFamily(cluster.pid)] as const
        const { rate, statuses } = await flow(client, () => registration(portal.url, next(), event), {
          clients,
          seconds,
          warmUp,
        })
        client.close()
        const { 200: made = 0, ...others } = statuses
        if (Object.keys(others).length > 0) throw new Error(`Answers other than 200: ${JSON.stringify(statuses)}`)
        const [server, postgres] = [cpuOf(portal.server.pid), cpuOfFamily(cluster.pid)]
        windows.push({
          event: name,
          clients,
          rate,
          server: (server - before[0]) / made,
          postgres: (postgres - before[1]) / made,
        })
        await releaseHolds(cluster)
      }
  return windows
}

/** Releases the holds of this benchmark's orders, not those that were filled in. */
async function releaseHolds(cluster: Cluster): Promise<void> {
  await cluster.sql(
    'api',
    `with ended as (
       update orders set status = 'expired', reserved_until = null, created_at = created_at - interval '2 days'
       where status = 'open' and created_at > now() - interval '1 hour' returning id
     ) update event_entries set status = 'released' from ended where order_id = ended.id`,
  )
  await cluster.sql('api', 'vacuum (analyze) orders, event_entries, order_lines, events, event_categories')
}

export const reportOrders = (windows: readonly OrderWindow[]): string =>
  [
    'event          clients   orders a second   processor an order: server, PostgreSQL (ms)',
    ...windows.map(
      ({ event, clients, rate, server, postgres }) =>
        `${event.padEnd(14)} ${String(clients).padStart(7)}   ${rate.toFixed(0).padStart(15)}   ${server.toFixed(1)}, ${postgres.toFixed(1)}`,
    ),
  ].join('\n')
