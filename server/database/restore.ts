import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { jobColumns, listOf, quote, readTables, type Table } from './backup-catalog.ts'
import {
  BackupProblem,
  connectForCopy,
  countLines,
  hashing,
  Manifest,
  MANIFEST,
  PURPOSE,
  SIGNATURE,
  type Part,
} from './backup.ts'
import { migrate, requireKnownMigrations } from './migrate.ts'
import type { Secrets } from './secrets.ts'

export interface RestoreOptions {
  readonly onProgress?: (step: string) => void
  /** Folder of the migrations; the portal's own when left out. */
  readonly folder?: string
}

/** Tables that already have rows after the migrations. */
const madeByMigrations = ['portal_clock', 'portal_migration_steps', 'reserved_keys']

/**
 * Restores a backup into an empty database and brings it up to this version. The backup is verified before anything is written.
 * Everything is loaded in one transaction and compared with the backup before the commit.
 */
export async function restoreBackup(
  url: string,
  secrets: Secrets,
  file: string,
  { onProgress = () => {}, folder }: RestoreOptions = {},
): Promise<Manifest> {
  onProgress(`Reading ${file}`)
  const manifest = await verifyBackup(file, secrets)
  requireKnown(manifest, folder)
  await requireEmpty(url)
  onProgress('Making the tables of the backup')
  // By their names: one with a lower number may have come later.
  const made = new Set(manifest.migrations.map(({ name }) => name))
  await migrate(url, { folder, which: (name) => made.has(name) })
  const client = await connectForCopy(url, 'portal restore')
  try {
    await requireSameMigrations(client, manifest)
    await client.query('begin')
    await load(client, file, manifest, onProgress)
    await client.query('commit')
    onProgress('Gathering statistics')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const later = await migrate(url, { folder })
  if (later.length) onProgress(`Brought up to this version: ${later.join(', ')}`)
  return manifest
}

/** Reads a whole backup and compares it with its manifest. */
export async function verifyBackup(file: string, secrets: Secrets): Promise<Manifest> {
  const found = new Map<string, { rows: number; hash: ReturnType<typeof hashing> }>()
  let manifest: string | undefined
  let signature: string | undefined
  for await (const { name, bytes } of entriesOf(file)) {
    if (signature !== undefined) throw altered(file, `${name} stands behind the end`)
    if (name === MANIFEST) manifest = bytes.toString()
    else if (name === SIGNATURE) signature = bytes.toString()
    else {
      const folder = name.slice(0, name.lastIndexOf('/'))
      const part = found.get(folder) ?? { rows: 0, hash: hashing() }
      part.rows += countLines(bytes)
      part.hash.update(bytes)
      found.set(folder, part)
    }
  }
  if (manifest === undefined || signature === undefined) throw altered(file, 'its manifest is missing')
  // Before the signature, so that a backup in another format is not called altered.
  const { format } = parsed(manifest) ?? {}
  if (format === undefined) throw altered(file, 'its manifest cannot be read')
  if (format !== 1)
    throw new BackupProblem(`${file} has the form ${JSON.stringify(format)}: use the version that made it`)
  if (!secrets.verify(PURPOSE, manifest, signature)) {
    throw new BackupProblem(
      `${file} was altered, or made with another SECRETS_KEY: what it holds encrypted could not be read. Set the ` +
        'SECRETS_KEY it was made with, as SECRETS_KEY or among SECRETS_KEY_PREVIOUS',
    )
  }
  const contents = Manifest.parse(JSON.parse(manifest))
  for (const { folder, rows, sha256 } of contents.parts) {
    const part = found.get(folder)
    found.delete(folder)
    const same = part ? part.rows === rows && part.hash.digest('hex') === sha256 : rows === 0
    if (!same) throw altered(file, `${folder} is not what the manifest says`)
  }
  if (found.size) throw altered(file, `${[...found.keys()].join(', ')} is not in the manifest`)
  return contents
}

function parsed(manifest: string): { format?: unknown } | null {
  try {
    return JSON.parse(manifest) as { format?: unknown } | null
  } catch {
    return null
  }
}

const altered = (file: string, what: string) => new BackupProblem(`${file} was altered (${what}): take another`)

/** The files in a backup. Throws a `BackupProblem` when it is damaged or truncated. */
async function* entriesOf(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive).catch(() => {})
  try {
    for await (const entry of archive) yield { name: entry.header.name, bytes: await buffer(entry) }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupProblem(`There is no file ${file}`, { cause })
    // tar-stream's own errors have no code.
    if (code && !code.startsWith('Z_')) throw cause
    throw new BackupProblem(`${file} is cut off, damaged or no backup (${message}): take another`, { cause })
  } finally {
    archive.destroy()
    await read
  }
}

