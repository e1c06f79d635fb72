import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  isConflict,
  isConnectionLost,
  isDiskFull,
  isReadOnly,
  isReferenceGone,
  isStalePlan,
  isUnanswered,
} from './errors.ts'
import { drizzle, type NodePgDatabase, sql } from './sql.ts'

type Reading = 'select' | 'selectDistinct' | 'selectDistinctOn' | '$with' | 'with' | '$count' | 'execute'
type Writing = Reading | 'insert' | 'update' | 'delete'

/** For reads, `execute` included. Each statement may run on another connection. */
export interface Db extends Pick<NodePgDatabase, Reading> {
  readonly brand: 'db'
}

/** For writes: one transaction on one connection. */
export interface Tx extends Pick<NodePgDatabase, Writing> {
  readonly brand: 'tx'
  /** The transaction's time by the portal's clock; equals `portal_now()` in SQL. */
  readonly now: Date
  /** See `withCommit`. */
  readonly last: (() => PromiseLike<unknown>)[]
}

/** For queries used by both reads and writes. */
export type Reader = Db | Tx

export interface PoolOptions {
  readonly name: string
  readonly size: number
  /** Idle connections that stay open: PostgreSQL may have none left to give later. */
  readonly kept?: number
  /** Milliseconds to wait for a connection, so that a refusal takes a second in all. */
  readonly connectionTimeout?: number
  /** Milliseconds for one statement; less than the web app's 10 s, so that it gets the reason. */
  readonly statementTimeout?: number
  readonly onError?: (error: Error) => void
}

const pools = new WeakMap<Db, pg.Pool>()

/** Milliseconds to wait for an answer beyond the server's own limit. After that the connection is dead. */
const ANSWER_GRACE = 1000

/** Opens a pool. It connects on first use, and again after the database was down. */
export function openDb(url: string, options: PoolOptions): Db {
  const { name, size, kept = 0, connectionTimeout = 800, statementTimeout = 8000, onError = () => {} } = options
  const limits = {
    text: `set statement_timeout = ${statementTimeout}; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 10000`,
    query_timeout: connectionTimeout,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    min: kept,
    application_name: name,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: statementTimeout + ANSWER_GRACE,
    idleTimeoutMillis: 30_000,
    // Not as startup parameters: a pooler refuses those that it does not know.
    verify: (client, done) => {
      client.query(limits).then(() => done(), done)
    },
    // Detects dead idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  })
  pool.on('error', onError)
  // A checked-out client emits its own error event; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const db: Db = Object.assign(drizzle({ client: pool }), { brand: 'db' as const })
  pools.set(db, pool)
  return db
}

/**
 * Reads on one connection: queries that do not wait for each other share round trips, and few connections plan the statements. After an
 * error the connection is closed, because others of its queries may be unanswered.
 */
export async function onOneConnection<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const pool = poolOf(db)
  const client = await pool.connect()
  const one: Db = Object.assign(drizzle({ client }), { brand: 'db' as const })
  pools.set(one, pool)
  let answered = false
  collect(client)
  try {
    const value = await read(one)
    answered = true
    return value
  } finally {
    client.release(!answered)
  }
}

/** The pool behind a `Db`, for code that needs a connection of its own. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('Db was not opened by openDb')
  return pool
}

/** Another `Db` on the same pool. */
export function sharingPool(db: Db): Db {
  const other = Object.create(db) as Db
  pools.set(other, poolOf(db))
  return other
}

const writers = new WeakMap<Db, pg.Pool>()

/** Lets the transactions of a replica run on its primary. */
export function writeTo(replica: Db, primary: Db): void {
  writers.set(replica, poolOf(primary))
}

/** Closes the pool once its connections are idle. */
export const closeDb = (db: Db): Promise<void> => poolOf(db).end()

let fullAt: number | undefined

/** When PostgreSQL last refused a transaction for a full disk, by `performance.now()`; undefined after one that succeeded. */
export const diskFullAt = (): number | undefined => fullAt

const ATTEMPTS = 4

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits. After a deadlock, a serialisation failure, a row deleted meanwhile or a lost connection `work`
 * runs again, so it must have no effect outside the database.
 */
export const inTransaction = <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { pipelined = false }: TransactionOptions = {},
): Promise<T> => repeat(() => attemptTransaction(db, work, (_, value) => value, pipelined))

interface TransactionOptions {
  /** `begin` leaves with the first queries of `work`, before whose answer `tx.now` throws. */
  readonly pipelined?: boolean
}

