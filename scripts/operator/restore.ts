/**
 * npm run restore -- <file.tar.gz> [--check] [--erased ids.txt]: restores a backup into an empty database, and erases again whom it brought
 * back; with --check only verifies it.
 * npm run restore -- <file.tar.gz or folder> --test: restores it, or the folder's newest, into a database made for that and dropped again.
 * `bucket:` in place of a file is the newest of the bucket of BACKUP_BUCKET_URL, `bucket:name` another; both are decrypted with BACKUP_IDENTITY.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readBackupBucket, readDatabaseConfig } from '#server/config.ts'
import { failStart, lineHandlersWith } from '#server/context.ts'
import { BackupProblem, type Manifest } from '#server/database/backup.ts'
import { closeDb, inTransaction, openDb } from '#server/database/db.ts'
import { skipReceiptNumbers } from '#server/domains/orders/index.ts'
import { restoreBackup, verifyBackup } from '#server/database/restore.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { createSoldOutCache } from '#server/domains/events/index.ts'
import { eraseAgain } from '#server/domains/privacy/index.ts'
import { backupBucket, isInBucket } from './backup-bucket.ts'
import { readErasedIds } from './erased-ids.ts'
import { onDatabase } from './on-database.ts'
import { testRestore } from './test-restore.ts'

try {
  const { place, check, test, erased } = wanted()
  const folder = isInBucket(place) ? mkdtempSync(path.join(os.tmpdir(), 'portal-restore-')) : null
  try {
    const file = folder ? await downloaded(place, folder) : place
    const ids = [...readErasedIds(path.dirname(file)), ...(erased ? readErasedIds(erased) : [])]
    await (check ? verify(file) : test ? tryOut(file) : restore(file, ids))
  } finally {
    if (folder) rmSync(folder, { recursive: true })
  }
} catch (error) {
  failStart(error)
}

async function downloaded(place: string, folder: string): Promise<string> {
  const bucket = backupBucket(readBackupBucket())
  await bucket.downloadErasedIds(folder)
  return bucket.download(place, folder)
}

async function verify(file: string): Promise<void> {
  const { secretsKey, secretsKeyPrevious } = readDatabaseConfig()
  const manifest = await verifyBackup(file, createSecrets(secretsKey, secretsKeyPrevious))
  console.log(`${file} is whole: ${describe(manifest)}`)
}

function tryOut(place: string): Promise<void> {
  return onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
    const { file, manifest, seconds } = await testRestore(url, createSecrets(secretsKey, secretsKeyPrevious), place)
    console.log(`${file} can be restored, in ${Math.ceil(seconds)} s: ${describe(manifest)}`)
  })
}

function restore(file: string, erasedIds: readonly string[]): Promise<void> {
  return onDatabase(async (url, { secretsKey, secretsKeyPrevious }) => {
    const secrets = createSecrets(secretsKey, secretsKeyPrevious)
    const manifest = await restoreBackup(url, secrets, file, { onProgress: (step) => console.log(step) })
    const db = openDb(url, { name: 'portal restore', size: 2, connectionTimeout: 5000 })
    const series = await inTransaction(db, (tx) => skipReceiptNumbers(tx, manifest.takenAt))
    const lineHandlers = lineHandlersWith(
      createSoldOutCache(() => performance.now()),
      secrets,
    )
    const erased = await eraseAgain({ db, lineHandlers }, erasedIds)
    await closeDb(db)
    console.log(`\nRestored: ${describe(manifest)}
${series} series of receipts skip the numbers that may have been issued after the backup.
${erased} people were erased again.

Next:
1. Start a worker and a server. The worker reads every unfinished payment at the gateway and finishes what was paid.
2. Look at the unresolved payments of each club after 15 minutes, and enter what the gateway's portal says.
3. In the gateway's portal, look for payments made after ${manifest.takenAt}: orders younger than the backup are not in
   this database, and their money is to be refunded there.
4. Look in the log for "Person erased" after the newest backup: erase these people again, at /operator/people/<memberId>.
5. With FILES_BUCKET_URL: npm run files -- --sweep, which removes pictures and files that came after the backup.
docs/operate.md says more.`)
  })
}

function describe({ parts, takenAt, portal, filesInBucket = 0 }: Manifest): string {
  const rows = (folder: string) => parts.find((part) => part.folder === folder)?.rows ?? 0
  const all = parts.reduce((sum, part) => sum + part.rows, 0)
  return `${all} rows as of ${takenAt}, ${rows('tables/orders')} orders among them, made by version ${portal}${filesInBucket > 0 ? `. ${filesInBucket} pictures and files are in the bucket at FILES_BUCKET_URL and not in it` : ''}`
}

function wanted(): { place: string; check: boolean; test: boolean; erased: string | undefined } {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { check: flag, test: flag, erased: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [place, ...more] = positionals
    if (place && more.length === 0 && !(values.check && values.test))
      return { place, check: values.check, test: values.test, erased: values.erased }
  } catch {
    // For an unknown option the usage below is printed.
  }
  throw new BackupProblem(
    'Say which: npm run restore -- <file.tar.gz, bucket: or bucket:name> [--check | --test] [--erased ids.txt]; --test takes a folder, too',
  )
}
