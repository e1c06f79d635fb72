import { createHash } from 'node:crypto'
import type { Db, Reader } from '#server/database/db.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { Problem } from '../problem.ts'

/** The most that one key may count in its window. */
export interface Limit {
  readonly key: string
  readonly limit: number
}

interface Counted extends Record<string, unknown> {
  readonly key: string
  readonly hits: number
  readonly wait: number
}

/** The key of a window, hashed: the table holds neither addresses nor identities. */
export const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Adds an amount to every limit. Throws `too_many_requests` when one is exceeded; the amount stays counted. */
export async function count(db: Reader, limits: readonly Limit[], seconds: number, amount = 1): Promise<void> {
  const keys = sql.param(limits.map(({ key }) => key))
  const from = sql`select key, now(), ${amount}::int from unnest(${keys}::text[]) as key order by key`
  const { rows } = await executePrepared<Counted>(db, 'limits.count', counting(from, seconds))
  refuseAbove(limits, rows)
}

/**
 * Counts one at each limit in order, stopping at the first that is exceeded. One statement, because every call waits for it. Throws
 * `too_many_requests`.
 */
export async function countInTurn(db: Db, limits: readonly (Limit & { readonly seconds: number })[]): Promise<void> {
  const nameAt = (at: number) => sql.identifier(`limit_${at}`)
  const counted = limits.map(({ key, seconds }, at) => {
    const before = limits[at - 1]
    const allowed = before ? sql`from ${nameAt(at - 1)} where hits <= ${before.limit}::int` : sql``
    return sql`${nameAt(at)} as (${counting(sql`select ${key}::text, now(), 1 ${allowed}`, seconds)})`
  })
  const all = limits.map((_, at) => sql`select * from ${nameAt(at)}`)
  const { rows } = await executePrepared<Counted>(
    db,
    'limits.count-in-turn',
    sql`with ${sql.join(counted, sql`, `)} ${sql.join(all, sql` union all `)}`,
  )
  refuseAbove(limits, rows)
}

/** Throws `too_many_requests` when a limit is reached, without counting. */
export async function requireLeft(db: Db, { key, limit }: Limit, seconds: number, amount = 1): Promise<void> {
  const { rows } = await db.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait from rate_windows
    where key = ${key} and hits > ${limit - amount}::int and started_at > now() - make_interval(secs => ${seconds})`)
  if (rows[0]) throw new Problem('too_many_requests', { retryAfter: Math.max(1, rows[0].wait) })
}

/** Undoes a count. */
export const uncount = (db: Db, key: string, amount = 1) =>
  db.execute(sql`update rate_windows set hits = greatest(hits - ${amount}::int, 0) where key = ${key}`)

/** Deletes windows that are over; none is longer than a day. */
export async function deleteOldWindows(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_windows where started_at < now() - interval '1 day'`)
}

/** The upsert; `from` selects keys, start times and amounts. */
const counting = (from: SQL, seconds: number) => sql`
  insert into rate_windows as w (key, started_at, hits) ${from}
  on conflict (key) do update set
    hits = case when w.started_at <= now() - make_interval(secs => ${seconds}) then excluded.hits else w.hits + excluded.hits end,
    started_at = case when w.started_at <= now() - make_interval(secs => ${seconds}) then now() else w.started_at end
  returning key, hits, ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait`

function refuseAbove(limits: readonly Limit[], rows: readonly Counted[]): void {
  const over = rows.filter(({ key, hits }) => hits > limits.find((one) => one.key === key)!.limit)
  if (over.length) throw new Problem('too_many_requests', { retryAfter: Math.max(1, ...over.map(({ wait }) => wait)) })
}
