import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Db, type Reader } from '#server/database/db.ts'
import { Problem } from './problem.ts'

/** How often one route may be called in a window; whichever limit is reached first refuses. */
export interface Rate {
  /** By one identity; by one address where nobody is signed in. */
  readonly calls: number
  /** By one address, whoever calls from it; ten times `calls` when left out, because a club house shares one. */
  readonly perIp?: number
  /** Length of the window; a minute when left out. */
  readonly seconds?: number
  /** Routes with the same name are counted together. */
  readonly name?: string
  /** Calls in a day by one identity; by one address where nobody is signed in. */
  readonly daily?: number
}

const DAY = 86_400

export interface Caller {
  readonly ip: string
  /** Issuer and subject of the token. */
  readonly identity: string | null
}

/**
 * Counts one call in the database, so that all servers count together, and refuses it when it is one too many. What is
 * refused because of a person is not counted at their address: others share it. Keys are hashed: the table holds neither
 * addresses nor identities.
 */
export async function countCall(db: Db, path: string, rate: Rate, caller: Caller): Promise<void> {
  const { name: route = path, calls, perIp = calls * 10, seconds = 60, daily } = rate
  const address = `ip ${networkOf(caller.ip)}`
  const who = caller.identity ?? address
  await countInTurn(db, [
    { key: hash(`${route}\0${who}`), limit: calls, seconds },
    ...(daily ? [{ key: hash(`${route} in a day\0${who}`), limit: daily, seconds: DAY }] : []),
    ...(who === address ? [] : [{ key: hash(`${route}\0${address}`), limit: perIp, seconds }]),
  ])
}

/**
 * The same by the thing that a call is about, where callers must not be counted: strangers could use up what is somebody
 * else's.
 */
export const countUse = (db: Reader, what: string, id: string, { calls, seconds = 60 }: Rate): Promise<void> =>
  count(db, [{ key: hash(`${what}\0of ${id}`), limit: calls }], seconds)

/** So much of something, such as kilobytes, that a thing or a person may use up in a window. */
export interface Allowance {
  readonly what: string
  readonly id: string
  readonly most: number
}

const limitOf = ({ what, id, most }: Allowance) => ({ key: hash(`${what}\0of ${id}`), limit: most })

/** Uses up an amount of all of them, or nothing of any. Throws `too_many_requests`. */
export const useUp = (db: Db, allowances: readonly Allowance[], amount: number, seconds: number): Promise<void> =>
  inTransaction(db, (tx) => count(tx, allowances.map(limitOf), seconds, amount))

/** Refuses like that, and uses up nothing. */
export async function requireAllowed(
  db: Db,
  allowances: readonly Allowance[],
  amount: number,
  seconds: number,
): Promise<void> {
  for (const allowance of allowances) await requireLeft(db, limitOf(allowance), seconds, amount)
}

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
async function requireLeft(
  db: Db,
  { key, limit }: { key: string; limit: number },
  seconds: number,
  amount = 1,
): Promise<void> {
  const { rows } = await db.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait from rate_windows
    where key = ${key} and hits > ${limit - amount}::int and started_at > now() - make_interval(secs => ${seconds})`)
  if (rows[0]) throw new Problem('too_many_requests', { retryAfter: Math.max(1, rows[0].wait) })
}

/** What was used up for nothing. */
export async function giveBack(db: Db, allowances: readonly Allowance[], amount: number): Promise<void> {
  for (const allowance of allowances) await uncount(db, limitOf(allowance).key, amount)
}

const uncount = (db: Db, key: string, amount = 1) =>
  db.execute(sql`update rate_windows set hits = greatest(hits - ${amount}::int, 0) where key = ${key}`)

interface Limit {
  readonly key: string
  readonly limit: number
}

interface Counted extends Record<string, unknown> {
  readonly key: string
  readonly hits: number
  readonly wait: number
}

/** What counts the rows of `from`, which are keys with their amounts. */
const counting = (from: SQL, seconds: number) => sql`
  insert into rate_windows as w (key, started_at, hits) ${from}
  on conflict (key) do update set
    hits = case when w.started_at <= now() - make_interval(secs => ${seconds}) then excluded.hits else w.hits + excluded.hits end,
    started_at = case when w.started_at <= now() - make_interval(secs => ${seconds}) then now() else w.started_at end
  returning key, hits, ceil(extract(epoch from started_at - now()) + ${seconds})::int as wait`

async function count(db: Reader, limits: readonly Limit[], seconds: number, amount = 1): Promise<void> {
  const keys = sql.param(limits.map(({ key }) => key))
  const from = sql`select key, now(), ${amount}::int from unnest(${keys}::text[]) as key order by key`
  const { rows } = await db.execute<Counted>(counting(from, seconds))
  refuseAbove(limits, rows)
}

/** Counts one at each limit, as far as those before it allow: in one statement, because every call waits for it. */
async function countInTurn(db: Db, limits: readonly (Limit & { readonly seconds: number })[]): Promise<void> {
  const nameAt = (at: number) => sql.identifier(`limit_${at}`)
  const counted = limits.map(({ key, seconds }, at) => {
    const before = limits[at - 1]
    const allowed = before ? sql`from ${nameAt(at - 1)} where hits <= ${before.limit}::int` : sql``
    return sql`${nameAt(at)} as (${counting(sql`select ${key}::text, now(), 1 ${allowed}`, seconds)})`
  })
  const all = limits.map((_, at) => sql`select * from ${nameAt(at)}`)
  const { rows } = await db.execute<Counted>(sql`with ${sql.join(counted, sql`, `)} ${sql.join(all, sql` union all `)}`)
  refuseAbove(limits, rows)
}

function refuseAbove(limits: readonly Limit[], rows: readonly Counted[]): void {
  const over = rows.filter(({ key, hits }) => hits > limits.find((one) => one.key === key)!.limit)
  if (over.length) throw new Problem('too_many_requests', { retryAfter: Math.max(1, ...over.map(({ wait }) => wait)) })
}

/** Windows are at most a day long; older ones count for nothing. */
export async function forgetOldWindows(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_windows where started_at < now() - interval '1 day'`)
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** One customer of an IPv6 provider holds a whole /64 and could change the address at every call. */
export function networkOf(ip: string): string {
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
