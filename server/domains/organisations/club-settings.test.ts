import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClubSettings, clubSettings, isCvr } from '#contract/organisations/settings.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { pathOf } from '#contract/endpoint.ts'
import { operator } from '#contract/operator.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { officeEvents } from '#contract/events/office.ts'
import { newId, newToken } from '#server/database/new-id.ts'
import { buildClub, type Club, type Person, signedIn } from '#server/testing/builders.ts'
import { grantOffice } from '#server/testing/builders/office-builders.ts'
import { readBeforeWriting } from '#server/testing/lock-waits.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let chair: Person
let club: Club
beforeAll(async () => {
  app = await sharedApp()
  chair = await signedIn(app, 'anna@example.com')
})
beforeEach(async () => {
  await app.database.sql('delete from rate_windows')
  club = await buildClub(app)
  await grantOffice(app, club, chair, ['chair'])
})

const as = () => ({ as: chair.token })
const show = () => app.call(clubSettings.show, { orgId: club.id }, as())
const changed = (details: ClubSettings, changes: object) => ({ ...details, ...changes }) as never
const save = async (changes: object) => app.call(clubSettings.save, changed(await show(), changes), as())
const history = async () =>
  (await app.database.sql(
    `select name, before, after from office_history where org_id = '${club.id}' order by id`,
  )) as {
    name: string
    before: unknown
    after: unknown
  }[]

test('everybody reads the details that a chair saved, and the history lists the changes', async () => {
  const saved = await save({
    name: 'Søens Roere',
    description: { da: 'Vi ror.', en: 'We row.' },
    website: 'www.soens.example',
    cvr: 'DK 10 15 08 17',
    phone: '86 12 34 56',
    graceDays: 14,
  })
  expect(saved).toMatchObject({ version: 2, website: 'https://www.soens.example', cvr: '10150817', phone: '86123456' })
  const profile = await app.call(organisations.profile, { id: club.id })
  expect(profile).toMatchObject({ name: 'Søens Roere', description: 'We row.', cvr: '10150817', phone: '86123456' })
  expect(await history()).toEqual([
    expect.objectContaining({
      name: 'club_changed',
      before: expect.objectContaining({ name: `Club ${club.key}`, descriptionDa: '', graceDays: 31 }),
      after: {
        name: 'Søens Roere',
        descriptionDa: 'Vi ror.',
        descriptionEn: 'We row.',
        website: 'https://www.soens.example',
        cvr: '10150817',
        phone: '86123456',
        graceDays: 14,
      },
    }),
  ])
})

test('saving what is already there makes no version and no history', async () => {
  expect(await save({})).toMatchObject({ version: 1 })
  expect(await history()).toEqual([])
})

test('an English text that says the same as the Danish one is left out', async () => {
  const { description } = await save({ description: { da: 'Vi ror.', en: 'Vi ror.' } })
  expect(description).toEqual({ da: 'Vi ror.' })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['an address that is no mail', { email: 'chair' }, 'email'],
  ['seven digits', { cvr: '1015081' }, 'cvr'],
  ['a site that is a script', { website: 'javascript://x.example/%0aalert(1)' }, 'website'],
  ['a site with a password', { website: 'https://a:b@x.example' }, 'website'],
  ['a word for a colour', { colour: 'red' }, 'colour'],
  ['days below none', { graceDays: -1 }, 'graceDays'],
  ['more than a year', { graceDays: 367 }, 'graceDays'],
  ['a name with a line break', { name: 'Søens\nRoere' }, 'name'],
])('%s is refused beside its field', async (_, changes, field) => {
  await expect(save(changes)).rejects.toMatchObject({
    code: 'invalid_input',
    body: { errors: [expect.objectContaining({ path: field })] },
  })
  expect((await show()).version).toBe(1)
})

test('a CVR number is checked by its last digit when it is new', async () => {
  expect([isCvr('10150817'), isCvr('10150818'), isCvr('00000000')]).toEqual([true, false, false])
  expect(await codeOf(save({ cvr: '10150818' }))).toBe('cvr_invalid')
  await app.database.sql(`update organisations set cvr = '10150818' where id = '${club.id}'`)
  expect(await save({ city: 'Ry' })).toMatchObject({ cvr: '10150818', version: 2 })
})

