import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackupBucket } from '#server/config.ts'
import { startBucket, type Bucket } from '#server/testing/outside/bucket.ts'
import { backupBucket } from './backup-bucket.ts'
import { ERASED_IDS, readErasedIds } from './erased-ids.ts'

let bucket: Bucket
let identity: string
let folder: string
beforeAll(async () => {
  bucket = await startBucket()
  identity = await generateX25519Identity()
  folder = mkdtempSync(path.join(os.tmpdir(), 'bucket-test-'))
})
afterAll(() => {
  bucket.close()
  rmSync(folder, { recursive: true })
})

const opened = async (change: Record<string, string> = {}) =>
  backupBucket(
    readBackupBucket({
      BACKUP_BUCKET_URL: bucket.url,
      BACKUP_BUCKET_KEY: bucket.key,
      BACKUP_BUCKET_SECRET: bucket.secret,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_IDENTITY: identity,
      ...change,
    }),
  )
function made(day: string, bytes = Buffer.from(`the backup of ${day}`)): string {
  const file = path.join(folder, `portal-2026-11-${day}T03-00-00-000Z.tar.gz`)
  writeFileSync(file, bytes)
  return file
}
const read = async (place: string, change: Record<string, string> = {}) => {
  const into = mkdtempSync(path.join(folder, 'into-'))
  return readFileSync(await (await opened(change)).download(place, into))
}

test('a backup is encrypted before it leaves, large ones in parts, and comes back as it was', async () => {
  const large = randomBytes(20_000_000)
  const { upload } = await opened()
  expect(await upload(made('01'))).toBe('portal-2026-11-01T03-00-00-000Z.tar.gz.age')
  await upload(made('02', large))
  for (const [name, content] of bucket.objects) {
    expect(content.subarray(0, 21).toString(), name).toBe('age-encryption.org/v1')
    expect(content.includes('the backup of')).toBe(false)
  }
  expect((await read('bucket:')).equals(large)).toBe(true)
  expect((await read('bucket:portal-2026-11-01T03-00-00-000Z.tar.gz.age')).toString()).toBe('the backup of 01')
})

test('the list of erased people is kept beside the backups, and comes with them', async () => {
  const { upload, downloadErasedIds, keep } = await opened()
  const into = mkdtempSync(path.join(folder, 'ids-'))
  await downloadErasedIds(into)
  expect(readErasedIds(into)).toEqual([])
  const list = path.join(folder, ERASED_IDS)
  writeFileSync(list, '01a22461-e9e5-78fa-b54c-6f9919575dbd\n')
  await upload(list)
  await keep(2)
  await downloadErasedIds(into)
  expect(readErasedIds(into)).toEqual(['01a22461-e9e5-78fa-b54c-6f9919575dbd'])
  bucket.objects.delete(`${ERASED_IDS}.age`)
})

test('all but the newest are removed, and what the command did not make stays', async () => {
  bucket.objects.set('notes.txt', Buffer.from('mine'))
  const { upload, keep } = await opened()
  await upload(made('03'))
  expect(await keep(2)).toEqual(['portal-2026-11-01T03-00-00-000Z.tar.gz.age'])
  expect([...bucket.objects.keys()].toSorted()).toEqual([
    'notes.txt',
    'portal-2026-11-02T03-00-00-000Z.tar.gz.age',
    'portal-2026-11-03T03-00-00-000Z.tar.gz.age',
  ])
})

test('another key, a changed file, wrong rights and a missing setting are sentences that show no secret', async () => {
  const refused = async (work: () => Promise<unknown>) => {
    const error = await work().then(
      () => new Error('done'),
      (problem: Error) => problem,
    )
    expect(error.message).not.toMatch(/AGE-SECRET|the-bucket-s-secret/)
    return error.message
  }
  const other = await generateX25519Identity()
  expect(await refused(() => read('bucket:', { BACKUP_IDENTITY: other }))).toMatch(/made for another recipient/)
  expect(await refused(() => read('bucket:', { BACKUP_IDENTITY: '' }))).toMatch(/^BACKUP_IDENTITY is missing/)
  expect(await refused(() => read('bucket:portal-none.tar.gz.age'))).toMatch(/has no portal-none/)
  expect(await refused(() => read('bucket:', { BACKUP_BUCKET_SECRET: 'wrong-one' }))).toMatch(
    /answers 403: correct the address, key and secret/,
  )
  expect(await refused(() => read('bucket:', { BACKUP_BUCKET_URL: 'http://127.0.0.1:1/b' }))).toMatch(
    /127\.0\.0\.1:1 does not answer/,
  )
  expect(await refused(() => opened({ BACKUP_RECIPIENT: 'ssh-rsa' }))).toMatch(
    /BACKUP_RECIPIENT .*use age's public key/,
  )
  const newest = bucket.objects.get('portal-2026-11-03T03-00-00-000Z.tar.gz.age')!
  bucket.objects.set('portal-2026-11-04T03-00-00-000Z.tar.gz.age', newest.subarray(0, -5))
  expect(await refused(() => read('bucket:'))).toMatch(/was altered or cut off/)
  bucket.refuses = true
  expect(await refused(async () => (await opened()).upload(made('05')))).toMatch(/answers 403/)
})
