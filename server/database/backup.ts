import { createHash } from 'node:crypto'
import { createWriteStream, readdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import * as z from 'zod/mini'
import { copySettings, jobColumns, listOf, readSequences, readTables } from './backup-catalog.ts'
import { requireReadableSecrets } from './encrypted-columns.ts'
import { selectJobsForBackup } from './job-tables.ts'
import type { AppliedMigration } from './migrate.ts'
import { tablesWithFiles } from './schema/index.ts'
import type { Secrets } from './secrets.ts'
import { drizzle } from './sql.ts'

/**
 * A backup is a compressed tar archive of COPY's text format: `tables/{table}/000001.copy` and so on, each table after those it
 * references; `jobs/000001.copy`; then `manifest.json`, which lists the contents, and `manifest.signature`, made with SECRETS_KEY.
 * Pictures and files that are in a bucket are not in it: the manifest says how many these are.
 */
const Part = z.object({
  /** `tables/orders`, `jobs`. */
  folder: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Hash of all lines in order. */
  sha256: z.string(),
})

export const Manifest = z.object({
  format: z.literal(1),
  portal: z.string(),
  commit: z.optional(z.string()),
  postgres: z.string(),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  parts: z.array(Part),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** Files in the bucket, which are not in the backup. */
  filesInBucket: z.optional(z.int()),
})

export type Part = z.output<typeof Part>
export type Manifest = z.output<typeof Manifest>

/** A backup cannot be made, read or restored. The message says what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

/** The name of a backup in a folder or bucket: sorted by name, the newest is last. */
export const backupName = (at: Date): string => `portal-${at.toISOString().replace(/[:.]/g, '-')}.tar.gz`

export const isBackupName = (name: string): boolean =>
  /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.gz$/.test(name)

/** The backups in a folder, oldest first. */
export const backupsIn = (folder: string): string[] => readdirSync(folder).filter(isBackupName).toSorted()

export const PURPOSE = 'backup'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.signature'

/** Bytes of one file in the archive, roughly. */
const CHUNK = 1024 * 1024

export const hashing = () => createHash('sha256')

/** Counts the rows of COPY's text format, which escapes line breaks in values. */
export function countLines(block: Buffer): number {
  let lines = 0
  for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, at + 1)) lines++
  return lines
}

export interface BackupOptions {
  /** The portal's version, for the manifest. */
  readonly version: string
  readonly commit?: string
  /** Called after each table and awaited. */
  readonly onProgress?: (part: Part) => void | Promise<unknown>
}

/**
 * Writes a consistent snapshot into one file while servers keep running. The file gets its name only when it is complete and synced to
 * disk, and only this user can read it.
 */
export async function writeBackup(
  url: string,
  secrets: Secrets,
  file: string,
  options: BackupOptions,
): Promise<Manifest> {
  const client = await connectForCopy(url, 'portal backup')
  const unfinished = `${file}.unfinished`
  try {
    const contents = await snapshot(client, secrets)
    const manifest: Manifest = { format: 1, portal: options.version, commit: options.commit, ...contents, parts: [] }
    const archive = pack()
    const written = pipeline(archive, createGzip(), createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }))
    const filled = fill(archive, client, secrets, manifest, options.onProgress).catch((error: Error) => {
      archive.destroy(error)
      throw error
    })
    await Promise.all([written, filled])
    await settleOnDisk(unfinished)
    await rename(unfinished, file)
    return manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupProblem(`${unfinished} exists: another backup is writing it, or broke off; then remove it`)
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A connection with the settings for COPY. */
export async function connectForCopy(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(copySettings)
  return client
}

/** Starts the snapshot that everything is read from, and reads what the manifest says about it. */
async function snapshot(client: pg.Client, secrets: Secrets): Promise<Omit<Manifest, 'format' | 'portal' | 'parts'>> {
  await client.query('begin isolation level repeatable read read only')
  const known = await client.query(`select to_regclass('public.portal_migrations') as name`)
  if (!known.rows[0].name) throw new BackupProblem('This database is not a portal: check DATABASE_URL')
  const migrations = await client.query<AppliedMigration>('select name, checksum from portal_migrations order by name')
  // Keeps migrations out until the end; they wait and try again.
  const tables = await readTables(client)
  await client.query(`lock table ${listOf(tables.map(({ name }) => name))} in access share mode`)
  await requireReadableSecrets(Object.assign(drizzle({ client }), { brand: 'db' as const }), secrets)
  const { rows } = await client.query<{ moment: Date; postgres: string }>(
    `select now() as moment, current_setting('server_version') as postgres`,
  )
  return {
    postgres: rows[0]!.postgres,
    takenAt: rows[0]!.moment.toISOString(),
    migrations: migrations.rows,
    sequences: await readSequences(client),
    filesInBucket: await countFilesInBucket(client),
  }
}

/** 0 in a database of a version that had no bucket. */
async function countFilesInBucket(client: pg.Client): Promise<number> {
  const known = await client.query(`select to_regclass('public.unused_files') as name`)
  if (!known.rows[0].name) return 0
  const counts = Object.entries(tablesWithFiles).flatMap(([table, keys]) =>
    keys.map((key) => `(select count(*) from ${table} where ${key} is not null)`),
  )
  const { rows } = await client.query<{ count: number }>(`select (${counts.join(' + ')})::int as count`)
  return rows[0]!.count
}

async function fill(
  archive: Pack,
  client: pg.Client,
  secrets: Secrets,
  manifest: Manifest,
  onProgress: BackupOptions['onProgress'] = () => {},
): Promise<void> {
  const mtime = new Date(manifest.takenAt)
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600, mtime }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  const tables = (await readTables(client)).map(({ name, ...rest }) => ({ folder: `tables/${name}`, ...rest }))
  for (const { folder, columns, select } of [
    ...tables,
    { folder: 'jobs', columns: jobColumns, select: selectJobsForBackup },
  ]) {
    const part = { folder, columns: [...columns], rows: 0 }
    const hash = hashing()
    let count = 0
    for await (const lines of chunks(client.query(copyTo(`copy (${select}) to stdout`)))) {
      part.rows += countLines(lines)
      hash.update(lines)
      await add(`${folder}/${String(++count).padStart(6, '0')}.copy`, lines)
    }
    const whole = { ...part, sha256: hash.digest('hex') }
    manifest.parts.push(whole)
    await onProgress(whole)
  }
  const text = JSON.stringify(manifest, null, 2)
  await add(MANIFEST, Buffer.from(text))
  await add(SIGNATURE, Buffer.from(secrets.sign(PURPOSE, text)))
  archive.finalize()
}

async function* chunks(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const block of blocks) {
    waiting.push(block)
    size += block.length
    if (size < CHUNK) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

async function settleOnDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
