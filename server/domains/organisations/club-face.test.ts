import { wcagContrast } from 'culori'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { inTransaction } from '#server/database/db.ts'
import { encodeCover, encodeLogo } from '#server/documents/encode-image.ts'
import { buildClub, buildFace, signedIn } from '#server/testing/builders.ts'
import { sharedApp, type TestApp } from '#server/testing/test-app.ts'
import { setClubPicture } from './club-face.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const address = (id: string, version: string) =>
  `${app.url}${pathOf(organisations.picture.path, 'izy', { id })}?v=${version}`
const profile = (id: string) => app.call(organisations.profile, { id })
const hex = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('hex')

test('the face of a club is in every answer that names it', async () => {
  const club = await buildClub(app)
  await buildFace(app, club, '#7d3a78')
  const face = { colour: '#7d3a78', logo: 'logo1', cover: 'cover1' }
  expect((await profile(club.id)).face).toEqual(face)
  const [entry] = await app.call(organisations.directory, { key: club.key })
  expect(entry?.face).toEqual(face)
  const anna = await signedIn(app, 'anna@example.com')
  const [listed] = await app.call(organisations.list, { key: club.key }, { as: anna.token })
  expect(listed?.face).toEqual(face)
})

test('a club without a face, as the version before writes it, has the colour of its hue and no picture', async () => {
  const club = await buildClub(app)
  const { face } = await profile(club.id)
  expect(face).toEqual({ colour: expect.stringMatching(/^#[0-9a-f]{6}$/), logo: null, cover: null })
  expect(wcagContrast(face!.colour, '#ffffff')).toBeGreaterThan(4.5)
})

test('a colour on which nobody can read white is answered with its darker shade; what is no colour is refused', async () => {
  const club = await buildClub(app)
  await buildFace(app, club, '#ffd400')
  expect((await profile(club.id)).face?.colour).toBe('#986e00')
  for (const colour of ['red', '#fff', '#FFD400', 'url(x)'])
    await expect(
      app.database.sql('update organisations set colour = $2 where id = $1', [club.id, colour]),
    ).rejects.toMatchObject({ code: '23514' })
})

describe('its picture', () => {
  test('is public, cached for a minute, and small for pages', async () => {
    const club = await buildClub(app)
    await buildFace(app, club)
    const response = await fetch(address(club.id, 'cover1'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      etag: '"cover1"',
    })
    expect(await hex(response)).toBe('ffd8ff')
    const small = await fetch(`${address(club.id, 'cover1')}&size=small`)
    expect(small.headers.get('content-type')).toBe('image/webp')
    expect(small.headers.get('etag')).toBe('"cover1-small"')
    expect(await hex(small)).toBe('ffd8fe')
    const again = await fetch(address(club.id, 'logo1'), { headers: { 'if-none-match': '"logo1"' } })
    expect(again.status).toBe(304)
    expect((await fetch(`${address(club.id, 'logo1')}&size=huge`)).status).toBe(422)
  })

  test('is not found in another version, at another club, and where the club is closed', async () => {
    const [club, other, closed] = [
      await buildClub(app),
      await buildClub(app),
      await buildClub(app, { enabled: false }),
    ] as const
    for (const one of [club, closed]) await buildFace(app, one)
    expect((await fetch(address(club.id, 'logo2'))).status).toBe(404)
    expect((await fetch(address(other.id, 'logo1'))).status).toBe(404)
    expect((await fetch(address(closed.id, 'logo1'))).status).toBe(404)
  })

  test('has a new address when it is changed, and the one before is gone', async () => {
    const club = await buildClub(app)
    const set = (colour: string) =>
      inTransaction(app.context.db, async (tx) =>
        setClubPicture(tx, { orgId: club.id, use: 'logo' }, await encodeLogo(await drawn(colour))),
      )
    await set('#c00000')
    const before = (await profile(club.id)).face!.logo!
    await set('#0000c0')
    const after = (await profile(club.id)).face!.logo!
    expect(after).not.toBe(before)
    expect((await fetch(address(club.id, before))).status).toBe(404)
    expect((await fetch(address(club.id, after))).headers.get('content-type')).toBe('image/png')
  })
})

const drawn = (background: string, width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

test('a logo is whole on white, a cover is cropped, and both are small', async () => {
  const logo = await encodeLogo(await drawn('#c00000'))
  expect(await sharp(logo.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256, hasAlpha: false })
  expect(await sharp(logo.small).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
  const { data } = await sharp(logo.bytes).extract({ left: 128, top: 4, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true,
  })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  expect(logo.small.length).toBeLessThan(3_000)
  const cover = await encodeCover(await drawn('#0000c0', 2000, 2000))
  expect(await sharp(cover.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await sharp(cover.small).metadata()).toMatchObject({ format: 'webp', width: 720, height: 378 })
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><p>hello'],
])('%s is no picture', async (_, text) => {
  await expect(encodeLogo(Buffer.from(text))).rejects.toMatchObject({ code: 'image_unreadable' })
  await expect(encodeCover(Buffer.from(text))).rejects.toMatchObject({ code: 'image_unreadable' })
})
