import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import { claimingPng } from '#server/testing/files/claiming-png.ts'
import { acceptFile, fileName } from './accept-file.ts'

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#0a6b7d' } })

/** Its type, or the code of the refusal. */
const outcomeOf = (bytes: Uint8Array, name = 'x'): Promise<string> =>
  acceptFile(name, bytes).then(
    ({ contentType }) => contentType,
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const pdf = latin1('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const [PDF, TEXT] = ['application/pdf', 'text/plain; charset=utf-8']

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s is made anew, whatever it is called', async (format) => {
    const sent = await picture().toFormat(format).toBuffer()
    const kept = await acceptFile('boat.html', sent)
    expect(kept).toMatchObject({ name: 'boat.html.webp', contentType: 'image/webp' })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
  })

  test('loses its location and trailing data, and is scaled down', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 38/1 0/1' } }
    const sent = await picture(4000, 3000).jpeg().withExif(exif).toBuffer()
    expect(sent.includes('SECRET-OWNER')).toBe(true)
    const { bytes } = await acceptFile('x.jpg', Buffer.concat([sent, latin1('PK\x03\x04<script>alert(1)</script>')]))
    expect(['SECRET-OWNER', 'PK\x03\x04', '<script'].some((part) => bytes.includes(part))).toBe(false)
    const metadata = await sharp(bytes).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([2560, 1920, undefined])
  })

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['30,000 by 30,000 it claims', () => claimingPng(30_000, 30_000), 'image_too_large'],
    ['25 megapixels and a row', () => claimingPng(5000, 5001), 'image_too_large'],
    ['a script that begins like a GIF', () => latin1('GIF89a/*\x01\x00*/=1;alert(1)'), 'image_unreadable'],
    ['a page that begins like a JPEG', () => latin1('\xff\xd8\xff<script>alert(1)</script>'), 'image_unreadable'],
    ['a PDF that begins like a GIF', () => Buffer.concat([latin1('GIF89a'), pdf]), 'image_unreadable'],
    [
      'half of it',
      async () => halfOf(await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()),
      'image_unreadable',
    ],
    ['AVIF', () => picture().avif().toBuffer(), 'attachment_type'],
    ['TIFF', () => picture().tiff().toBuffer(), 'attachment_type'],
  ])('is refused: %s', async (_, make, code) => {
    expect(await outcomeOf(await make())).toBe(code)
  })
  const halfOf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
})

describe('a PDF', () => {
  test('is kept byte for byte, whatever its declared type', async () => {
    const kept = { name: 'rules.html.pdf', contentType: PDF, bytes: pdf }
    expect(await acceptFile('rules.html', pdf)).toEqual(kept)
  })

  test('that is also an HTML page stays a PDF', async () => {
    expect(await outcomeOf(latin1('%PDF-1.7<script>alert(1)</script>\n%%EOF'), 'rules.html')).toBe(PDF)
  })

  test('that begins after other bytes is refused', async () => {
    expect(await outcomeOf(Buffer.concat([latin1('\0'), pdf]), 'rules.pdf')).toBe('attachment_type')
  })
})

describe('plain text', () => {
  test.each(['Blåbærgrød på Åen\r\n\tkl. 9\n', '\ufeffMed mærke', 'a < b, c > d; 5 <3 ⛵️', '{"json": [1, 2]}'])(
    '%j is kept as it is',
    async (text) => {
      const bytes = Buffer.from(text)
      expect(await acceptFile('note.md', bytes)).toEqual({ name: 'note.md.txt', contentType: TEXT, bytes })
    },
  )

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  test.each<[string, string | Buffer]>([
    ['an SVG', svg],
    ['an SVG with a declaration', `<?xml version="1.0"?>\n${svg}`],
    ['an SVG behind a mark and blanks', `\ufeff \n ${svg}`],
    ['an SVG behind words', `Look at this:\n${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML behind words', 'Dear club\n< SCRIPT src=//evil.example>'],
    ['a page of a mail program', 'MIME-Version: 1.0\nContent-Type: text/html\n\nx'],
    ['PHP', 'x <?php system($_GET[1]); ?>'],
    ['RTF', '{\\rtf1\\ansi{\\object\\objemb}}'],
    ['PostScript', '%!PS-Adobe-3.0\n(run) print'],
    ['a program for a shell', '#!/bin/sh\nrm -rf ~'],
    ['half a PDF behind a blank', ' %PDF-1.7\nhello'],
    ['letters of an old kind', latin1('bl\xe5b\xe6r')],
    ['letters of two bytes', Buffer.from('\ufeffhej', 'utf16le')],
    ['a byte that is none', 'a\0b'],
    ['what a terminal obeys', 'a\x1b[2Jb'],
    ['nothing', ''],
    ['blanks', ' \r\n\t'],
  ])('is refused: %s', async (_, text) => {
    expect(await outcomeOf(Buffer.from(text as string), 'note.txt')).toBe('attachment_type')
  })
})

test.each<[string, Buffer]>([
  ['ZIP and Office', latin1('PK\x03\x04\x14\x00[Content_Types].xml')],
  ['old Office', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a program of Windows', latin1('MZ\x90\x00\x03\x00')],
  ['a program of Linux', latin1('\x7fELF\x02\x01')],
  ['WebAssembly', latin1('\0asm\x01\0\0\0')],
  ['compressed', gzipSync('x')],
  ['a film', latin1('\0\0\0\x18ftypmp42')],
  ['BMP', latin1('BM\x36\0\0\0')],
  ['ICO', latin1('\0\0\x01\0\x01\0')],
  ['RIFF that is no picture', latin1('RIFF\x24\0\0\0WAVEfmt ')],
  ['letters of chance', randomBytes(5000)],
])('anything else is refused: %s', async (_, bytes) => {
  for (const name of ['x.pdf', 'x.png', 'x.txt']) expect(await outcomeOf(bytes, name)).toBe('attachment_type')
})

test.each([
  ['photo.JPG', 'webp', 'photo.webp'],
  ['rules.v2.pdf', 'pdf', 'rules.v2.pdf'],
  ['evil.pdf.exe', 'txt', 'evil.pdf.exe.txt'],
  ['../../etc/passwd', 'txt', 'passwd.txt'],
  ['C:\\Users\\anna\\boat.png', 'webp', 'boat.webp'],
  ['photo\u202egnp.exe', 'txt', 'photognp.exe.txt'],
  ['a\u0000b\r\nSet-Cookie: x=1', 'txt', 'abSet-Cookie_ x=1.txt'],
  ['<img src=x onerror=alert(1)>.png', 'webp', '_img src=x onerror=alert(1)_.webp'],
  ['"; filename="evil.html', 'pdf', '_; filename=_evil.html.pdf'],
  ['.htaccess', 'txt', 'htaccess.txt'],
  ['.png', 'webp', 'file.webp'],
  ['...', 'txt', 'file.txt'],
  ['Å\u030a 🚣‍♀️.txt', 'txt', 'Å\u030a 🚣♀️.txt'.normalize('NFC')],
  ['x'.repeat(120), 'txt', `${'x'.repeat(100)}.txt`],
] as const)('%j is kept as a name of a %s file', (name, kind, kept) => {
  expect(fileName(name, kind)).toBe(kept)
})