test('a CVR number of another club is said, not refused', async () => {
  const other = await buildClub(app)
  await app.database.sql('update organisations set cvr = null')
  await app.database.sql(`update organisations set cvr = '10150817', name = 'Den anden' where id = '${other.id}'`)
  const typed = { orgId: club.id, cvr: '10150817' }
  expect(await app.call(clubSettings.sameCvr, typed, as())).toEqual(['Den anden'])
  expect(await save({ cvr: '10150817' })).toMatchObject({ sameCvr: ['Den anden'] })
})

test('a save that meets another is refused with what is saved now, and nothing is overwritten', async () => {
  const seen = await show()
  await save({ city: 'Ry' })
  await expect(app.call(clubSettings.save, changed(seen, { city: 'Aarhus' }), as())).rejects.toMatchObject({
    code: 'changed_meanwhile',
    body: { data: { current: { city: 'Ry', version: 2 } } },
  })
  expect((await show()).city).toBe('Ry')
})

test('of two saves at the same time one wins, and the other is refused', async () => {
  const seen = await show()
  const saving = async (city: string) =>
    (await codeOf(app.call(clubSettings.save, changed(seen, { city }), as()))) === 'ok' ? city : null
  // Both have read the version before one of them writes.
  const outcomes = await readBeforeWriting(app, 'organisations', () => Promise.all(['Ry', 'Them'].map(saving)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await show()).toMatchObject({ city: outcomes.find(Boolean), version: 2 })
  expect(await history()).toHaveLength(1)
})

test('a colour that nobody could read is kept as chosen, and shown darker', async () => {
  const orgId = club.id
  expect(await app.call(clubSettings.shade, { orgId, colour: '#FFD400' }, as())).toEqual({
    colour: '#ffd400',
    shade: '#986e00',
  })
  expect(await save({ colour: '#ffd400' })).toMatchObject({ colour: '#ffd400', face: { colour: '#986e00' } })
})

const put = async (use: string, bytes: Uint8Array, orgId = club.id, token = chair.token) => {
  const response = await fetch(app.url + pathOf(clubSettings.setPicture.path, 'izy', { orgId, use }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: Buffer.from(bytes),
  })
  return (await response.json()) as ClubSettings & { code?: string }
}

const drawn = (width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4e89' } })
    .png()
    .toBuffer()

test('a logo and a cover are set, replaced and removed', async () => {
  const logo = (await put('logo', await drawn())).face.logo
  expect(logo).toMatch(/^[\w-]{16}$/)
  expect((await put('cover', await drawn(1400, 900))).face).toMatchObject({ logo, cover: expect.any(String) })
  const { face } = await app.call(clubSettings.removePicture, { orgId: club.id, use: 'logo' }, as())
  expect(face).toMatchObject({ logo: null, cover: expect.any(String) })
  await app.call(clubSettings.removePicture, { orgId: club.id, use: 'logo' }, as())
  expect((await history()).map(({ name }) => name)).toEqual([
    'club_picture_set',
    'club_picture_set',
    'club_picture_removed',
  ])
})

test('an HTML file, a drawing of code and a picture without end are no logo', async () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  for (const bytes of [html, svg]) expect((await put('logo', bytes)).code).toBe('image_unreadable')
  expect((await put('cover', await drawn(5100, 5000))).code).toBe('image_too_large')
  expect((await put('cover', await drawn(319, 319))).code).toBe('image_too_small')
  expect((await put('logo', Buffer.alloc(5_000_001))).code).toBe('payload_too_large')
  expect((await show()).face).toMatchObject({ logo: null, cover: null })
  expect(await history()).toEqual([])
})

test("another club's office changes nothing here", async () => {
  const other = await buildClub(app)
  const theirs = { orgId: other.id }
  const details = changed(await show(), theirs)
  expect(await codeOf(app.call(clubSettings.save, details, as()))).toBe('forbidden')
  expect(await codeOf(app.call(clubSettings.show, theirs, as()))).toBe('forbidden')
  expect((await put('logo', await drawn(), other.id)).code).toBe('forbidden')
})

describe('the room of a club for pictures and files', () => {
  const noise = (width: number) =>
    sharp({
      create: {
        width,
        height: 600,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
  const draft = async () =>
    (await app.call(officeEvents.create, { orgId: club.id, template: null, startsAt: '2049-07-05T10:00' }, as())).id
  const putPicture = async (eventId: string, bytes: Buffer) => {
    const path = pathOf(officeEvents.putPicture.path, 'izy', { orgId: club.id, eventId })
    const headers = { authorization: `Bearer ${chair.token}`, 'content-type': 'image/png' }
    const response = await fetch(app.url + path, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    return response.ok ? 'ok' : ((await response.json()) as { code: string }).code
  }
  const used = async () => (await show()).storage.used
  /** Leaves room for so many kilobytes. */
  const leave = async (kilobytes: number) => {
    await app.database.sql('update organisations set storage_mb = 2 where id = $1', [club.id])
    const filling = 2_000_000 - (await used()) * 1000 - kilobytes * 1000
    await app.database.sql(
      `insert into stored_pictures (id, org_id, hash, bytes) values ($1::uuid, $2, $1::uuid::text, convert_to(repeat('x', $3), 'utf8'))`,
      [newId(), club.id, filling],
    )
  }

  test('is shown, and copies of an event take none of it', async () => {
    expect((await show()).storage).toEqual({ used: 0, most: 1_000_000 })
    const eventId = await draft()
    await putPicture(eventId, await noise(800))
    const one = await used()
    expect(one).toBeGreaterThan(20)
    await app.call(officeEvents.duplicate, { orgId: club.id, eventId, startsOn: '2049-08-05' }, as())
    expect(await used()).toBe(one)
  })

  test('is made larger by an operator, with a reason', async () => {
    const susanne = await signedIn(app, 'super@example.com')
    const more = { orgId: club.id, megabytes: 5000, reason: 'A film festival' }
    const { club: larger } = await app.call(operator.setStorage, more, { as: susanne.token })
    expect(larger.storage).toEqual({ used: 0, most: 5_000_000 })
    expect(await codeOf(app.call(operator.setStorage, more, as()))).toBe('forbidden')
    expect((await history()).at(-1)).toMatchObject({ before: { storageMb: 1000 }, after: { storageMb: 5000 } })
  })

  test('lets one of two pictures in when there is room for one', async () => {
    const [first, second, third] = [await draft(), await draft(), await draft()]
    await putPicture(first, await noise(800))
    const size = await used()
    await leave(size * 1.5)
    const pictures = [await noise(801), await noise(802)]
    const outcomes = await readBeforeWriting(app, 'event_pictures', () =>
      Promise.all([putPicture(second, pictures[0]!), putPicture(third, pictures[1]!)]),
    )
    expect(outcomes.toSorted()).toEqual(['ok', 'storage_full'])
    expect(await used()).toBeLessThanOrEqual(2000)
    await app.call(officeEvents.removePicture, { orgId: club.id, eventId: first }, as())
    expect(await putPicture(outcomes[0] === 'ok' ? third : second, pictures[0]!)).toBe('ok')
  })

  test('is for files of messages, too, which go without them when it is full', async () => {
    const asker = await signedIn(app, 'bo@example.com')
    await leave(2)
    const ask = async (kilobytes: number | null) => {
      const id = newId()
      if (kilobytes)
        await app.database.sql(
          `insert into thread_attachments (id, member_id, name, content_type, size, bytes)
           values ($1, $2, 'a.txt', 'text/plain; charset=utf-8', $3, '')`,
          [id, asker.memberId, kilobytes * 1000],
        )
      const question = { orgId: club.id, subject: 'Bådplads', text: 'Er der plads?', token: newToken() }
      const files = kilobytes ? { attachmentIds: [id] } : {}
      return codeOf(app.call(conversations.ask, { ...question, ...files }, { as: asker.token }))
    }
    expect(await ask(3)).toBe('storage_full_for_files')
    expect([await ask(null), await ask(1), await ask(2)]).toEqual(['ok', 'ok', 'storage_full_for_files'])
  })
})
