import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { events } from '#contract/events/events.ts'
import { members } from '#contract/members/members.ts'
import { writeBackup } from '#server/database/backup.ts'
import { openBucket } from '#server/documents/bucket.ts'
import { createFileStore } from '#server/documents/file-store.ts'
import { buildClub, type Person, signedIn } from '#server/testing/builders.ts'
import { asked, attached } from '#server/testing/builders/conversation-builders.ts'
import { buildEvent, buildPicture } from '#server/testing/builders/event-builders.ts'
import { startBucket, type Bucket } from '#server/testing/outside/bucket.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { moveFiles, sweepBucket } from './move-files.ts'

let bucket: Bucket
let app: TestApp
let anna: Person
beforeAll(async () => {
  bucket = await startBucket()
  const { url, key, secret } = bucket
  // New files go to the database, and those in the bucket are read.
  const files = { FILES_BUCKET_URL: url, FILES_BUCKET_KEY: key, FILES_BUCKET_SECRET: secret, FILES_STORE: 'database' }
  app = await createTestApp(files)
  anna = await signedIn(app, 'anna@example.com')
})
afterAll(async () => {
  await app.close()
  bucket.close()
})

const access = (write: boolean) => ({ url: bucket.url, key: bucket.key, secret: bucket.secret, write })
const counts = async () =>
  (
    await app.database.sql<{ there: number; here: number }>(`
      select count(*) filter (where key is not null)::int as there, count(*) filter (where key is null)::int as here from (
        select bucket_key as key from thread_attachments union all select bucket_key from member_images
        union all select bucket_key from stored_pictures) files`)
  )[0]!

test('files are moved to the bucket and back, go on where they were stopped, and stay readable', async () => {
  const club = await buildClub(app)
  const texts = Array.from({ length: 10 }, (_, at) => Buffer.from(`Boat ${at}`))
  const ids: string[] = []
  for (const text of texts) {
    const { id } = await attached(app, anna, text, 'plan.txt')
    await asked(app, club, anna, { attachmentIds: [id] })
    ids.push(id)
  }
  const portrait = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  await app.call(members.putImage, { memberId: anna.memberId, bytes: portrait }, { as: anna.token })
  const event = await buildEvent(app, club)
  await buildPicture(app, event)
  // One by one: a server refuses more reads of files at once than it has places for.
  const readAttachments = async () => {
    const found = []
    for (const id of ids) found.push(await app.call(conversations.attachment, { attachmentId: id }, { as: anna.token }))
    return found
  }
  const read = async () => [
    ...(await readAttachments()),
    await app.call(members.image, { memberId: anna.memberId }, { as: anna.token }),
    await app.call(events.picture, { eventId: event.id, v: 'v1' }),
    await app.call(events.picture, { eventId: event.id, v: 'v1', size: 'small' }),
  ]
  const before = await read()
  const used = await app.database.sql('select 1 from thread_attachments where bucket_key is not null')
  expect(used).toEqual([])

  // The bucket refuses in the middle.
  const seen: number[] = []
  await expect(
    moveFiles(app.context.db, access(true), ({ left }) => {
      seen.push(left)
      bucket.refuses = true
    }),
  ).rejects.toThrow('files_unavailable')
  expect([seen, await counts()]).toEqual([[2], { there: 8, here: 4 }])
  bucket.refuses = false
  expect(await read()).toEqual(before)
  expect(await moveFiles(app.context.db, access(true))).toBe(4)
  expect(await counts()).toEqual({ there: 12, here: 0 })
  expect(await read()).toEqual(before)
  expect(bucket.objects.size).toBe(13)

  // A backup says how many files it does not hold.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'files-test-'))
  const file = path.join(folder, 'one.tar.gz')
  const manifest = await writeBackup(app.context.databaseUrl, app.context.secrets, file, { version: '1.2.3' })
  rmSync(folder, { recursive: true })
  expect(manifest.filesInBucket).toBe(13)

  // Without the variables the portal says that they are missing.
  expect(await createFileStore(null, { write: false }).fault(app.context.db)).toMatch(/^FILES_BUCKET_URL: is missing/)

  expect(await moveFiles(app.context.db, access(false))).toBe(12)
  expect(await counts()).toEqual({ there: 0, here: 12 })
  expect(await read()).toEqual(before)
  await app.context.files.removeUnused(app.context.db)
  // A picture that could not be moved at first is removed a day later.
  await app.moveClock('25 hours')
  await app.context.files.removeUnused(app.context.db)
  expect(bucket.objects.size).toBe(0)
})

test('a sweep removes files that the database does not know, a page at a time, and nothing of others', async () => {
  const store = createFileStore(openBucket(access(true)), { write: true })
  const { bucketKey, bytes } = await store.put(app.context.db, Buffer.from('kept'))
  await app.database.sql(
    `insert into member_images (member_id, content_type, bytes, bucket_key) values ($1, 'image/webp', $2, $3)
    on conflict (member_id) do update set bytes = $2, bucket_key = $3`,
    [anna.memberId, bytes, bucketKey],
  )
  const unknown = (at: number) => `files/01a22461-e9e5-78fa-b54c-${String(at).padStart(12, '0')}-${'0'.repeat(64)}`
  for (let at = 0; at < 1500; at++) bucket.objects.set(unknown(at), Buffer.from('later'))
  bucket.objects.set('portal-2026-11-01T03-00-00-000Z.tar.gz.age', Buffer.from('a backup'))
  // The bucket says that all of them are of 1 November.
  expect(await sweepBucket(app.context.db, openBucket(access(true)), Date.parse('2026-11-01T12:00Z'))).toBe(0)
  expect(await sweepBucket(app.context.db, openBucket(access(true)), Date.parse('2026-11-03T00:00Z'))).toBe(1500)
  expect([...bucket.objects.keys()]).toEqual([bucketKey, 'portal-2026-11-01T03-00-00-000Z.tar.gz.age'])
})