/**
 * Runs a transaction, and then reads what was committed, without its locks, on the same connection: a full pool does not refuse the
 * answer to a write that is done.
 */
export const inTransactionThenRead = <T, R>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  read: (db: Db, value: T) => Promise<R>,
): Promise<R> =>
  repeat(() =>
    attemptTransaction(db, work, (client, value) =>
      read(Object.assign(drizzle({ client }), { brand: 'db' as const }), value),
    ),
  )

async function repeat<T>(attemptOnce: () => Promise<Outcome<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce()
    if ('value' in outcome) return outcome.value
    if (!outcome.retry || attempt === ATTEMPTS) throw outcome.error
    await wait(2 ** attempt * 5 * (0.5 + Math.random()))
  }
}

/**
 * Sends queries of a transaction that do not need each other's rows in one round trip. PostgreSQL runs them in this order. Throws the first
 * one's error, because those after it only say that the transaction has failed.
 */
export async function together<T extends (() => PromiseLike<unknown>)[]>(
  tx: Tx,
  ...queries: T
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  collect((tx as unknown as { $client: pg.PoolClient }).$client)
  // A query of the builder is sent by its `then`.
  const sent = queries.map((query) => new Promise((resolve, reject) => void query().then(resolve, reject)))
  const answers = await Promise.allSettled(sent)
  return answers.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }) as { [K in keyof T]: Awaited<ReturnType<T[K]>> }
}

/** Sends in one piece what the client is given before Node is back in its event loop. */
function collect(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Leaves the last queries of a transaction to be sent with its commit, so that their locks are held for one round trip less. Nothing is
 * committed when one of them fails.
 */
export const withCommit = (tx: Tx, ...queries: Tx['last']): void => void tx.last.push(...queries)

/** Runs a part of a transaction in a savepoint. Returning false rolls that part back. @returns what `work` returned */
export async function undoable(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await tx.execute(sql`savepoint undoable`)
  const keep = await work()
  await tx.execute(keep ? sql`release savepoint undoable` : sql`rollback to savepoint undoable`)
  return keep
}

type Outcome<T> = { value: T } | { error: unknown; retry: boolean }

async function attemptTransaction<T, R>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  afterwards: (client: pg.PoolClient, value: T) => R | Promise<R>,
  pipelined = false,
): Promise<Outcome<R>> {
  const client = await (writers.get(db) ?? poolOf(db)).connect()
  const { tx, begun } = begin(client)
  let phase: 'working' | 'committing' | 'committed' = 'working'
  let broken = false
  try {
    if (!pipelined) await begun
    const value = await work(tx)
    await begun
    phase = 'committing'
    await together(tx, ...tx.last, () => client.query('commit'))
    phase = 'committed'
    fullAt = undefined
    return { value: await afterwards(client, value) }
  } catch (thrown) {
    // Without its beginning the rest failed, too.
    const error = await begun.then(
      () => thrown,
      (first: unknown) => first,
    )
    if (isDiskFull(error)) fullAt = performance.now()
    broken = isConnectionLost(error) || isReadOnly(error) || isStalePlan(error) || !(await rolledBack(client))
    // After a connection lost during COMMIT nobody knows whether it committed; running again could do the work twice. After a
    // timeout the caller has waited long enough.
    const again = isConflict(error) || isReferenceGone(error) || isStalePlan(error)
    const isLost = phase === 'working' && isConnectionLost(error) && !isUnanswered(error)
    return { error, retry: phase !== 'committed' && (again || isLost) }
  } finally {
    client.release(broken)
  }
}

/** Opens the transaction and reads the clock in one round trip. */
function begin(client: pg.PoolClient): { tx: Tx; begun: Promise<void> } {
  let now: Date | undefined
  const read = () => {
    if (!now) throw new Error('The time of the transaction is not known yet')
    return now
  }
  collect(client)
  const ask = async () => {
    const results: unknown = await client.query('begin; select portal_now() as now')
    now = (results as pg.QueryResult<{ now: Date }>[])[1]?.rows[0]?.now
    if (!now) throw new Error('portal_clock has no row')
  }
  const begun = ask()
  begun.catch(() => {})
  const tx = Object.assign(drizzle({ client }), { brand: 'tx' as const, last: [] })
  return { tx: Object.defineProperty(tx, 'now', { get: read }) as typeof tx & { now: Date }, begun }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** Waits until no other transaction has locked the same key, and locks it until this one ends. @param key such as `exports <id>` */
export const lockKey = (tx: Tx, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
