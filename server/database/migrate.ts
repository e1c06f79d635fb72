import { setTimeout as wait } from 'node:timers/promises'
import { Logger as WorkerLogger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { isOlder, release, type Release } from './release.ts'
import type { Db } from './db.ts'
import { migrationsFolder, readMigrations, type Migration } from './migration-files.ts'
import { inShortAttempts, noteSteps, runSteps } from './migration-steps.ts'
import { sql } from './sql.ts'

/** The database does not fit this version of the portal. The message says what to do. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'
}

/** A row of `portal_migrations`. A backup has its name and checksum only. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
  /** The version that ran it. */
  readonly version?: string | null
  /** The oldest version that can run after it. */
  readonly compatibleSince?: string | null
}

/** The advisory lock held while migrating. */
const LOCK = 7_410_526_931

export interface MigrateOptions {
  readonly folder?: string
  /** Which files to run; all when left out. */
  readonly which?: (name: string) => boolean
  /** The version that runs them. */
  readonly by?: Pick<Release, 'version' | 'compatibleSince'>
}

/**
 * Brings the database up to this version: graphile-worker's tables first, then each new file in its own transaction, and its steps. Safe
 * to run from several processes, and while servers run. A database of a newer version is left as it is when this one can run on it.
 * Returns the names of the files it ran.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, which = () => true, by = release }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal migrations',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  const migrations = readMigrations(folder)
  const wanted = migrations.filter(({ name }) => which(name))
  const leftOf = (applied: readonly AppliedMigration[]) =>
    compare(migrations, applied, by.version).filter((migration) => wanted.includes(migration))
  try {
    // Tried again and again: whoever waits for it in PostgreSQL keeps others from building an index concurrently.
    while (!(await client.query('select pg_try_advisory_lock($1) as locked', [LOCK])).rows[0].locked) {
      // A newer version may hold it for minutes.
      if ((await isFinished(client, wanted)) && leftOf(await readApplied(client)).length === 0) return []
      await wait(200)
    }
    await makeTables(client)
    const waiting = leftOf(await readApplied(client))
    await migrateWorker(url)
    for (const migration of wanted) {
      try {
        // It takes something away that unfinished batches may read.
        if (waiting.includes(migration) && migration.needs)
          for (const one of wanted) await runSteps(client, one, { later: true })
        if (waiting.includes(migration)) await apply(client, migration, by)
        await runSteps(client, migration)
      } catch (cause) {
        throw new MigrationProblem(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
      }
    }
    return waiting.map(({ name }) => name)
  } finally {
    // Also releases the lock.
    await client.end()
  }
}

/** Throws a `MigrationProblem` when a database with these migrations cannot be brought up to this version. */
export const requireKnownMigrations = (applied: readonly AppliedMigration[], folder = migrationsFolder): void =>
  void compare(readMigrations(folder), applied, release.version)

/** Whether every migration of this version has run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from portal_migrations`)
  const applied = new Set(rows.map(({ name }) => name))
  return readMigrations(migrationsFolder).every(({ name }) => applied.has(name))
}

/** `portal_migration_steps` has what runs after a migration's own transaction, and how far it is. */
async function makeTables(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists portal_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    create table if not exists portal_migration_steps (
      migration text not null, position integer not null, later boolean not null, changes text not null, last_id uuid,
      done bigint not null default 0, total bigint, finished_at timestamptz, primary key (migration, position))`)
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = 'portal_migrations'::regclass and attname = 'compatible_since'`,
  )
  if (rowCount) return
  await inShortAttempts(client, () =>
    client.query('alter table portal_migrations add column version text, add column compatible_since text'),
  )
}

/** The migrations that have run. The marks of a version that wrote none are missing. */
export const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[]> =>
  (
    await client.query<AppliedMigration>(
      `select name, checksum, to_jsonb(one) ->> 'version' as version, to_jsonb(one) ->> 'compatible_since' as "compatibleSince"
       from portal_migrations one order by name`,
    )
  ).rows

/** Whether none of these has a step left that has to be done before this version serves. */
async function isFinished(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const made = await client.query(`select to_regclass('portal_migration_steps') as name`)
  if (!made.rows[0].name) return false
  const { rowCount } = await client.query(
    'select 1 from portal_migration_steps where not later and finished_at is null and migration = any($1) limit 1',
    [migrations.map(({ name }) => name)],
  )
  return rowCount === 0
}

/** The migrations that still have to run. */
function compare(migrations: readonly Migration[], applied: readonly AppliedMigration[], version: string): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const newer = applied.filter(({ name }) => !known.has(name))
  const refusing = newer.findLast(({ compatibleSince }) => !compatibleSince || isOlder(version, compatibleSince))
  if (refusing) {
    const { version: updatedBy, compatibleSince } = refusing
    throw new MigrationProblem(
      updatedBy && compatibleSince
        ? `The database was updated by version ${updatedBy} (${refusing.name}), and runs with ${compatibleSince} or newer; this is ` +
            `version ${version}: start ${updatedBy}`
        : `The database is newer than this version of the portal (${newer.map(({ name }) => name).join(', ')}): start the newer version`,
    )
  }
  const changed = applied
    .filter(({ name, checksum }) => {
      const migration = known.get(name)
      return migration && migration.checksum !== checksum && !migration.formerly.includes(checksum)
    })
    .map(({ name }) => name)
  if (changed.length) {
    throw new MigrationProblem(
      `The database was built with other migrations than this version has (${changed.join(', ')}): a migration that has run is ` +
        "never changed. On a developer's machine, remove DATA_DIR (.data) and start again",
    )
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

const apply = (
  client: pg.Client,
  migration: Migration,
  { version, compatibleSince }: Pick<Release, 'version' | 'compatibleSince'>,
): Promise<void> =>
  inShortAttempts(client, async () => {
    await client.query(migration.text)
    await client.query(
      'insert into portal_migrations (name, checksum, version, compatible_since) values ($1, $2, $3, $4)',
      [migration.name, migration.checksum, version, migration.needs ?? compatibleSince],
    )
    await noteSteps(client, migration)
  })

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
