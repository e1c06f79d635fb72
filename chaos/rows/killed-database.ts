import { setTimeout as wait } from 'node:timers/promises'
import { orders } from '#contract/orders/orders.ts'
import { pathOf } from '#contract/endpoint.ts'
import { newToken } from '#server/database/new-id.ts'
import { hashToken } from '#server/database/secrets.ts'
import { membershipData } from '#server/testing/selection.ts'
import { once } from '../purchase/browser.ts'
import { buildShop, type Person, type Shop } from '../purchase/world.ts'
import type { Portal } from '../stack/portal.ts'

export interface Losses {
  readonly acknowledged: number
  /** Acknowledged orders that are missing. */
  readonly lost: number
  readonly kills: number
  /** From each kill to the first order that was acknowledged after it, in milliseconds. */
  readonly recoveries: readonly number[]
  /** From each kill until PostgreSQL itself answers. */
  readonly restarts: readonly number[]
  /** Answers while the database was down, and how many of them had 503 and Retry-After. */
  readonly refused: number
  readonly politely: number
  /** Calls whose connection broke without an answer. */
  readonly broken: number
}

const LOAD = 1_300
const LOOPS = 2

/**
 * Prepares orders without pause while PostgreSQL is killed repeatedly, all its processes at once.
 * Counts acknowledged orders that are missing afterwards.
 */
export async function killUnderLoad(portal: Portal, people: readonly Person[], kills: number): Promise<Losses> {
  const shop = await buildShop(portal, false)
  const tokens: string[] = []
  const seen = { refused: 0, politely: 0, broken: 0 }
  const last = { at: 0 }
  const enough = new AbortController()
  const buy = async (person: Person, whom: 'memberId' | 'childId') => {
    while (!enough.signal.aborted) {
      const answer = await prepare(portal, shop, person, person[whom])
      if (answer === null) seen.broken += 1
      else if (answer.status === 200) {
        tokens.push(answer.body?.['token'] as string)
        last.at = Date.now()
      } else if (answer.status >= 500) {
        seen.refused += 1
        if (answer.status === 503 && answer.retryAfter !== null) seen.politely += 1
        await wait(20)
      } else throw new Error(`An order was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  const loops = people.flatMap((person) =>
    (['memberId', 'childId'] as const).slice(0, LOOPS).map((whom) => buy(person, whom)),
  )
  const withoutLimits = (async () => {
    for (; !enough.signal.aborted; await wait(100)) await portal.sql(WITHOUT_LIMITS)
  })()

  const recoveries: number[] = []
  const restarts: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await wait(LOAD)
    const killed = Date.now()
    await portal.infrastructure.postgres.kill()
    const restarted = portal.infrastructure.postgres.ready().then(() => Date.now() - killed)
    for (const until = killed + 30_000; last.at <= killed + 50 && Date.now() < until;) await wait(5)
    recoveries.push(last.at - killed)
    restarts.push(await restarted)
  }
  await wait(LOAD / 2)
  enough.abort()
  await Promise.all([...loops, withoutLimits])

  const kept = await portal.sql('select 1 from orders where token_hash = any($1)', [tokens.map(hashToken)])
  return { acknowledged: tokens.length, lost: tokens.length - kept.length, kills, recoveries, restarts, ...seen }
}

/** Keeps the buyers below their limits: clears the counters, and moves cancelled orders to another day. */
const WITHOUT_LIMITS = `with calls as (delete from rate_windows)
  update orders set created_at = created_at - interval '1 day' where id in (
    select id from orders where status = 'cancelled' and created_at > portal_now() - interval '1 day' for update skip locked)`

const prepare = (portal: Portal, { club }: Shop, person: Person, memberId: string) =>
  once(portal.url + pathOf(orders.prepare.path, 'izy'), {
    method: 'POST',
    token: person.token,
    json: { token: newToken(), membershipData: membershipData([{ memberId, season: club.season }]) },
  })

/** Switches synchronous_commit off or on for new connections, and closes the existing ones. */
export async function acknowledgeEarly({ sql }: Portal, early: boolean): Promise<void> {
  await sql(early ? 'alter role portal set synchronous_commit = off' : 'alter role portal reset synchronous_commit')
  await sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal%'`)
}
