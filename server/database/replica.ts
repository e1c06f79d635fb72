import { setTimeout as wait } from 'node:timers/promises'
import { closeDb, type Db, openDb, writeTo } from './db.ts'
import { sql, type SQL } from './sql.ts'

/** Where reads that may be a second old were answered, and why on the primary. */
export type Answered = 'replica' | 'primary_behind' | 'primary_written' | 'primary_failed'

/** A streaming replica for reads that may be a second old. */
export interface Replica {
  /**
   * Reads there while it is at most a second old and has what the caller wrote, and from the primary otherwise, or when the read fails there.
   * Transactions of the `Db` that `work` gets run on the primary.
   * @param wroteAt when the caller last wrote, as `wroteAtOf` reads it
   */
  read<T>(primary: Db, wroteAt: number | null, work: (db: Db) => Promise<T> | T): Promise<T>
  /** Remembers that somebody has written, so that no server answers them with anything older. Called once that is committed; never fails. */
  wrote(who: Writer): Promise<void>
  /** Its fault and what to do, or null, once it has been looked at. */
  fault(): Promise<string | null>
  /** How old it is in seconds; null while unknown. */
  readonly age: number | null
  readonly answered: Readonly<Record<Answered, number>>
  /** Its pool, for metrics; null without a replica. */
  readonly db: Db | null
  close(): Promise<void>
}

type Writer = { readonly issuer: string; readonly subject: string } | { readonly memberId: string }

/** When a row of `member_identities` last wrote, by the primary's clock in milliseconds. */
export const wroteAtOf: SQL<number | null> = sql<
  number | null
>`extract(epoch from member_identities.wrote_at)::float8 * 1000`

/** Without DATABASE_READ_URL every read is the primary's. */
export const noReplica: Replica = {
  read: async (primary, _wroteAt, work) => work(primary),
  wrote: async () => {},
  fault: async () => null,
  age: null,
  answered: { replica: 0, primary_behind: 0, primary_written: 0, primary_failed: 0 },
  db: null,
  close: async () => {},
}

/** Milliseconds: how old it may be, and between two looks. */
const OLDEST = 1000
const EVERY = 250

/** Moments kept while it is behind. */
const MOST_MARKS = 240

/** A moment of the primary: what was committed before `at` is in its log before `lsn`. */
interface Mark {
  readonly at: number
  readonly lsn: number
  /** When it was looked up, by this process's clock. */
  readonly seen: number
}

interface ReplicaOptions {
  readonly url: string
  readonly primary: Db
  /** Connections of the primary that are free while all others are busy, to look at it and to remember writes. */
  readonly reserved: Db
  /** How old it may be, in milliseconds; a second when left out. */
  readonly oldest?: number
  readonly onError?: (error: Error) => void
}

/** Opens a replica and watches how far it has come. */
export function openReplica({ url, primary, reserved, oldest = OLDEST, onError = () => {} }: ReplicaOptions): Replica {
  // A read that takes longer, or is not answered, still has time to be answered by the primary.
  const pool = { connectionTimeout: 800, statementTimeout: 3000, onError }
  const db = openDb(url, { name: 'portal replica', size: 12, ...pool })
  const watching = openDb(url, { name: 'portal replica watch', size: 1, ...pool, statementTimeout: 1000 })
  writeTo(db, primary)
  const answered: Record<Answered, number> = { ...noReplica.answered }
  const closing = new AbortController()
  /** Not yet reached by the replica, oldest first. */
  let marks: Mark[] = []
  let reached: Mark | null = null
  let fault: string | null = null
  const opened = performance.now()

  async function look(): Promise<void> {
    const seen = performance.now()
    const mark = await lookUp(reserved, sql`pg_current_wal_lsn()`).catch(() => null)
    // The primary's own check tells of it.
    if (!mark || mark.lsn === null) return
    if (marks.length < MOST_MARKS) marks.push({ at: mark.at, lsn: mark.lsn, seen })
    try {
      const { lsn, cluster } = await lookUp(
        watching,
        sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`,
      )
      if (lsn === null) return lose('the database there takes writes: set it to a streaming replica')
      if (cluster !== mark.cluster) return lose('the database there is not a replica of that at DATABASE_URL')
      // Another one may answer at its address.
      if (reached && lsn < reached.lsn) reached = null
      reached = marks.findLast((one) => one.lsn <= lsn) ?? reached
      marks = marks.filter((one) => one.lsn > lsn)
      fault = null
    } catch (error) {
      lose(`the replica does not answer (${reasonOf(error)}): start it, or remove the variable`)
    }
  }

  function lose(why: string): void {
    reached = null
    fault = why
  }

  const age = () => (reached === null ? null : performance.now() - reached.seen)

  const first = look()
  async function watch(): Promise<void> {
    await first
    while (!closing.signal.aborted) {
      await wait(EVERY, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (!closing.signal.aborted) await look()
    }
  }
  const watched = watch()

  return {
    async read(own, wroteAt, work) {
      const old = age()
      if (!reached || old === null || old > oldest) answered.primary_behind++
      else if (wroteAt !== null && wroteAt >= reached.at) answered.primary_written++
      else {
        try {
          const value = await work(db)
          answered.replica++
          return value
        } catch {
          // Also what it refuses: what is not found there may be there by now.
          answered.primary_failed++
        }
      }
      return work(own)
    },
    async wrote(who) {
      const whose =
        'memberId' in who
          ? sql`member_id = ${who.memberId}::uuid`
          : sql`issuer = ${who.issuer} and subject = ${who.subject}`
      // Not worth waiting for the disk.
      const remembered = reserved.execute(sql`
        with quick as (select set_config('synchronous_commit', 'off', true))
        update member_identities set wrote_at = clock_timestamp() from quick where ${whose}`)
      await Promise.resolve(remembered).catch(onError)
    },
    async fault() {
      await first
      const old = performance.now() - (reached?.seen ?? opened)
      const why = fault ?? (old > oldest ? `the replica is ${behind(old / 1000)}` : null)
      return why && `DATABASE_READ_URL: ${why}. The primary answers everything meanwhile`
    },
    get age() {
      const old = age()
      return old === null ? null : old / 1000
    },
    answered,
    db,
    async close() {
      closing.abort()
      await watched
      await Promise.all([closeDb(db), closeDb(watching)])
    },
  }
}

const behind = (seconds: number) =>
  `${Math.round(seconds)} s behind: see its load, its disk, and long queries that hold up its recovery`

/** A place in the log after what was committed before `at`, and the identity of the cluster and its database. */
async function lookUp(db: Db, place: SQL) {
  // The moment comes first in the list, so it is read first.
  const { rows } = await db.execute<{ at: number; lsn: number | null; cluster: string }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at, (${place} - '0/0')::float8 as lsn,
      (select system_identifier from pg_control_system())::text || '/' || current_database() as cluster`)
  return rows[0]!
}

const reasonOf = (error: unknown): string => {
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return code ?? message
}
