import { setTimeout as wait } from 'node:timers/promises'
import type { Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'
import { idle, pass, passForJobs, runByTheClock } from '../stack/portal-time.ts'
import { ledgerOf } from './books.ts'

/** After faults stopped, whatever is still unresolved when so many minutes have passed is a fault of the portal. */
const MINUTES = 5

/** Lets the portal come to an end by itself, five minutes of its time, and then its retries that wait for longer. */
export async function heal(portal: Portal, shops: readonly Shop[]): Promise<void> {
  await callbacksEnded(portal, shops)
  for (let minute = 0; minute < MINUTES; minute++) {
    await pass(portal, 1)
    await runByTheClock(portal)
    await idle(portal)
    if (minute > 0 && (await unresolved(portal)) === 0) break
  }
  if ((await unresolved(portal)) > 0) return
  // Mails were perhaps refused for so long that the next try is hours away.
  for (let hour = 0; hour < 12 && (await waiting(portal)) > 0; hour++) {
    await passForJobs(portal, 60)
    await portal.sql(`select graphile_worker.add_job('orders.expire', job_key => 'orders.expire')`)
    await idle(portal)
  }
}

/** Resolves when the gateway has nothing more to say. */
async function callbacksEnded(portal: Portal, shops: readonly Shop[]): Promise<void> {
  for (const until = Date.now() + 15_000; Date.now() < until; await wait(50)) {
    const ledgers = await Promise.all(shops.map((shop) => ledgerOf(portal, shop)))
    if (ledgers.every(({ callbacks }) => callbacks.every(({ state }) => state !== 'pending'))) return
  }
  throw new Error('The gateway does not end its callbacks')
}

async function unresolved({ sql }: Portal): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `select (select count(*) from payments where status in ('created', 'linking', 'authorised', 'capturing', 'unknown'))::int
       + (select count(*) from refunds where status = 'requested')::int
       + (select count(*) from orders where status in ('open', 'declined') and reserved_until < portal_now())::int as count`,
  )
  return row!.count
}

async function waiting({ sql }: Portal): Promise<number> {
  const [row] = await sql<{ count: number }>('select count(*)::int as count from graphile_worker._private_jobs')
  return row!.count
}
