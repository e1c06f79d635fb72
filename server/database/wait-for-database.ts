import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from './errors.ts'

/** The portal cannot use the database at DATABASE_URL. The message says what to do, without the password. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  /** Waiting will not help: the operator has to change something. */
  readonly lasting: boolean

  constructor(message: string, { lasting, cause }: { lasting: boolean; cause?: unknown }) {
    super(message, { cause })
    this.lasting = lasting
  }
}

export interface WaitOptions {
  /** Milliseconds to wait for a database that does not answer; it may be starting. */
  readonly patience?: number
  /** Called once, when the first attempt fails. */
  readonly onWaiting?: (problem: DatabaseProblem) => void
}

const PAUSE = 500

/** Waits until the database answers. Throws `DatabaseProblem` for one that the portal cannot use. */
export async function waitForDatabase(url: string, { patience = 60_000, onWaiting }: WaitOptions = {}): Promise<void> {
  const until = performance.now() + patience
  for (let reported = false; ; reported = true) {
    try {
      return await tryDatabase(url)
    } catch (error) {
      const problem = problemOf(url, error)
      if (problem.lasting || performance.now() + PAUSE > until) throw problem
      if (!reported) onWaiting?.(problem)
      await wait(PAUSE)
    }
  }
}

/** One attempt. Throws `DatabaseProblem` when something has to be changed, otherwise the original error. */
async function tryDatabase(url: string): Promise<void> {
  const client = connection(url)
  await client.connect()
  try {
    await requireWrites(client, url)
    const backend = await backendOf(client)
    // PostgreSQL sends its backend's pid on connect. A pooler cannot know it yet.
    if (backend === (client as unknown as { processID: number }).processID) return
    const other = connection(url)
    await other.connect()
    try {
      if (
        !(await keepsSessions(
          () => backendOf(client),
          () => backendOf(other),
        ))
      )
        throw sharedSessions(url)
    } finally {
      await other.end()
    }
  } finally {
    await client.end()
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal starts',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  // A connection lost between two statements makes the next one fail.
  client.on('error', () => {})
  return client
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/**
 * Whether two open connections are two PostgreSQL sessions. With transaction pooling they share a backend, or one of them uses several.
 * The uneven order exposes poolers that reuse the last backend and those that rotate.
 */
export async function keepsSessions(one: () => Promise<number>, other: () => Promise<number>): Promise<boolean> {
  const [ofOne, ofOther] = [new Set<number>(), new Set<number>()]
  for (const turn of 'aabbabbabaab') {
    if (turn === 'a') ofOne.add(await one())
    else ofOther.add(await other())
  }
  return ofOne.size === 1 && ofOther.size === 1 && new Set([...ofOne, ...ofOther]).size === 2
}

/** Throws for a standby or a read-only primary. Worth retrying: after a failover it may become the primary. */
async function requireWrites(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ read_only: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as read_only`,
  )
  if (rows[0]!.read_only) {
    throw new DatabaseProblem(
      `DATABASE_URL: the database at ${placeOf(url)} takes no writes (a standby, or default_transaction_read_only is on): use the address of the primary`,
      { lasting: false },
    )
  }
}

const sharedSessions = (url: string) =>
  new DatabaseProblem(
    `DATABASE_URL: the pooler at ${placeOf(url)} gives every transaction another session of PostgreSQL (pool_mode = transaction): ` +
      'set pool_mode = session for this database, or use the address of PostgreSQL itself',
    { lasting: true },
  )

/** Explains a failed connection to the operator. */
function problemOf(url: string, error: unknown): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error
  const place = placeOf(url)
  const { pathname, username } = new URL(url)
  const lasting = (what: string) => new DatabaseProblem(`DATABASE_URL: ${what}`, { lasting: true, cause: error })
  const { message, code = '' } = error as NodeJS.ErrnoException
  const state = sqlState(error) ?? ''
  if (state.startsWith('28'))
    return lasting(
      `PostgreSQL at ${place} refuses the user ${decodeURIComponent(username)} or the password: correct them`,
    )
  if (state === '3D000')
    return lasting(
      `PostgreSQL at ${place} has no database ${decodeURIComponent(pathname.slice(1))}: make it, or correct the name`,
    )
  if (/does not support SSL/.test(message))
    return lasting(`PostgreSQL at ${place} does not speak TLS: switch it on there, or take sslmode out of the address`)
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code))
    return lasting(`the certificate of PostgreSQL at ${place} cannot be trusted (${code}): see sslmode and sslrootcert`)
  const said = state ? message : code || message
  return new DatabaseProblem(
    `DATABASE_URL: no database answers at ${place} (${said}): start it, or correct the address`,
    { lasting: false, cause: error },
  )
}

/** Host and port, without user and password. */
function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}
