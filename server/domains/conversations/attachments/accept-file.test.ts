import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Problem } from '#server/http/problem.ts'
import { claimingPng } from '#server/testing/files/claiming-png.ts'
import { catalog, pdfOf, streamOf } from '#server/testing/files/pdf-builders.ts'
import { acceptFile } from './accept-file.ts'
import { fileName } from './file-name.ts'
import { isHarmlessPdf } from './harmless-pdf.ts'

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#0a6b7d' } })

/** Its type, or the code of the refusal. */
const outcomeOf = (bytes: Uint8Array, name = 'x'): Promise<string> =>
  acceptFile(name, bytes, 'members').then(
    ({ contentType }) => contentType,
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const [PDF, TEXT] = ['application/pdf', 'text/plain; charset=utf-8']

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('as %s is made anew, whatever it is called', async (format) => {
    const sent = await picture().toFormat(format).toBuffer()
    const kept = await acceptFile('boat.html', sent, 'members')
    expect(kept).toMatchObject({ name: 'boat.html.webp', contentType: 'image/webp' })
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
  })

  test('loses where it was taken and what hangs behind it, and is no larger than it can be looked at', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 38/1 0/1' } }
    const sent = await picture(4000, 3000).jpeg().withExif(exif).toBuffer()
    expect(sent.includes('SECRET-OWNER')).toBe(true)
    const { bytes } = await acceptFile(
      'x.jpg',
      Buffer.concat([sent, latin1('PK\x03\x04<script>alert(1)</script>')]),
      'members',
    )
    expect(['SECRET-OWNER', 'PK\x03\x04', '<script'].some((part) => bytes.includes(part))).toBe(false)
    const metadata = await sharp(bytes).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([2560, 1920, undefined])
  })

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['30,000 by 30,000 it claims', () => claimingPng(30_000, 30_000), 'image_too_large'],
    ['25 megapixels and a row', () => claimingPng(5000, 5001), 'image_too_large'],
    ['a script that begins like a GIF', () => latin1('GIF89a/*\x01\x00*/=1;alert(1)'), 'image_unreadable'],
    ['a page that begins like a JPEG', () => latin1('\xff\xd8\xff<script>alert(1)</script>'), 'image_unreadable'],
    ['a PDF that begins like a GIF', () => Buffer.concat([latin1('GIF89a'), pdfOf(catalog())]), 'image_unreadable'],
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
  /** A stream of objects whose list has nine letters. */
  const objects = (text: string, more = '') => streamOf(text, `/Type/ObjStm/N 2/First 9${more}`)
  const goTo = '<</S/GoTo/D[2 0 R/Fit]>>'
  const visit = '<</S/URI/URI(https://evil.example)>>'
  const pages = '<</Type/Pages/Kids[]/Count 0>>'

  test.each<[string, Buffer]>([
    ['as small as can be', pdfOf(catalog(), pages)],
    ['that opens at a page', pdfOf(catalog('/OpenAction [3 0 R /Fit]'), pages)],
    ['that goes to a page when it is opened', pdfOf(catalog(`/OpenAction${goTo}`), pages)],
    ['that opens as another object says', pdfOf(catalog('/OpenAction 3 0 R'), pages, goTo)],
    [
      'that opens as TeX writes it',
      pdfOf(catalog(), objects(`1 0 9 60 ${catalog('/OpenAction 9 0 R')}`.padEnd(69) + goTo)),
    ],
    ['with a link', pdfOf(catalog('/OpenAction 3 0 R'), pages, '[2 0 R/Fit]', `<</Subtype/Link/A ${visit}>>`)],
    ['with a colour profile', pdfOf(catalog(), pages, streamOf(randomBytes(3000), '/N 3/Alternate/DeviceRGB'))],
    ['with a picture coded twice', pdfOf(catalog(), pages, streamOf('x', '/Width 1/X[/DCTDecode]/DecodeParms<<>>'))],
    ['with pictures', pdfOf(catalog(), pages, streamOf(randomBytes(200_000), '/Subtype/Image'))],
    ['with objects in a stream', pdfOf(catalog(), objects(`3 0 4 20 ${pages}<</Type/Page>>`))],
    ['with a text about scripts', pdfOf(catalog(), pages, streamOf('BT (how /JavaScript works) Tj ET'))],
  ])('%s is kept', (_, bytes) => {
    expect(isHarmlessPdf(bytes)).toBe(true)
  })

  test('is kept as it is', async () => {
    const bytes = pdfOf(catalog(), pages)
    expect(await acceptFile('rules.pdf', bytes, 'members')).toEqual({ name: 'rules.pdf', contentType: PDF, bytes })
  })

  const action = '/OpenAction<</S/JavaScript/JS(app.alert(1))>>'
  const coded = (filter: string, bytes: string) =>
    latin1(`<</Type/ObjStm/N 2/First 9/Filter ${filter}/Length 9>>stream\n${bytes}\nendstream`)
  const twice = (text: string) =>
    latin1(
      `<</Type/ObjStm/N 2/First 9/Filter[/FlateDecode/FlateDecode]>>stream\n${deflateSync(deflateSync(text)).toString('latin1')}\nendstream`,
    )
  const edited = (bytes: Buffer, from: string, to: string) => latin1(bytes.toString('latin1').replace(from, to))
  const zipEnd = `PK\x05\x06${'\0'.repeat(18)}`
  test.each<[string, Buffer]>([
    ['runs a script', pdfOf(catalog('/Names<</JavaScript 3 0 R>>'))],
    ['runs one spelt in numbers', pdfOf(catalog('/AA<</O<</S/J#61v#61Script>>>>'))],
    ['runs one from a stream of objects', pdfOf(catalog(), objects(`3 0 4 20 ${pages}<<${action}>>`))],
    [
      'runs one from a stream that says so in numbers',
      pdfOf(catalog(), streamOf(`3 0 4 20 <<${action}>>`, '/Type/Obj#53tm/N 2/First 9')),
    ],
    ['runs one from a stream without a type', pdfOf(catalog(), streamOf(`3 0 4 20 <<${action}>>`, '/N 2/F#69rst 9'))],
    ['runs one behind a stream too short to tell', pdfOf(catalog(), objects('3 0 '), objects(`3 0 <<${action}>>`))],
    ['hides objects from those who begin elsewhere', pdfOf(`${catalog()}%`, objects(`3 0 4 20 <<${action}>>`))],
    ['has objects in a stream that is coded twice', pdfOf(catalog(), twice(`3 0 4 20 <<${action}>>`))],
    ['has them in letters', pdfOf(catalog(), coded('/AHx', '332030203420323020'))],
    ['has them behind a prediction', pdfOf(catalog(), objects('3 0 4 20 <<>>', '/DecodeParms<</Predictor 12>>'))],
    ['has them in another file', pdfOf(catalog(), objects('3 0 4 20 <<>>', '/F(evil.pdf)'))],
    ['has them coded as another object says', pdfOf(catalog(), coded('3 0 R', 'x'), '/FlateDecode')],
    ['has them behind blanks', pdfOf(catalog(), edited(objects('3 0 4 20 <<>>'), 'stream\n', 'stream  \n'))],
    ['has them behind half a line', pdfOf(catalog(), edited(objects('3 0 4 20 <<>>'), 'stream\n', 'stream\r'))],
    ['has them in broken bytes', pdfOf(catalog(), coded('/FlateDecode', 'x\x9cnothing'))],
    ['has them too long to look through', pdfOf(catalog(), objects('1 '.repeat(10_000_001)))],
    ['has more of them than anybody looks through', pdfOf(...Array<Buffer>(5001).fill(objects('')))],
    [
      'hides an object between words that begin and end streams',
      pdfOf(catalog('/X(stream\n)'), `<</S/Launch>>`, '(endstream)'),
    ],
    ['has a dictionary that does not end', pdfOf('<</Type/Catalog/X(')],
    ['has dictionaries within each other without end', pdfOf('<</A'.repeat(50_000))],
    ['does something when a page is opened', pdfOf(catalog(), `<</Type/Page/AA<</O ${visit}>>>>`)],
    ['goes somewhere and on', pdfOf(catalog('/OpenAction<</S/GoTo/D[2 0 R]/Next 3 0 R>>'), pages, visit)],
    [
      'does what an object in a stream says',
      pdfOf(catalog('/OpenAction 4 0 R'), objects(`3 0 4 5  ${pages[0]}<>> ${visit}`)),
    ],
    ['names it twice', pdfOf(catalog('/OpenAction 3 0 R'), pages, goTo, `${goTo}endobj 3 0 obj${visit}`)],
    ['names it behind a remark', pdfOf(catalog('/OpenAction 3 0 R'), pages, `${goTo}endobj 3%\n0 obj${visit}`)],
    ['says it in numbers', pdfOf(catalog(`/Open#41ction${visit}`), pages)],
    ['does something when it is opened', pdfOf(catalog(`/OpenAction<</S/URI/URI(https://evil.example)>>`))],
    ['does what another object says when it is opened', pdfOf(catalog('/OpenAction 3 0 R'), pages, visit)],
    ['runs a script when a film is asked for', pdfOf(catalog(), '<</S/Rendition/JS(app.alert(1))>>')],
    ['starts a program', pdfOf(catalog(), '<</S/Launch/F(calc.exe)>>')],
    ['carries files', pdfOf(catalog('/Names<</EmbeddedFiles 3 0 R>>'), '<</Type/EmbeddedFile>>')],
    ['is encrypted', pdfOf(catalog(), '<</Filter/Standard>>', '/Encrypt 2 0 R')],
    ['has a form with scripts of its own', pdfOf(catalog('/AcroForm<</XFA 3 0 R>>'))],
    ['is a ZIP besides', Buffer.concat([pdfOf(catalog()), latin1(`PK\x03\x04evil${zipEnd}`)])],
    ['is a ZIP whose comment ends like a PDF', Buffer.concat([pdfOf(catalog()), latin1(`${zipEnd}\n%%EOF\n`)])],
    ['is a page besides', pdfOf(catalog(), '<html><script>alert(1)</script>')],
    ['is a page from its first line', latin1('%PDF-1.7<script>alert(1)</script>\n%%EOF')],
    ['goes on behind its end', Buffer.concat([pdfOf(catalog()), latin1('MZ\x90\x00')])],
    ['has no end', latin1('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['ends long before the file', Buffer.concat([pdfOf(catalog()), Buffer.alloc(2000, 0x20)])],
  ])('that %s is refused', (_, bytes) => {
    expect(isHarmlessPdf(bytes)).toBe(false)
  })

  test('that may not be kept is called that, and not a kind of file that nobody may send', async () => {
    expect(await outcomeOf(pdfOf(catalog('/Names<</JavaScript 3 0 R>>')), 'rules.pdf')).toBe('attachment_pdf')
  })

  test('that begins behind something else is none', async () => {
    expect(await outcomeOf(Buffer.concat([latin1('\n'), pdfOf(catalog())]), 'rules.pdf')).toBe('attachment_type')
  })
})

describe('plain text', () => {
  test.each(['Blåbærgrød på Åen\r\n\tkl. 9\n', '\ufeffMed mærke', 'a < b, c > d; 5 <3 ⛵️', '{"json": [1, 2]}'])(
    '%j is kept as it is',
    async (text) => {
      const bytes = Buffer.from(text)
      expect(await acceptFile('note.md', bytes, 'members')).toEqual({ name: 'note.md.txt', contentType: TEXT, bytes })
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
