import { setTimeout as wait } from 'node:timers/promises'
import { violations } from '#server/testing/invariants/invariants.ts'
import { openBuyer, type Buyer, type Notes } from '../purchase/buyer.ts'
import { patiently } from '../purchase/browser.ts'
import { buildShop, type Person } from '../purchase/world.ts'
import { booksOf } from '../schedule/books.ts'
import { refundLines } from '../schedule/refund-lines.ts'
import { heal } from '../schedule/heal.ts'
import { askTheOffice } from '../schedule/office.ts'
import { crashPoints } from '../schedule/plan-faults.ts'
import type { Child } from '../stack/child.ts'
import type { Portal } from '../stack/portal.ts'
import { pass } from '../stack/portal-time.ts'

export interface CrashCase {
  readonly who: 'server' | 'worker'
  readonly point: string
  /** The office refunds the order once it is paid. */
  readonly refunded?: boolean
}

/** Milliseconds within which a server is up again on a busy machine. */
const START = 60_000

/** Every crash point at which a server or a worker can die between two effects. */
export const crashCases: readonly CrashCase[] = [
  ...[...crashPoints.server, ...crashPoints.both].map((point) => ({ who: 'server', point }) as const),
  ...[...crashPoints.both, ...crashPoints.worker].map((point) => ({ who: 'worker', point }) as const),
  ...([...crashPoints.refund, 'refund.taken', 'refund.done'] as const).map(
    (point) => ({ who: 'worker', point, refunded: true }) as const,
  ),
]

/**
 * A server or a worker dies at the crash point, and the other one finishes. The buyer retries as a browser does, and time
 * passes. @returns what is wrong in the end; nothing when one order is paid once
 */
export async function dieAt(portal: Portal, person: Person, crash: CrashCase): Promise<string[]> {
  const { who, point, refunded = false } = crash
  await portal.sql('delete from rate_windows')
  const [dying, other] = (who === 'server' ? portal.servers : portal.workers) as [Child, Child]
  await dying.replace({ CRASH_AT: point }, 'last')
  const before = dying.deaths
  const died = () => dying.deaths > before
  // All calls go to the process that is to die, while it lives.
  if (who === 'server') {
    portal.serveWith([dying])
    void dying.ended().then(() => portal.serveWith())
  } else other.pause()

  const shop = await buildShop(portal, false)
  const notes: Notes = { acknowledged: [], wrong: [] }
  const buyer = openBuyer(portal, shop, person, shop.goods.season, [person.memberId], notes)
  await buyer.prepare(START)
  if (who === 'worker' && !point.endsWith('.sent') && !refunded) await failTheServersRead(portal)
  await payOnce(portal, buyer, crash)
  if (refunded) notes.wrong.push(...(await refundLines(portal, shop, [0])))
  for (const until = Date.now() + 30_000; !died() && Date.now() < until; await wait(25)) await hurry(portal)
  // Read before it is killed below, which counts as a death, too.
  const came = died()
  portal.serveWith()
  other.goOn()
  // One that has not reached its crash point would die in the next purchase.
  if (dying.replaced) await dying.kill()
  notes.wrong.push(...(await heal(portal, [shop])))
  // It may have died during the credit call: the office has to check whether that arrived.
  if (refunded) notes.wrong.push(...(await askTheOffice(portal, [shop])))

  // A buyer whose card was not charged pays with another.
  const end = refunded ? 'refunded' : 'paid'
  for (let tries = 0; tries < 3 && (await buyer.look()) !== end; tries++) {
    await pass(portal, 1)
    await buyer.openWindow()
    const back = await buyer.pay('0000')
    if (back) await buyer.visit(back)
    await heal(portal, [shop])
  }
  notes.wrong.push(...(await askTheOffice(portal, [shop])))
  const books = await booksOf(portal, [shop])
  const orders = await portal.sql<{ status: string }>('select status from orders where org_id = $1', [shop.club.id])
  return [
    ...(came ? [] : [`nobody came by ${point}`]),
    ...(orders.length === 1 && orders[0]!.status === end
      ? []
      : [`it ended ${orders.map(({ status }) => status).join()}`]),
    ...notes.wrong,
    ...(await violations({ ...books, acknowledged: notes.acknowledged, officeDone: true })),
  ]
}

/** One payment that reaches the crash point. */
async function payOnce(portal: Portal, buyer: Buyer, { who, point, refunded = false }: CrashCase): Promise<void> {
  await buyer.openWindow()
  // A link request that died is abandoned after a minute.
  if (buyer.links.length === 0) {
    await pass(portal, 2)
    await buyer.openWindow()
  }
  const card =
    point.startsWith('refund.') && !refunded
      ? '0016'
      : point === 'answer.decline'
        ? '0001'
        : point === 'answer.confirm'
          ? '0011'
          : '0000'
  const back = await buyer.pay(card)
  if (back && (who === 'server' || point.endsWith('.sent') || refunded)) await buyer.visit(back)
}

/** The server records the callback and cannot settle, so a worker has to. */
const failTheServersRead = ({ infrastructure }: Portal) =>
  patiently(`${infrastructure.simulatorsUrl}/simulators/card-gateway/faults`, {
    method: 'POST',
    json: { endpoint: 'authorization', status: 503 },
  })

/** Makes all jobs due. */
const hurry = ({ sql }: Portal) =>
  sql(`with due as (select (graphile_worker.reschedule_jobs(array[id], run_at => now())).id from graphile_worker.jobs where locked_at is null and run_at > now())
    select pg_notify('jobs:insert', '{"r":"0","count":1}') from due limit 1`)