async function load(client: pg.Client, file: string, manifest: Manifest, onProgress: (step: string) => void) {
  const tables = new Map((await readTables(client)).map((table) => [`tables/${table.name}`, table]))
  const names = [...tables.values()].map(({ name }) => name)
  // No writes between the check for rows and the end of the load.
  await client.query(`lock table ${listOf(names)} in share row exclusive mode`)
  await requireNoRows(client, names)
  for (const name of names.filter((one) => madeByMigrations.includes(one)))
    await client.query(`delete from ${quote(name)}`)
  // The backup has what triggers write.
  for (const name of names) await client.query(`alter table ${quote(name)} disable trigger user`)

  const entries = entriesOf(file)[Symbol.asyncIterator]()
  let next = await entries.next()
  for (const part of manifest.parts) {
    const lines = async function* () {
      while (!next.done && next.value.name.startsWith(`${part.folder}/`)) {
        yield next.value.bytes
        next = await entries.next()
      }
    }
    const table = tables.get(part.folder)
    if (part.folder === 'jobs') await loadJobs(client, part, lines())
    else if (table) await loadTable(client, table, part, lines())
    else throw new BackupProblem(`The backup holds ${part.folder}, which this version does not know`)
    onProgress(`${part.folder}: ${part.rows} rows`)
  }
  await entries.return?.(undefined)
  // References that are checked at the commit would keep triggers off.
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${quote(name)} enable trigger user`)
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), last, called])
}

/** Loads a table, then reads it back and compares it with the backup. */
async function loadTable(client: pg.Client, table: Table, part: Part, lines: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(lines, client.query(copyFrom(`copy ${quote(table.name)} (${listOf(part.columns)}) from stdin`)))
  const hash = hashing()
  for await (const block of client.query(copyTo(`copy (${table.select}) to stdout`))) hash.update(block as Buffer)
  if (hash.digest('hex') !== part.sha256)
    throw new BackupProblem(`${table.name} does not hold what the backup holds: nothing was restored`)
}

/** Adds jobs by the queue's functions, because its tables may have changed since. */
async function loadJobs(client: pg.Client, part: Part, lines: AsyncIterable<Buffer>): Promise<void> {
  if (part.columns.join() !== jobColumns.join())
    throw new BackupProblem('The backup holds jobs in a form that this version does not know')
  await client.query(`
    create temp table backup_jobs (
      position int generated always as identity, identifier text, payload json, queue_name text, run_at timestamptz,
      attempts int, max_attempts int, last_error text, key text, priority int, flags text[]
    ) on commit drop`)
  await pipeline(lines, client.query(copyFrom(`copy backup_jobs (${listOf(part.columns)}) from stdin`)))
  await client.query(`
    create temp table added_jobs on commit drop as
    select b.attempts, b.last_error, (graphile_worker.add_job(
      b.identifier, b.payload, b.queue_name, b.run_at, b.max_attempts, b.key, b.priority, b.flags)).id
    from (select * from backup_jobs order by position) b`)
  await client.query(
    'select graphile_worker.permanently_fail_jobs(array[id], last_error) from added_jobs where last_error is not null',
  )
  const { rowCount } = await client.query(
    'select graphile_worker.reschedule_jobs(array[id], attempts => attempts) from added_jobs',
  )
  if (rowCount !== part.rows) throw new BackupProblem('Not every job of the backup was added: nothing was restored')
}

const emptyOne = 'make a new, empty database and set DATABASE_URL to it'

/** The database must have no tables, or only empty ones of the portal. */
async function requireEmpty(url: string): Promise<void> {
  const client = await connectForCopy(url, 'portal restore')
  try {
    const { rows } = await client.query<{ name: string | null; tables: number }>(
      `select to_regclass('public.portal_migrations')::text as name,
         (select count(*)::int from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as tables`,
    )
    if (!rows[0]!.name && rows[0]!.tables > 0)
      throw new BackupProblem(`This database holds tables that are not the portal's: ${emptyOne}`)
    if (rows[0]!.name) {
      await requireNoRows(
        client,
        (await readTables(client)).map(({ name }) => name),
      )
    }
  } finally {
    await client.end()
  }
}

async function requireNoRows(client: pg.Client, names: readonly string[]): Promise<void> {
  const jobs = await client.query(`select to_regclass('graphile_worker.jobs') as name`)
  const asked = names.filter((name) => !madeByMigrations.includes(name)).map(quote)
  if (jobs.rows[0].name) asked.push('graphile_worker.jobs')
  for (const name of asked) {
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
    if (rowCount) throw new BackupProblem(`This database is not empty (${name}): ${emptyOne}`)
  }
}

function requireKnown({ migrations, portal }: Manifest, folder: string | undefined): void {
  try {
    requireKnownMigrations(migrations, folder)
  } catch (cause) {
    const { message } = cause as Error
    throw new BackupProblem(`The backup was made by version ${portal}, which this one cannot read. ${message}`, {
      cause,
    })
  }
}

/** A database with later migrations than the backup cannot take its rows. */
async function requireSameMigrations(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from portal_migrations order by name')
  if (rows.map(({ name }) => name).join() !== manifest.migrations.map(({ name }) => name).join())
    throw new BackupProblem(`This database has other migrations than the backup: ${emptyOne}`)
}
