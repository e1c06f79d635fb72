import { setTimeout as wait } from 'node:timers/promises'
import type { Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'
import { idle, pass, passForJobs, runByTheClock } from '../stack/portal-time.ts'
import { ledgerOf } from './books.ts'

/** Minutes after the faults in which the portal must have resolved everything. */
const MINUTES = 5

/**
 * Lets the portal finish within five minutes of its time, and then runs retries that wait for longer.
 * @returns what is still unresolved
 */
export async function heal(portal: Portal, shops: readonly Shop[]): Promise<string[]> {
  await callbacksEnded(portal, shops)
  await allOthersEnded(portal)
  let left: string[] = []
  for (let minute = 0; minute < MINUTES; minute++) {
    await pass(portal, 1)
    await runByTheClock(portal)
    await idle(portal)
    left = await unresolved(portal, shops)
    if (minute > 0 && left.length === 0) break
  }
  // Mails may have been refused for so long that the next attempt is hours away.
  for (let hour = 0; left.length === 0 && hour < 12 && (await waiting(portal)) > 0; hour++) {
    await passForJobs(portal, 60)
    await portal.sql(`select graphile_worker.add_job('orders.expire', job_key => 'orders.expire')`)
    await idle(portal)
  }
  return left.map((thing) => `I7: ${thing} ${MINUTES} minutes after the faults stopped`)
}

/** Milliseconds for which the portal sends no mail after the mail server was unreachable, by the machine's clock. */
const REST = 3100

/** Otherwise the attempts below would all fall into that pause. */
async function allOthersEnded({ sql }: Portal): Promise<void> {
  const troubled = await sql(
    `select 1 from messages where channel = 'mail' and status = 'waiting' and error <> '' limit 1`,
  )
  if (troubled.length > 0) await wait(REST)
}

/** Resolves when the gateway has no pending callbacks. */
async function callbacksEnded(portal: Portal, shops: readonly Shop[]): Promise<void> {
  for (const until = Date.now() + 15_000; Date.now() < until; await wait(50)) {
    const ledgers = await Promise.all(shops.map((shop) => ledgerOf(portal, shop)))
    if (ledgers.every(({ callbacks }) => callbacks.every(({ state }) => state !== 'pending'))) return
  }
  throw new Error('The gateway does not end its callbacks')
}

async function unresolved({ sql }: Portal, shops: readonly Shop[]): Promise<string[]> {
  const rows = await sql<{ thing: string }>(
    `select 'payment ' || id || ' is ' || status as thing from payments
       where org_id = any($1) and status in ('created', 'linking', 'authorised', 'capturing', 'unknown')
     -- A credit with an unknown outcome is the office's, and the order's later refunds wait for it.
     union all select 'refund ' || id || ' is ' || status from refunds
       where org_id = any($1) and status <> 'done' and not (status = 'failed' and credit_called_at is not null)
         and not (status = 'waiting' and exists (select from refunds unclear where unclear.order_id = refunds.order_id
           and unclear.status = 'failed' and unclear.credit_called_at is not null))
     union all select 'order ' || id || ' is ' || status || ' with a hold that ran out' from orders
       where org_id = any($1) and status in ('open', 'declined') and reserved_until < portal_now()`,
    [shops.map(({ club }) => club.id)],
  )
  return rows.map(({ thing }) => thing)
}

/** Jobs that will be retried. */
async function waiting({ sql }: Portal): Promise<number> {
  const [row] = await sql<{ count: number }>(
    'select count(*)::int as count from graphile_worker.jobs where attempts < max_attempts',
  )
  return row!.count
}
