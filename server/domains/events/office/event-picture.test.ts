import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { eventCancel } from '#contract/events/cancel.ts'
import { events } from '#contract/events/events.ts'
import { type EditedEvent, officeEvents } from '#contract/events/office.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { buildEvent, buildPicture } from '#server/testing/builders/event-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let club: Club
let office: Person
beforeAll(async () => {
  app = await sharedApp()
  office = await signedIn(app, 'all-clubs@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
})

const as = () => ({ as: office.token })
const draft = () =>
  app.call(officeEvents.create, { orgId: club.id, template: null, startsAt: '2049-07-05T10:00' }, as())

async function put(eventId: string, bytes: Uint8Array, orgId = club.id) {
  const response = await fetch(app.url + pathOf(officeEvents.putPicture.path, 'izy', { orgId, eventId }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'image/png' },
    body: Buffer.from(bytes),
  })
  return (await response.json()) as EditedEvent & { code?: string }
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4e89' } })
    .png()
    .toBuffer()

test('a picture is kept whole, described, copied and removed', async () => {
  const { id, version } = await draft()
  const { picture, problems } = await put(id, await drawn(2000, 1000))
  expect(picture).toMatchObject({ alt: { da: '' }, focalX: 50, focalY: 50 })
  expect(picture!.width / picture!.height).toBeCloseTo(2, 1)
  expect(problems).toContainEqual({ path: 'picture', fault: 'alt_text_missing' })

  const of = { orgId: club.id, eventId: id }
  const words = { alt: { da: 'En båd', en: 'A boat' }, focalX: 20, focalY: 80 }
  const described = await app.call(officeEvents.describePicture, { ...of, ...words }, as())
  expect(described).toMatchObject({ version, picture: { ...words, version: picture!.version } })
  const copy = await app.call(officeEvents.duplicate, { ...of, startsOn: '2049-08-05' }, as())
  expect(copy.picture).toMatchObject(words)

  expect(await app.call(officeEvents.removePicture, of, as())).toMatchObject({ picture: null })
  expect(await codeOf(app.call(officeEvents.describePicture, { ...of, ...words }, as()))).toBe('not_found')
})

describe('copies of an event share its picture', () => {
  const copy = async (eventId: string) =>
    (await app.call(officeEvents.duplicate, { orgId: club.id, eventId, startsOn: '2049-08-05' }, as())).id
  const stored = async () => {
    const rows = await app.database.sql(
      `select (select coalesce(sum(length(bytes)), 0)::int from event_pictures) as own, count(*)::int as count
       from stored_pictures where org_id = $1`,
      [club.id],
    )
    return rows[0]
  }
  const shown = async (eventId: string) => {
    const [row] = await app.database.sql('select version from event_pictures where event_id = $1', [eventId])
    if (!row) return null
    const { bytes } = await app.call(officeEvents.picture, { orgId: club.id, eventId, v: String(row.version) }, as())
    return bytes.length
  }

  beforeEach(() => app.database.sql('delete from event_pictures'))

  test('which is stored once, and stays until the last of them is gone', async () => {
    const { id } = await draft()
    await put(id, await drawn(800, 600))
    const copies = [await copy(id), await copy(id), await copy(id)]
    await put((await draft()).id, await drawn(800, 600))
    expect(await stored()).toEqual({ own: 0, count: 1 })
    const size = await shown(id)
    expect(size).toBeGreaterThan(0)
    await app.call(officeEvents.removePicture, { orgId: club.id, eventId: id }, as())
    await put(copies[0]!, await drawn(900, 600))
    expect(await Promise.all(copies.slice(1).map(shown))).toEqual([size, size])
    expect(await stored()).toEqual({ own: 0, count: 2 })
    const [other] = await app.database.sql('select event_id from event_pictures where event_id <> all($1)', [copies])
    for (const eventId of [...copies, String(other!.event_id)])
      await app.call(officeEvents.discard, { orgId: club.id, eventId }, as())
    expect(await stored()).toEqual({ own: 0, count: 0 })
  })

  test('which the row of an event from before holds itself', async () => {
    const event = await buildEvent(app, club)
    await buildPicture(app, event)
    const copied = await copy(event.id)
    expect([await shown(event.id), await shown(copied)]).toEqual([3, 3])
    expect(await stored()).toEqual({ own: 0, count: 1 })
    expect((await app.call(events.picture, { eventId: event.id, v: 'v1', size: 'small' })).bytes.at(2)).toBe(0xfe)
  })

  test('also when it is removed while copies are made, and by the last two at once', async () => {
    const { id } = await draft()
    await put(id, await drawn(640, 480))
    const remove = (eventId: string) =>
      app.call(officeEvents.removePicture, { orgId: club.id, eventId }, as()).then(({ id: removed }) => removed)
    const first = await copy(id)
    const made = await readBeforeWriting(app, 'stored_pictures', () => Promise.all([copy(id), remove(id), copy(id)]))
    for (const eventId of [first, ...made.filter((one) => one !== id)])
      expect([null, await shown(first)]).toContain(await shown(eventId))
    const second = await copy(first)
    for (const eventId of made) await remove(eventId)
    await readBeforeWriting(app, 'stored_pictures', () => Promise.all([remove(first), remove(second)]))
    expect(await stored()).toEqual({ own: 0, count: 0 })
  })
})

test('the office sees the picture of a draft, and nobody else does', async () => {
  const { id } = await draft()
  const { picture } = await put(id, await drawn(320, 180))
  const v = picture!.version
  expect(await codeOf(app.call(officeEvents.picture, { orgId: club.id, eventId: id, v }, as()))).toBe('ok')
  expect(await codeOf(app.call(events.picture, { eventId: id, v }))).toBe('not_found')
  const other = await buildClub(app)
  expect(await codeOf(app.call(officeEvents.picture, { orgId: other.id, eventId: id, v }, as()))).toBe('not_found')
})

test('a cancelled event keeps its picture, which its tickets and the office show', async () => {
  const event = await buildEvent(app, club, { title: 'Regatta' })
  const { picture } = await put(event.id, await drawn(320, 180))
  const seen = () => codeOf(app.call(events.picture, { eventId: event.id, v: picture!.version }))
  const of = { orgId: club.id, eventId: event.id, refunds: 'all' as const, name: 'Regatta' }
  await app.call(eventCancel.start, { ...of, texts: { da: 'Det stormer.' } }, as())
  expect(await seen()).toBe('ok')
  await app.database.sql(`update events set public_from = portal_now() + interval '1 day' where id = $1`, [event.id])
  expect(await seen()).toBe('not_found')
})

test('members get the focal point once it is chosen', async () => {
  const event = await buildEvent(app, club)
  await put(event.id, await drawn(320, 180))
  const shown = async () => (await app.call(events.item, { eventId: event.id }, as())).picture
  expect(await shown()).not.toHaveProperty('focal')
  const words = { alt: { da: 'En båd' }, focalX: 20, focalY: 80 }
  await app.call(officeEvents.describePicture, { orgId: club.id, eventId: event.id, ...words }, as())
  expect(await shown()).toMatchObject({ alt: 'En båd', focal: { x: 20, y: 80 } })
})

test('the picture of a published event always has words', async () => {
  const event = await buildEvent(app, club, { title: 'Regatta' })
  const of = { orgId: club.id, eventId: event.id }
  expect(await put(event.id, await drawn(400, 300))).toMatchObject({
    picture: { alt: { da: 'Regatta' } },
    problems: [],
  })
  const describeAs = (da: string) =>
    app.call(officeEvents.describePicture, { ...of, alt: { da }, focalX: 20, focalY: 80 }, as())
  expect(await codeOf(describeAs(' '))).toBe('event_invalid')
  await describeAs('En båd')
  const other = await put(event.id, await drawn(500, 300))
  expect(other).toMatchObject({ picture: { alt: { da: 'En båd' }, focalX: 50 }, problems: [] })
})

test('files that are no picture, too large or small, or for an event of another club are refused', async () => {
  const { id } = await draft()
  expect((await put(id, Buffer.from('no picture'))).code).toBe('image_unreadable')
  expect((await put(id, await drawn(6000, 5000))).code).toBe('image_too_large')
  expect((await put(id, Buffer.alloc(5_000_001))).code).toBe('payload_too_large')
  for (const [width, height] of [
    [1, 1],
    [319, 200],
    [320, 179],
  ] as const)
    expect((await put(id, await drawn(width, height))).code).toBe('image_too_small')
  expect((await put(id, await drawn(180, 320))).code).toBeUndefined()
  const other = await buildClub(app)
  expect((await put(id, await drawn(400, 300), other.id)).code).toBe('event_not_found')
})
