import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations } from '#contract/conversations/conversations.ts'
import { pathOf } from '#contract/endpoint.ts'
import { events } from '#contract/events/events.ts'
import { officeEvents } from '#contract/events/office.ts'
import { exports } from '#contract/exports.ts'
import { members } from '#contract/members/members.ts'
import { clubSettings } from '#contract/organisations/settings.ts'
import { inTransaction } from '#server/database/db.ts'
import { tablesWithFiles } from '#server/database/schema/index.ts'
import { erasePerson } from '#server/domains/privacy/erase-person.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { asked, attached } from '#server/testing/builders/conversation-builders.ts'
import { startBucket, type Bucket } from '#server/testing/outside/bucket.ts'
import { codeOf, createTestApp, type TestApp } from '#server/testing/test-app.ts'

let bucket: Bucket
let app: TestApp
let club: Club
let [anna, bo, office]: Person[] = []
beforeAll(async () => {
  bucket = await startBucket()
  const { url, key, secret } = bucket
  app = await createTestApp({ FILES_BUCKET_URL: url, FILES_BUCKET_KEY: key, FILES_BUCKET_SECRET: secret })
  club = await buildClub(app, { key: 'ROKLUB' })
  anna = await signedIn(app, 'anna@example.com')
  bo = await signedIn(app, 'bo@example.com')
  office = await signedIn(app, 'all-clubs@example.com')
})
afterAll(async () => {
  await app.close()
  bucket.close()
})
beforeEach(() => app.database.sql('truncate rate_windows'))
afterEach(() => Object.assign(bucket, { refuses: false, delay: 0 }))

const as = ({ token } = anna!) => ({ as: token })
const text = Buffer.from('Boat 7, Saturday')
const drawn = (width = 800) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#1d4e89' } })
    .png()
    .toBuffer()
const open = (attachmentId: string, by = anna!) => app.call(conversations.attachment, { attachmentId }, as(by))
const inRows = async () =>
  (
    await app.database.sql<{ bytes: number }>(
      `select (select coalesce(sum(octet_length(bytes)), 0) from thread_attachments)::int
         + (select coalesce(sum(octet_length(bytes)), 0) from member_images)::int
         + (select coalesce(sum(octet_length(bytes) + coalesce(octet_length(small), 0)), 0) from stored_pictures)::int as bytes`,
    )
  )[0]!.bytes
const unused = async () =>
  (await app.database.sql<{ key: string }>('select key from unused_files')).map(({ key }) => key)
async function picturedEvent() {
  const { id } = await app.call(
    officeEvents.create,
    { orgId: club.id, template: null, startsAt: '2049-07-05T10:00' },
    as(office),
  )
  const { picture } = await app.call(
    officeEvents.putPicture,
    { orgId: club.id, eventId: id, bytes: await drawn() },
    as(office),
  )
  return { orgId: club.id, eventId: id, v: picture!.version }
}

test('files are in the bucket, and served with the same rights and headers as from the database', async () => {
  const { id } = await attached(app, anna!, text, 'plan.txt')
  await asked(app, club, anna!, { attachmentIds: [id] })
  expect(Buffer.from((await open(id)).bytes)).toEqual(text)
  expect(await codeOf(open(id, bo))).toBe('attachment_not_found')
  const address = app.url + pathOf(conversations.attachment.path, 'izy', { attachmentId: id })
  const { headers } = await fetch(address, { headers: { authorization: `Bearer ${anna!.token}` } })
  expect([headers.get('cache-control'), headers.get('x-content-type-options'), headers.get('etag')]).toEqual([
    'private, no-cache',
    'nosniff',
    `"${id}"`,
  ])

  const { profileImage } = await app.call(members.putImage, { memberId: anna!.memberId, bytes: await drawn() }, as())
  const portrait = await app.call(members.image, { memberId: anna!.memberId }, as())
  expect(await sharp(portrait.bytes).metadata()).toMatchObject({ format: 'webp', width: 512 })
  const again = await fetch(app.url + profileImage!.split('?')[0], {
    headers: { authorization: `Bearer ${anna!.token}` },
  })
  expect(again.headers.get('etag')).toBe(`"${new URL(profileImage!, app.url).searchParams.get('v')}"`)

  const pictured = await picturedEvent()
  const large = await app.call(officeEvents.picture, pictured, as(office))
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800 })
  await app.database.sql(`update events set enabled = true, public_from = now() where id = $1`, [pictured.eventId])
  const small = await app.call(events.picture, { eventId: pictured.eventId, v: pictured.v, size: 'small' })
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 720 })

  expect(await inRows()).toBe(0)
  expect(await unused()).toEqual([])
  expect([...bucket.objects.keys()].every((name) => /^files\/[0-9a-f-]{36}-[0-9a-f]{64}$/.test(name))).toBe(true)
  // A club's room is used as before.
  const { storage } = await app.call(clubSettings.show, { orgId: club.id }, as(office))
  expect(storage.used).toBeGreaterThanOrEqual(
    Math.floor((large.bytes.length + small.bytes.length + text.length) / 1000),
  )
})

