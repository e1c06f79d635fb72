/**
 * npm run backup -- <folder or file.tar.gz> [--keep N]: backs up the database into one file.
 * npm run backup -- bucket: [--keep N]: encrypts it and uploads it into the bucket of BACKUP_BUCKET_URL.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readBackupBucket } from '#server/config.ts'
import { backupName, BackupProblem, backupsIn, writeBackup } from '#server/database/backup.ts'
import { closeDb, inTransaction, openDb } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { backups } from '#server/database/schema/index.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { ERASED_IDS, keepErasedIds } from './erased-ids.ts'
import { release } from '#server/database/release.ts'
import { backupBucket, isInBucket } from './backup-bucket.ts'
import { onDatabase } from './on-database.ts'

const usage = 'Say where to: npm run backup -- <folder, file.tar.gz or bucket:> [--keep 14]'

await onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
  const { target, keep } = wanted()
  const bucket = isInBucket(target) ? backupBucket(readBackupBucket()) : null
  const folder = bucket ? mkdtempSync(path.join(os.tmpdir(), 'portal-backup-')) : null
  try {
    const file = fileFor(folder ?? target)
    const secrets = createSecrets(secretsKey, secretsKeyPrevious)
    const { parts, takenAt } = await writeBackup(url, secrets, file, {
      ...release,
      onProgress: ({ folder: part, rows }) => console.log(`${part}: ${rows} rows`),
    })
    const rows = parts.reduce((sum, part) => sum + part.rows, 0)
    const place = bucket ? await bucket.upload(file) : file
    console.log(`${place}: ${rows} rows as of ${takenAt}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    await record(url, takenAt, statSync(file).size)
    await keepErasedIds(url, path.dirname(file))
    const erased = path.join(path.dirname(file), ERASED_IDS)
    if (bucket && existsSync(erased)) await bucket.upload(erased)
    if (keep === null) return
    const old = bucket ? await bucket.keep(keep) : forget(path.dirname(file), keep)
    for (const name of old) console.log(`${name} removed`)
  } finally {
    if (folder) rmSync(folder, { recursive: true })
  }
})

function wanted(): { target: string; keep: number | null } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
    const [target, ...more] = positionals
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (target && more.length === 0 && (keep === null || (Number.isInteger(keep) && keep > 0))) return { target, keep }
  } catch {
    // For an unknown option the usage below is printed.
  }
  throw new BackupProblem(usage)
}

/** The operator's console shows how old the newest backup is. A database before its migrations, or one that takes no writes, has no such row. */
async function record(url: string, takenAt: string, bytes: number): Promise<void> {
  const db = openDb(url, { name: 'portal backup', size: 1, connectionTimeout: 5000 })
  try {
    await inTransaction(db, (tx) => tx.insert(backups).values({ id: newId(), takenAt: new Date(takenAt), bytes }))
  } catch (error) {
    console.error(`The database does not know of this backup: ${(error as Error).message}`)
  } finally {
    await closeDb(db)
  }
}

/** In a folder, the file is named after the time. Existing files are never overwritten. */
function fileFor(target: string): string {
  const file = target.endsWith('.tar.gz') ? path.resolve(target) : path.resolve(target, backupName(new Date()))
  if (existsSync(file)) throw new BackupProblem(`${file} is there already: choose another name`)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  return file
}

/** @returns the names of the files removed */
function forget(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep)
  for (const name of old) rmSync(path.join(folder, name))
  return old
}
