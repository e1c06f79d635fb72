import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { members } from '#contract/members/members.ts'
import { signedIn, type Person } from '#server/testing/builders.ts'
import { claimingPng } from '#server/testing/files/claiming-png.ts'
import { codeOf, sharedApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await sharedApp()
  anna = await signedIn(app, 'anna@example.com')
})
beforeEach(() => app.database.sql('delete from rate_windows'))

const put = (bytes: Uint8Array, memberId = anna.memberId, person = anna) =>
  app.call(members.putImage, { memberId, bytes }, { as: person.token })
const get = (memberId = anna.memberId, person = anna) => app.call(members.image, { memberId }, { as: person.token })
const raw = (
  person: Person | null,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  fetch(app.url + pathOf(members.image.path, 'izy', { memberId: anna.memberId }), {
    ...init,
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), ...headers },
  })

/** Left half red, right half blue. */
const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#c00000' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#0000c0' } },
      gravity: 'east',
    },
  ])
const colourAt = async (bytes: Uint8Array, left: number, top: number) => {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[0]! > data[2]! ? 'red' : 'blue'
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('as %s becomes a small square', async (format) => {
    const member = await put(await picture().toFormat(format).toBuffer())
    expect(member.profileImage).toMatch(
      new RegExp(`^/izy-member-api/api/v1/member/${anna.memberId}/image\\?v=[\\w-]{16}$`),
    )
    const kept = await get()
    expect(kept.contentType).toBe('image/webp')
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(kept.bytes.length).toBeLessThan(100_000)
  })

  test('loses its metadata and is turned upright', async () => {
    const exif = {
      IFD0: { Copyright: 'SECRET-OWNER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 38/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '12/1 4/1 0/1' },
    }
    const sent = await picture(600, 600).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    expect(sent.includes('SECRET-OWNER')).toBe(true)
    expect((await sharp(sent).metadata()).orientation).toBe(6)
    await put(sent)
    const { bytes } = await get()
    const metadata = await sharp(bytes).metadata()
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(Buffer.from(bytes).includes('SECRET-OWNER')).toBe(false)
    // Turned by a quarter: red was left and is above.
    expect([await colourAt(bytes, 256, 20), await colourAt(bytes, 256, 490)]).toEqual(['red', 'blue'])
  })

  test('that is animated keeps its first frame', async () => {
    const frames = await Promise.all(
      ['#c00000', '#0000c0', '#00c000'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const sent = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(sent, { animated: true }).metadata()).pages).toBe(3)
    await put(sent)
    const { bytes } = await get()
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
    expect(await colourAt(bytes, 256, 256)).toBe('red')
  })

  test('loses trailing data', async () => {
    const jpeg = await picture().jpeg().toBuffer()
    for (const tail of ['<script>alert(1)</script>', 'PK\u0003\u0004evil.zip']) {
      await put(Buffer.concat([jpeg, Buffer.from(tail)]))
      const { bytes } = await get()
      expect(Buffer.from(bytes).includes(tail.slice(0, 4))).toBe(false)
    }
  })

  test('has the type of its content, whatever its name', async () => {
    const png = await picture().png().toBuffer()
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/json',
      'multipart/form-data; boundary=x',
      'video/mp4',
    ]) {
      const response = await raw(anna, { method: 'PUT', body: png, headers: { 'content-type': type } })
      expect([type, response.status]).toEqual([type, 200])
    }
    const untyped = await raw(anna, { method: 'PUT', body: new Blob([png]) })
    expect(untyped.status).toBe(200)
  })
})

describe('is refused and keeps the previous one', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
  const files: [string, () => Buffer | Promise<Buffer>, string][] = [
    ['an SVG', () => Buffer.from(svg), 'image_unreadable'],
    ['an SVG with a declaration', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`), 'image_unreadable'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_unreadable'],
    [
      'HTML that begins like a PNG',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<script>')]),
      'image_unreadable',
    ],
    ['HTML that begins like a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>'), 'image_unreadable'],
    [
      'a PDF',
      () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
      'image_unreadable',
    ],
    ['a TIFF', () => picture().tiff().toBuffer(), 'image_unreadable'],
    ['a zip', () => Buffer.from('PK\u0003\u0004whatever'), 'image_unreadable'],
    ['nothing', () => Buffer.alloc(0), 'image_unreadable'],
    ['one byte', () => Buffer.from([0xff]), 'image_unreadable'],
    ['half a JPEG', async () => halfOf(await picture().jpeg().toBuffer()), 'image_unreadable'],
    ['half a PNG', async () => halfOf(await picture().png({ compressionLevel: 0 }).toBuffer()), 'image_unreadable'],
    ['half a WebP', async () => halfOf(await picture().webp({ lossless: true }).toBuffer()), 'image_unreadable'],
    ['a PNG of 30,000 by 30,000', () => claimingPng(30_000, 30_000), 'image_too_large'],
    ['a PNG of 25 megapixels and a row', () => claimingPng(5000, 5001), 'image_too_large'],
  ]
  const halfOf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
  test.each(files)('%s', async (_, make, code) => {
    const before = await put(await picture(40, 40).png().toBuffer())
    const bytes = await make()
    const began = process.memoryUsage().rss
    expect(await codeOf(put(bytes))).toBe(code)
    expect(process.memoryUsage().rss - began).toBeLessThan(300_000_000)
    const [row] = await app.database.sql('select profile_image from members where id = $1', [anna.memberId])
    expect(row).toEqual({ profile_image: before.profileImage })
  })

  test('a file of 5 MB and a byte is refused before it is read', async () => {
    const large = Buffer.alloc(5_000_001, 0xff)
    expect(await codeOf(put(large))).toBe('payload_too_large')
    const small = await picture(300, 300).jpeg().toBuffer()
    expect(await codeOf(put(Buffer.concat([small, Buffer.alloc(5_000_000 - small.length)])))).toBe('ok')
    const nobody = await raw(null, { method: 'PUT', body: large })
    expect(nobody.status).toBe(401)
  })
})

test('ten at once are processed two at a time', async () => {
  const sent = await picture(3000, 2000).jpeg().toBuffer()
  const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(put(sent))))
  expect(answers).toEqual(Array(10).fill('ok'))
})
