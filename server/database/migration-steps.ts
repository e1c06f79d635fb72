import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { poolOf, type Db } from './db.ts'
import { sqlState } from './errors.ts'
import { migrationsFolder, readMigrations, type Migration } from './migration-files.ts'
import { sql } from './sql.ts'

/** Rows that one transaction changes: few enough that nobody waits long for one of them. */
const BATCH = 500

const ATTEMPTS = 40

/**
 * The lock timeout in milliseconds; buyers queue behind a waiting migration. At first well below PostgreSQL's `deadlock_timeout` of a
 * second, so that the migration is the one to give up; then longer, so that it gets through on busy tables.
 */
const patienceOf = (attempt: number) => Math.min(2000, Math.round(250 * 1.25 ** (attempt - 1)))

/** A lock timeout or a deadlock. */
const isLockConflict = (error: unknown) => ['55P03', '40P01'].includes(sqlState(error) ?? '')

/** Runs work in a transaction. A statement that waits for a lock gives up after a moment, and all is tried again. */
export async function inShortAttempts<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${patienceOf(attempt)}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (!isLockConflict(error) || attempt === ATTEMPTS) throw error
      await wait(200 + Math.random() * 300)
    }
  }
}

/** Notes the steps of a migration, in its transaction. */
export async function noteSteps(client: pg.ClientBase, { name, steps }: Migration): Promise<void> {
  for (const [position, { kind, table }] of steps.entries()) {
    await client.query(
      'insert into portal_migration_steps (migration, position, later, changes) values ($1, $2, $3, $4)',
      [name, position, kind === 'later', table],
    )
  }
}

/**
 * Runs what is left of a migration's steps. Of a later one only the first batch, which is all for a small table.
 * @param options.later whether to run those to their end, too
 */
export async function runSteps(client: pg.ClientBase, migration: Migration, { later = false } = {}): Promise<void> {
  const { rows } = await client.query<{ position: number }>(
    'select position from portal_migration_steps where migration = $1 and finished_at is null order by position',
    [migration.name],
  )
  for (const { position } of rows) {
    const { kind, text } = migration.steps[position]!
    if (kind === 'concurrently') {
      await buildConcurrently(client, text)
      await client.query(
        'update portal_migration_steps set finished_at = now() where migration = $1 and position = $2',
        [migration.name, position],
      )
    } else await runBatches(client, migration, position, later || kind === 'batches' ? Infinity : 0)
  }
}

/** Runs a step's batches until a moment of `performance.now()`, one at least. */
async function runBatches(client: pg.ClientBase, migration: Migration, position: number, until: number): Promise<void> {
  while ((await runBatch(client, migration, position)) && performance.now() < until);
}

/**
 * Runs a step's statement for the next rows in the order of their ids. Rows added meanwhile come last, or are already as they should be.
 * @returns whether there are more
 */
function runBatch(client: pg.ClientBase, { name, steps }: Migration, position: number): Promise<boolean> {
  const { table, text } = steps[position]!
  return inShortAttempts(client, async () => {
    const { rows } = await client.query<{ last: string | null }>(
      'select last_id as last from portal_migration_steps where migration = $1 and position = $2 and finished_at is null for update',
      [name, position],
    )
    if (!rows[0]) return false
    const found = await client.query<{ id: string }>(
      `select id from ${table} where $1::uuid is null or id > $1 order by id limit ${BATCH}`,
      [rows[0].last],
    )
    const ids = found.rows.map(({ id }) => id)
    if (ids.length) await client.query(text, [ids])
    const more = ids.length === BATCH
    await client.query(
      `update portal_migration_steps set last_id = coalesce($3, last_id), done = done + $4, finished_at = case when not $5 then now() end,
         total = coalesce(total, (select count(*) from ${table})) where migration = $1 and position = $2`,
      [name, position, ids.at(-1) ?? null, ids.length, more],
    )
    return more
  })
}

/** Milliseconds to wait for those who read or write since before an index; a backup reads for minutes. */
const INDEX_PATIENCE = 300_000

/** Builds and drops indexes while others write. What an earlier run left half built is dropped first, and what fails now, too. */
async function buildConcurrently(client: pg.ClientBase, text: string): Promise<void> {
  await client.query(`set lock_timeout = ${INDEX_PATIENCE}`)
  for (const statement of text.split(/;\s*$/m).filter((one) => one.trim() !== '')) {
    const index = /index concurrently if (?:not )?exists (\w+)/i.exec(statement)?.[1]
    if (!index)
      throw new Error(`An index is built or dropped CONCURRENTLY, IF it does NOT EXIST or EXISTS: ${statement}`)
    await dropInvalid(client, index)
    try {
      await client.query(statement)
    } catch (error) {
      await dropInvalid(client, index)
      throw error
    }
  }
  await client.query('reset lock_timeout')
}

async function dropInvalid(client: pg.ClientBase, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently if exists ${index}`)
}

/** Milliseconds of one run of the job below, which comes every minute. */
const TURN = 50_000

/** Goes on with the batches that run while the portal serves. Those of a newer version are left to its workers. */
export async function runLaterSteps(db: Db, folder = migrationsFolder): Promise<void> {
  const until = performance.now() + TURN
  const unfinished = await laterSteps(db)
  if (unfinished.length === 0) return
  const migrations = new Map(readMigrations(folder).map((migration) => [migration.name, migration]))
  const client = await poolOf(db).connect()
  try {
    for (const { migration: name, position } of unfinished) {
      const migration = migrations.get(name)
      if (migration && performance.now() < until) await runBatches(client, migration, position, until)
    }
  } finally {
    client.release()
  }
}

interface LaterStep {
  readonly migration: string
  readonly position: number
  readonly table: string
  readonly done: number
  readonly total: number
}

/** Batches of the job that are not finished, with the rows done and all rows. */
export async function laterSteps(db: Db): Promise<LaterStep[]> {
  const { rows } = await db.execute<{ [Column in keyof LaterStep]: LaterStep[Column] }>(sql`
    select migration, position, changes as "table", done::float8 as done, coalesce(total, 0)::float8 as total
    from portal_migration_steps where later and finished_at is null order by migration, position`)
  return rows
}
