import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isConflict, isConnectionLost, isReadOnly, isStalePlan, isUnanswered } from './errors.ts'
import { drizzle, type NodePgDatabase, sql } from './sql.ts'

type Reading = 'select' | 'selectDistinct' | 'selectDistinctOn' | '$with' | 'with' | '$count' | 'execute'
type Writing = Reading | 'insert' | 'update' | 'delete'

/** Reads. Every statement runs on its own connection; `execute` is for reading too. */
export interface Db extends Pick<NodePgDatabase, Reading> {
  readonly brand: 'db'
}

/** Writes: one transaction on one connection. */
export interface Tx extends Pick<NodePgDatabase, Writing> {
  readonly brand: 'tx'
  /** The moment of the transaction by the portal's clock; equals `portal_now()` in SQL. */
  readonly now: Date
}

/** For queries that serve both a read and a write. */
export type Reader = Db | Tx

export interface PoolOptions {
  readonly name: string
  readonly size: number
  /** Connections that are never closed for being idle: they may not come again when the server has no more to give. */
  readonly kept?: number
  /** How long a caller waits for a connection, in milliseconds: a second with what else a refusal takes. */
  readonly connectionTimeout?: number
  /** Longest run of one statement, in milliseconds. Shorter than the client's 10 s, so that it hears why. */
  readonly statementTimeout?: number
  readonly onError?: (error: Error) => void
}

const pools = new WeakMap<Db, pg.Pool>()

/** How much longer than the server's own limit an answer is waited for: on a line that died nobody will send it. */
const ANSWER_GRACE = 1000

/** Opens a pool. It connects when first used, and again after the database was away. */
export function openDb(url: string, options: PoolOptions): Db {
  const { name, size, kept = 0, connectionTimeout = 800, statementTimeout = 8000, onError = () => {} } = options
  const limits = {
    text: `set statement_timeout = ${statementTimeout}; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 10000`,
    query_timeout: connectionTimeout,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    min: kept,
    application_name: name,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: statementTimeout + ANSWER_GRACE,
    idleTimeoutMillis: 30_000,
    // Not as parameters of the connection's beginning: a pooler refuses those it does not know.
    verify: (client, done) => {
      client.query(limits).then(() => done(), done)
    },
    // Finds a line dead on which nothing is asked.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  })
  pool.on('error', onError)
  // A client that is checked out reports a lost connection to itself only; unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  const db: Db = Object.assign(drizzle({ client: pool }), { brand: 'db' as const })
  pools.set(db, pool)
  return db
}

/** The pool behind a `Db`, for those who need a connection of their own. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('This Db was not opened by openDb')
  return pool
}

/** Waits for what its connections do, then closes them. */
export const closeDb = (db: Db): Promise<void> => poolOf(db).end()

const ATTEMPTS = 4

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits. `work` may run again when the transaction met a deadlock, a
 * serialisation failure or a lost connection, so it must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptTransaction(db, work)
    if ('value' in outcome) return outcome.value
    if (!outcome.retry || attempt === ATTEMPTS) throw outcome.error
    await wait(2 ** attempt * 5 * (0.5 + Math.random()))
  }
}

/** Runs a part of a transaction that may find that it must not stand. @returns what `work` says; on false all it wrote is undone */
export async function undoable(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await tx.execute(sql`savepoint undoable`)
  const stands = await work()
  await tx.execute(stands ? sql`release savepoint undoable` : sql`rollback to savepoint undoable`)
  return stands
}

type Outcome<T> = { value: T } | { error: unknown; retry: boolean }

async function attemptTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  const client = await poolOf(db).connect()
  let committing = false
  let broken = false
  try {
    const now = await begin(client)
    const value = await work(Object.assign(drizzle({ client }), { brand: 'tx' as const, now }))
    committing = true
    await client.query('commit')
    return { value }
  } catch (error) {
    broken = isConnectionLost(error) || isReadOnly(error) || isStalePlan(error) || !(await rolledBack(client))
    // A connection lost during COMMIT leaves unknown what became of it: running again might do the work twice. One
    // that does not answer has taken the caller's time already.
    const again = isConflict(error) || isStalePlan(error)
    return { error, retry: again || (!committing && isConnectionLost(error) && !isUnanswered(error)) }
  } finally {
    client.release(broken)
  }
}

/** Opens the transaction and reads the clock in one round trip. */
async function begin(client: pg.PoolClient): Promise<Date> {
  const results = (await client.query('begin; select portal_now() as now')) as unknown as pg.QueryResult<{
    now: Date
  }>[]
  const now = results[1]?.rows[0]?.now
  if (!now) throw new Error('portal_clock has no row')
  return now
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
