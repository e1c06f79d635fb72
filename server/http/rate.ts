import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { Problem } from './problem.ts'

/** How often one route may be called in a window; whichever limit is reached first refuses. */
export interface Rate {
  /** By one identity; by one address where nobody is signed in. */
  readonly calls: number
  /** By one address, whoever calls from it; ten times `calls` when left out, because a club house shares one. */
  readonly perIp?: number
  /** Length of the window; a minute when left out. */
  readonly seconds?: number
}

export interface Caller {
  readonly ip: string
  /** Issuer and subject of the token. */
  readonly identity: string | null
}

/**
 * Counts one call in the database, so that all servers count together, and refuses it when it is one too many. Keys are
 * hashed: the table holds neither addresses nor identities.
 */
export async function countCall(db: Db, route: string, rate: Rate, caller: Caller): Promise<void> {
  const perIp = caller.identity === null ? rate.calls : (rate.perIp ?? rate.calls * 10)
  const limits = [
    { key: hash(`${route}\0ip ${networkOf(caller.ip)}`), limit: perIp },
    ...(caller.identity === null ? [] : [{ key: hash(`${route}\0${caller.identity}`), limit: rate.calls }]),
  ]
  await count(db, limits, rate.seconds ?? 60)
}

/**
 * The same by the thing that a call is about, where callers must not be counted: strangers could use up what is somebody
 * else's.
 */
export const countUse = (db: Db, what: string, id: string, { calls, seconds = 60 }: Rate): Promise<void> =>
  count(db, [{ key: hash(`${what}\0of ${id}`), limit: calls }], seconds)

/** Whoever tries a secret. */
export interface Guesser {
  readonly ip: string
  readonly memberId: string
}

/** What came of trying a secret. */
export type Tried<T> = { readonly missed: boolean } & ({ readonly answer: T } | { readonly error: unknown })

/**
 * Runs what tries a secret, while not too many tries were wrong. A member's try counts before it is known and is taken back when it
 * was no miss, so that many at once are no more than one after the other; at an address, which many share, misses only. Give it no
 * transaction: a miss counts whatever becomes of the call. Throws `too_many_requests`.
 * @param what the secret's name; the same limits for every call that tries it
 */
export async function guess<T>(
  db: Db,
  { what, calls, perIp, seconds = 60 }: Rate & { readonly what: string; readonly perIp: number },
  { ip, memberId }: Guesser,
  run: () => Promise<Tried<T>>,
): Promise<T> {
  const address = { key: hash(`${what}\0ip ${networkOf(ip)}`), limit: perIp }
  const member = { key: hash(`${what}\0of ${memberId}`), limit: calls }
  await requireLeft(db, address, seconds)
  try {
    await count(db, [member], seconds)
  } catch (refusal) {
    await uncount(db, member.key)
    throw refusal
  }
  const tried = await run()
  if (tried.missed) await count(db, [address], seconds)
  else await uncount(db, member.key)
  if ('error' in tried) throw tried.error
  return tried.answer
}

/** Refuses when a limit is reached, and counts nothing. */
async function requireLeft(db: Db, { key, limit }: { key: string; limit: number }, seconds: number): Promise<void> {
  const { rows } = await db.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait from rate_windows
    where key = ${key} and hits >= ${limit}::int and started_at > now() - make_interval(secs => ${seconds})`)
  if (rows[0]) throw new Problem('too_many_requests', { retryAfter: Math.max(1, rows[0].wait) })
}

const uncount = (db: Db, key: string) =>
  db.execute(sql`update rate_windows set hits = greatest(hits - 1, 0) where key = ${key}`)

async function count(db: Db, limits: readonly { key: string; limit: number }[], seconds: number): Promise<void> {
  const { rows } = await db.execute<{ key: string; hits: number; wait: number }>(sql`
    insert into rate_windows as w (key, started_at, hits)
    select key, now(), 1 from unnest(${sql.param(limits.map(({ key }) => key))}::text[]) as key order by key
    on conflict (key) do update set
      hits = case when w.started_at <= now() - make_interval(secs => ${seconds}) then 1 else w.hits + 1 end,
      started_at = case when w.started_at <= now() - make_interval(secs => ${seconds}) then now() else w.started_at end
    returning key, hits, ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait`)

  const over = rows.filter(({ key, hits }) => hits > limits.find((one) => one.key === key)!.limit)
  if (over.length) throw new Problem('too_many_requests', { retryAfter: Math.max(1, ...over.map(({ wait }) => wait)) })
}

/** Windows are at most a day long; older ones count for nothing. */
export async function forgetOldWindows(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_windows where started_at < now() - interval '1 day'`)
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** One customer of an IPv6 provider holds a whole /64 and could change the address at every call. */
function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/, '')
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const whole =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return whole.slice(0, 4).join(':')
}
