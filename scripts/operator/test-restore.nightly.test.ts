import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeBackup } from '#server/database/backup.ts'
import { createSecrets } from '#server/database/secrets.ts'
import { newId } from '#server/database/new-id.ts'
import { createMetrics, measure } from '#server/http/metrics.ts'
import { backupMeasures } from '#server/domains/operator/index.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { testRestore } from './test-restore.ts'

const database = await createTestDatabase()
const secrets = createSecrets('the-key-of-this-test-0123456789abcd')
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-backups-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const metrics = createMetrics({})
measure(metrics, ...backupMeasures(database.db))
async function metric(name: string): Promise<number> {
  const value = (await metrics.registry.metrics()).match(new RegExp(`^${name} (.*)$`, 'm'))?.[1]
  return Number(value)
}

async function backup(name: string): Promise<string> {
  const file = path.join(folder, name)
  const { takenAt } = await writeBackup(database.url, secrets, file, { version: '0.0.0' })
  await database.sql('insert into backups (id, taken_at, bytes) values ($1, $2, 1000)', [newId(), takenAt])
  return file
}
const tests = () =>
  database.sql<{ tested: boolean; fault: string | null }>(
    'select tested_at is not null as tested, test_fault as fault from backups order by taken_at',
  )
const scratch = () => database.sql(`select 1 from pg_database where datname = 'portal_restore_test'`)

test('an empty folder is a sentence, and a database without a backup counts from its first day', async () => {
  await expect(testRestore(database.url, secrets, folder)).rejects.toThrow(/holds no backup: npm run backup -- /)
  expect(await metric('portal_backup_age_seconds')).toBeGreaterThan(0)
  expect(await metric('portal_backup_bytes')).toBe(0)
})

test("a folder's newest backup is restored beside the portal's database, recorded and removed", async () => {
  await backup('portal-2026-11-01T03-00-00-000Z.tar.gz')
  const newest = await backup('portal-2026-11-02T03-00-00-000Z.tar.gz')
  const { file, manifest } = await testRestore(database.url, secrets, folder)
  expect(file).toBe(newest)
  expect(manifest.parts.length).toBeGreaterThan(40)
  expect(await tests()).toEqual([
    { tested: false, fault: null },
    { tested: true, fault: null },
  ])
  expect(await scratch()).toEqual([])
})

test('a damaged backup is reported with its name, and leaves no database behind', async () => {
  const file = await backup('portal-2026-11-03T03-00-00-000Z.tar.gz')
  writeFileSync(file, readFileSync(file).subarray(0, 2000))
  await expect(testRestore(database.url, secrets, folder)).rejects.toThrow(/is cut off, damaged or no backup/)
  expect((await tests()).at(-1)).toEqual({
    tested: true,
    fault: expect.stringMatching(/^portal-2026-11-03T03-00-00-000Z\.tar\.gz: .*damaged/),
  })
  expect(await scratch()).toEqual([])
})