test('a bucket that refuses or does not answer is a sentence, and nothing is left behind', async () => {
  const { id } = await attached(app, anna!, text, 'plan.txt')
  const files = bucket.objects.size
  bucket.refuses = true
  expect(await codeOf(attached(app, anna!, text, 'other.txt'))).toBe('files_unavailable')
  expect(await codeOf(app.call(members.putImage, { memberId: anna!.memberId, bytes: await drawn(700) }, as()))).toBe(
    'files_unavailable',
  )
  expect(await codeOf(open(id))).toBe('unavailable')
  await expect
    .poll(async () => (await app.context.components.faults()).files)
    .toMatch(/^FILES_BUCKET_URL: the bucket answers 403: see its address/)
  bucket.refuses = false
  expect(Buffer.from((await open(id)).bytes)).toEqual(text)
  expect(bucket.objects.size).toBe(files)

  bucket.delay = 60_000
  const begun = performance.now()
  expect(await codeOf(open(id))).toBe('unavailable')
  expect(performance.now() - begun).toBeLessThan(8000)
  expect(await app.context.files.fault(app.context.db)).toMatch(/does not answer in time/)
  bucket.delay = 0

  // Of the two that were not stored, only the keys are known; a day later these are gone, too.
  expect(await unused()).toHaveLength(2)
  await app.moveClock('25 hours')
  await app.context.files.removeUnused(app.context.db)
  expect(await unused()).toEqual([])
  expect(bucket.objects.size).toBe(files)
})

test('a slow bucket holds up files only, however many are asked for', async () => {
  const { id } = await attached(app, anna!, text, 'plan.txt')
  bucket.delay = 60_000
  const reads = Array.from({ length: 60 }, () => codeOf(open(id)))
  await expect
    .poll(() => app.context.metrics.registry.metrics())
    .toMatch(/portal_http_requests\{limiter="files",state="running"\} 24/)
  const begun = performance.now()
  expect(await codeOf(app.call(members.searchEmail, { email: 'anna@example.com' }, as()))).toBe('ok')
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['unavailable']))
})

test('a file of a transaction that breaks off is removed a day later, and one that is deleted at once', async () => {
  const before = new Set(bucket.objects.keys())
  const orphan = await app.context.files.put(app.context.db, Buffer.from('nobody takes it'))
  const { id } = await attached(app, anna!, text, 'plan.txt')
  await app.call(conversations.detach, { attachmentId: id }, as())
  await app.context.files.removeUnused(app.context.db)
  expect([...bucket.objects.keys()].filter((name) => !before.has(name))).toEqual([orphan.bucketKey])
  await app.moveClock('25 hours')
  await app.context.files.removeUnused(app.context.db)
  expect(new Set(bucket.objects.keys())).toEqual(before)
})

test('a picture that another takes the place of leaves the bucket with its small one', async () => {
  const before = bucket.objects.size
  const { orgId, eventId } = await picturedEvent()
  await app.call(officeEvents.putPicture, { orgId, eventId, bytes: await drawn(900) }, as(office))
  await app.call(officeEvents.removePicture, { orgId, eventId }, as(office))
  await app.moveClock('25 hours')
  await app.context.files.removeUnused(app.context.db)
  expect(bucket.objects.size).toBe(before)
})

test('bytes that were altered in the bucket are not served', async () => {
  const { id } = await attached(app, anna!, text, 'plan.txt')
  const name = [...bucket.objects.keys()].at(-1)!
  bucket.objects.set(name, Buffer.from('Boat 8, Saturday'))
  expect(await codeOf(open(id))).toBe('internal')
  bucket.objects.delete(name)
  expect(await codeOf(open(id))).toBe('attachment_not_found')
})

test("a person's export holds their files, and an erasure removes them from the bucket", async () => {
  const secret = Buffer.from('only bo knows')
  const { id } = await attached(app, bo!, secret, 'mine.txt')
  await asked(app, club, bo!, { attachmentIds: [id] })
  await app.call(members.putImage, { memberId: bo!.memberId, bytes: await drawn(640) }, as(bo))
  const begun = await app.call(exports.person, { memberId: bo!.memberId }, as(bo))
  await app.runJobs()
  const { bytes } = await app.call(exports.personFile, { memberId: bo!.memberId, exportId: begun.id }, as(bo))
  const zip = Buffer.from(bytes)
  for (const name of ['mine.txt', 'picture.webp', 'only bo knows']) expect(zip.includes(name), name).toBe(true)

  const held = () => [...bucket.objects.values()].some((content) => content.equals(secret))
  const before = bucket.objects.size
  expect(held()).toBe(true)
  await inTransaction(app.context.db, (tx) => erasePerson(app.context.lineHandlers, tx, bo!.memberId))
  await app.context.files.removeUnused(app.context.db)
  expect(held()).toBe(false)
  expect(bucket.objects.size).toBe(before - 2)
})

test("every table with a file's key is known to backups, moves and sweeps", async () => {
  const columns = await app.database.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where column_name in ('bucket_key', 'small_key')`,
  )
  const known = Object.entries(tablesWithFiles).flatMap(([table, keys]) => keys.map((key) => `${table}.${key}`))
  expect(columns.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})
