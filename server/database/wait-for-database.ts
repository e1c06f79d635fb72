import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from './errors.ts'

/** DATABASE_URL leads to no database that the portal can use; the message says what to do, and never the password. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  /** Waiting will not help: somebody has to change something. */
  readonly lasting: boolean

  constructor(message: string, { lasting, cause }: { lasting: boolean; cause?: unknown }) {
    super(message, { cause })
    this.lasting = lasting
  }
}

export interface WaitOptions {
  /** Milliseconds until a database that does not answer is given up; it may be starting, too. */
  readonly patience?: number
  /** Told once, when the first try finds nobody. */
  readonly onWaiting?: (problem: DatabaseProblem) => void
}

const PAUSE = 500

/** Waits for the database, and refuses one that the portal cannot work with. Throws `DatabaseProblem`. */
export async function waitForDatabase(url: string, { patience = 60_000, onWaiting }: WaitOptions = {}): Promise<void> {
  const until = performance.now() + patience
  for (let told = false; ; told = true) {
    try {
      return await tryDatabase(url)
    } catch (error) {
      const problem = problemOf(url, error)
      if (problem.lasting || performance.now() + PAUSE > until) throw problem
      if (!told) onWaiting?.(problem)
      await wait(PAUSE)
    }
  }
}

/** One try. Throws `DatabaseProblem` where something has to be changed, else what the network or PostgreSQL said. */
async function tryDatabase(url: string): Promise<void> {
  const client = connection(url)
  await client.connect()
  try {
    await requireWrites(client, url)
    const backend = await backendOf(client)
    // PostgreSQL says at the beginning which of its processes serves the connection; a pooler cannot know yet.
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
  // A line that breaks between two statements is heard by the next one.
  client.on('error', () => {})
  return client
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/**
 * Whether two connections that stay open are two sessions of PostgreSQL. A pooler that keeps a session for a transaction
 * only lets both run on the same one, or one of them on several; asked unevenly, so that neither taking the last one used
 * nor taking them in turn can look like two sessions.
 */
export async function keepsSessions(one: () => Promise<number>, other: () => Promise<number>): Promise<boolean> {
  const [ofOne, ofOther] = [new Set<number>(), new Set<number>()]
  for (const turn of 'aabbabbabaab') {
    if (turn === 'a') ofOne.add(await one())
    else ofOther.add(await other())
  }
  return ofOne.size === 1 && ofOther.size === 1 && new Set([...ofOne, ...ofOther]).size === 2
}

/** A standby, or a primary that was made read-only; after a failover it may be the primary in a moment. */
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

/** What a failure of a connection means, in words for the operator. */
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

/** Where it is, without who asks and by which password. */
function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}
