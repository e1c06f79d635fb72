import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger as WorkerLogger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Db } from './db.ts'
import { sqlState } from './errors.ts'
import { sql } from './sql.ts'

/** The database does not fit this version of the portal. The message says what to do. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'
}

/** A row of `portal_migrations`. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

interface Migration extends AppliedMigration {
  readonly text: string
}

const ourFolder = path.join(import.meta.dirname, 'migrations')

/** The advisory lock held while migrating. */
const LOCK = 7_410_526_931

/**
 * Brings the database up to this version: graphile-worker's tables first, then each new file in its own transaction. Safe to run from
 * several processes, and while servers run: a statement that waits for a lock gives up after a moment and is retried. Returns the names
 * of the files it ran.
 * @param until the last file to run; all when left out
 */
export async function migrate(url: string, folder = ourFolder, until?: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal migrations',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const migrations = readMigrations(folder)
    await client.query(
      'create table if not exists portal_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<AppliedMigration>('select name, checksum from portal_migrations')
    const waiting = compare(migrations, applied.rows).filter(({ name }) => until === undefined || name <= until)
    await migrateWorker(url)
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  } finally {
    // Also releases the lock.
    await client.end()
  }
}

/** Throws a `MigrationProblem` when a database with these migrations cannot be brought up to this version. */
export const requireKnownMigrations = (applied: readonly AppliedMigration[], folder = ourFolder): void =>
  void compare(readMigrations(folder), applied)

/** Whether every migration of this version has run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from portal_migrations`)
  const applied = new Set(rows.map(({ name }) => name))
  return readMigrations(ourFolder).every(({ name }) => applied.has(name))
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** The migrations that still have to run. */
function compare(migrations: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const newer = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (newer.length) {
    throw new MigrationProblem(
      `The database is newer than this version of the portal (${newer.join(', ')}): start the newer version`,
    )
  }
  const changed = applied.filter(({ name, checksum }) => known.get(name)?.checksum !== checksum).map(({ name }) => name)
  if (changed.length) {
    throw new MigrationProblem(
      `The database was built with other migrations than this version has (${changed.join(', ')}): a migration that has run is ` +
        "never changed. On a developer's machine, remove DATA_DIR (.data) and start again",
    )
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

const ATTEMPTS = 40

/**
 * The lock timeout in milliseconds; buyers queue behind a waiting migration. At first well below PostgreSQL's `deadlock_timeout` of a
 * second, so that the migration is the one to give up; then longer, so that it gets through on busy tables.
 */
const patienceOf = (attempt: number) => Math.min(2000, Math.round(250 * 1.25 ** (attempt - 1)))

/** A lock timeout or a deadlock. */
const isLockConflict = (error: unknown) => ['55P03', '40P01'].includes(sqlState(error) ?? '')

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${patienceOf(attempt)}`)
      await client.query(text)
      await client.query('insert into portal_migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      return
    } catch (cause) {
      await client.query('rollback')
      if (!isLockConflict(cause) || attempt === ATTEMPTS) {
        throw new MigrationProblem(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
      }
      await wait(200 + Math.random() * 300)
    }
  }
}

async function migrateWorker(url: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 5000 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool, logger: new WorkerLogger(() => () => {}) })
  } finally {
    await pgPool.end()
  }
}
