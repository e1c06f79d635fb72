import { statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { BackupProblem, backupsIn, type Manifest } from '#server/database/backup.ts'
import { restoreBackup } from '#server/database/restore.ts'
import type { Secrets } from '#server/database/secrets.ts'

const SCRATCH = 'portal_restore_test'

/**
 * Restores a backup, or the newest of a folder, into a database beside the portal's, which is dropped afterwards, and records how it went for
 * metrics and console. Throws `BackupProblem`.
 */
export async function testRestore(
  url: string,
  secrets: Secrets,
  place: string,
): Promise<{ file: string; manifest: Manifest; seconds: number }> {
  const begun = performance.now()
  const client = new pg.Client({ connectionString: url, application_name: 'portal restore test' })
  client.on('error', () => {})
  await client.connect()
  let file = place
  try {
    file = fileOf(place)
    await makeScratch(client)
    const scratch = new URL(url)
    scratch.pathname = SCRATCH
    const manifest = await restoreBackup(scratch.href, secrets, file)
    await record(client, manifest.takenAt, null)
    return { file, manifest, seconds: (performance.now() - begun) / 1000 }
  } catch (error) {
    await record(client, null, `${path.basename(file)}: ${(error as Error).message}`.slice(0, 2000))
    throw error
  } finally {
    await client.query(`drop database if exists ${SCRATCH} with (force)`)
    await client.end()
  }
}

function fileOf(place: string): string {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return place
  const newest = backupsIn(place).at(-1)
  if (!newest) throw new BackupProblem(`${place} holds no backup: npm run backup -- ${place}`)
  return path.join(place, newest)
}

/** A database that an earlier test left behind is dropped first. */
async function makeScratch(client: pg.Client): Promise<void> {
  try {
    await client.query(`drop database if exists ${SCRATCH} with (force)`)
    await client.query(`create database ${SCRATCH} template template0 encoding 'UTF8'`)
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new BackupProblem(
      'This user may not make a database to test in: alter role … createdb, or set DATABASE_URL to another server',
      { cause },
    )
  }
}

/** A backup that this database does not know of is recorded with its newest one. */
const record = (client: pg.Client, takenAt: string | null, fault: string | null) =>
  client.query(
    `update backups set tested_at = now(), test_fault = $2
     where id = (select id from backups order by taken_at = $1 desc nulls last, taken_at desc limit 1)`,
    [takenAt, fault],
  )
