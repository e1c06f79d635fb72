import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { copySettings, jobColumns, listOf, readSequences, readTables, selectJobs } from './backup-catalog.ts'
import {
  BackupProblem,
  CHUNK,
  countLines,
  hashing,
  MANIFEST,
  PURPOSE,
  SIGNATURE,
  type Manifest,
  type Part,
} from './backup-file.ts'
import { copyOut } from './copy-stream.ts'
import { requireReadableSecrets } from './encrypted-columns.ts'
import type { AppliedMigration } from './migrate.ts'
import type { Secrets } from './secrets.ts'
import { tarEnd, tarEntry } from './tar-archive.ts'

export interface BackupOptions {
  /** Of the portal; told in the manifest. */
  readonly version: string
  /** Called when a table was read; the next one waits for it. */
  readonly onProgress?: (part: Part) => void | Promise<unknown>
}

/**
 * Writes everything that must survive into one file, as it was at one moment, while servers go on. The file has its name
 * only once it is whole and on the disk, and only this user can read it.
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
    const manifest: Manifest = { format: 1, portal: options.version, ...contents, parts: [] }
    const entries = archive(client, secrets, manifest, options.onProgress)
    await pipeline(Readable.from(entries), createGzip(), createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }))
    await settleOnDisk(unfinished)
    await rename(unfinished, file)
    return manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupProblem(`${unfinished} is there: another backup is writing it, or broke off; remove it then`)
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A connection for copying, with the settings that COPY's text form depends on. */
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

/** Opens the one moment that everything is read at, and reads what describes it. */
async function snapshot(client: pg.Client, secrets: Secrets): Promise<Omit<Manifest, 'format' | 'portal' | 'parts'>> {
  await client.query('begin isolation level repeatable read read only')
  const known = await client.query(`select to_regclass('public.portal_migrations') as name`)
  if (!known.rows[0].name) throw new BackupProblem('This database is not a portal: check DATABASE_URL')
  const migrations = await client.query<AppliedMigration>('select name, checksum from portal_migrations order by name')
  // Until the end nobody changes a table's shape; whoever wants to waits and tries again.
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
  }
}

async function* archive(
  client: pg.Client,
  secrets: Secrets,
  manifest: Manifest,
  onProgress: BackupOptions['onProgress'] = () => {},
): AsyncGenerator<Buffer> {
  const modified = new Date(manifest.takenAt)
  const tables = (await readTables(client)).map(({ name, ...rest }) => ({ folder: `tables/${name}`, ...rest }))
  for (const { folder, columns, select } of [...tables, { folder: 'jobs', columns: jobColumns, select: selectJobs }]) {
    const part = { folder, columns: [...columns], rows: 0 }
    const hash = hashing()
    let count = 0
    for await (const lines of chunks(copyOut(client, `copy (${select}) to stdout`))) {
      part.rows += countLines(lines)
      hash.update(lines)
      yield tarEntry(`${folder}/${String(++count).padStart(6, '0')}.copy`, lines, modified)
    }
    const whole = { ...part, sha256: hash.digest('hex') }
    manifest.parts.push(whole)
    await onProgress(whole)
  }
  const text = JSON.stringify(manifest, null, 2)
  yield tarEntry(MANIFEST, Buffer.from(text), modified)
  yield tarEntry(SIGNATURE, Buffer.from(secrets.sign(PURPOSE, text)), modified)
  yield tarEnd
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
