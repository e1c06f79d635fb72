import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { expect, inject, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { Problem } from '#server/http/problem.ts'
import { guessColumns } from './guess-columns.ts'
import { readImportFile, readInThread } from './read-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const cellsOf = async (bytes: Uint8Array) => (await readImportFile(bytes)).rows.map(({ cells }) => cells)
const refusal = (bytes: Uint8Array) => codeOf(readImportFile(bytes))
const codeOf = (read: Promise<unknown>) =>
  read.then(
    () => 'ok',
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
const example = (name: string) => readFileSync(path.resolve('docs/examples', name))
const guess = async (bytes: Uint8Array) => {
  const { heads, rows, columns } = await readImportFile(bytes)
  return guessColumns(
    heads,
    rows.map(({ cells }) => cells),
    columns,
  )
}

const list = 'Navn;E-mail\r\nSøren Ærø;soren@example.org\r\n'

test('the encoding is guessed: UTF-8, UTF-16 with and without a mark, windows-1252', async () => {
  const utf16 = Buffer.from(list, 'utf16le')
  const swapped = Buffer.from(utf16).swap16()
  const files: [Uint8Array, string][] = [
    [utf8(list), 'utf-8'],
    [utf8(`\ufeff${list}`), 'utf-8'],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-16'],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), 'utf-16'],
    [utf16, 'utf-16'],
    [swapped, 'utf-16'],
    [Buffer.from(list, 'latin1'), 'windows-1252'],
  ]
  for (const [bytes, encoding] of files) {
    const read = await readImportFile(bytes)
    expect([read.encoding, read.heads, read.rows]).toEqual([
      encoding,
      ['Navn', 'E-mail'],
      [{ row: 2, cells: ['Søren Ærø', 'soren@example.org'] }],
    ])
  }
})

test.each([';', ',', '\t', '|'])('the separator is guessed: %j', async (sign) => {
  const text =
    ['Navn', 'Adresse', 'By'].join(sign) + '\n' + ['Anna Holm', '"Vej 1; 2. th, til højre"', 'Aarhus'].join(sign)
  const read = await readImportFile(utf8(text))
  expect([read.separator, read.rows[0]!.cells]).toEqual([sign, ['Anna Holm', 'Vej 1; 2. th, til højre', 'Aarhus']])
})

test('without a row of heads the first row is somebody, and columns are guessed by what they hold', async () => {
  const bytes = utf8(
    'Anna Holm;15-02-2004;anna@example.org;20112233;8000;Havnegade 12;k\nBo Berg;1-3-1999;bo@example.org;20112234;8200;Møllevej 3;m\n',
  )
  expect(await readImportFile(bytes)).toMatchObject({ heads: null, rows: [{ row: 1 }, { row: 2 }] })
  expect(await guess(bytes)).toEqual(['fullName', 'dateOfBirth', 'email', 'phone', 'postCode', 'address', 'gender'])
})

test('what a head says of a guardian is not of the child', async () => {
  const heads = 'Navn;Mor navn;Mor mobil;Mors e-mail;Mor adresse;Far;Kontaktperson tlf.;Forældres mail;Guardian email'
  const guessed = await guess(utf8(`${heads}\na;b;c;d;e;f;g;h;i`))
  expect(guessed).toEqual(['fullName', 'guardianName', 'guardianPhone', 'guardianEmail', '', '', '', '', ''])
  for (const head of ['Forælder/værge', 'Forælder 1', 'Parent name', 'Værges navn', 'Navn på mor'])
    expect(await guess(utf8(`Efternavn;${head}\na;b`))).toEqual(['lastName', 'guardianName'])
  for (const head of ['Kontaktperson tlf.', 'Parent 2 mobile', 'Mobil (far)'])
    expect(await guess(utf8(`Navn;${head}\na;b`))).toEqual(['fullName', 'guardianPhone'])
})

test('heads may stand below a title, and empty rows between people are left out', async () => {
  const read = await readImportFile(
    utf8('Medlemmer 2026;;\n;;\nFornavn;Efternavn;Født\nAnna;Holm;1-2-2003\n;;\nBo;Berg;\n'),
  )
  expect(read.heads).toEqual(['Fornavn', 'Efternavn', 'Født'])
  expect(read.rows).toEqual([
    { row: 4, cells: ['Anna', 'Holm', '1-2-2003'] },
    { row: 6, cells: ['Bo', 'Berg'] },
  ])
})

test('each field is guessed for one column, also beside its like', async () => {
  expect(
    await guess(utf8('Navn;Efternavn;Telefon;Mobil;Forælder 1;Forælder 1 e-mail;Rygmærke\na;b;c;d;e;f;g')),
  ).toEqual(['firstName', 'lastName', 'phone', '', 'guardianName', 'guardianEmail', ''])
})

test('civil registration numbers are cut to the birth date, wherever they stand, and telephone numbers stay', async () => {
  const text =
    'Navn;CPR-nr.;Telefon;Note\nAnna Holm;150204-4000;0702345678;mor 010180-1111\nBo Berg;0102801111;;\nEva Friis;102801111;;\nDan Bach;999999-9999;;x'
  const read = await readImportFile(utf8(text))
  expect(read.rows.map(({ cells }) => cells)).toEqual([
    ['Anna Holm', '15-02-2004', '0702345678', 'mor 01-01-1980'],
    ['Bo Berg', '01-02-1980'],
    // A spreadsheet drops the zero.
    ['Eva Friis', '01-02-1980'],
    ['Dan Bach', '999999-9999', '', 'x'],
  ])
  expect(read.cut).toBe(4)
})

test('a text that looks like a formula keeps its value', async () => {
  expect(await cellsOf(utf8('Navn;Postnr.\nAnna Holm;"=""0800"""'))).toEqual([['Anna Holm', '0800']])
})

test('a workbook is read with its dates, numbers and cells that are merged downwards', async () => {
  const { bytes } = await workbook(
    [
      ['Navn', 'Født', 'Postnr.', 'Adresse', 'Handicap'],
      ['Anna Holm', new Date('2004-02-15'), 800, 'Havnegade 12', 12.125],
      ['Bo Holm', new Date('2006-03-01'), 8000, null, 12],
    ],
    [{ column: 3, from: 2, to: 3 }],
  )
  expect(await readImportFile(bytes)).toMatchObject({
    encoding: null,
    separator: null,
    heads: ['Navn', 'Født', 'Postnr.', 'Adresse', 'Handicap'],
  })
  expect(await cellsOf(bytes)).toEqual([
    ['Anna Holm', '2004-02-15', '800', 'Havnegade 12', '12,125'],
    ['Bo Holm', '2006-03-01', '8000', 'Havnegade 12', '12'],
  ])
})

test('what is no list is refused with its reason', async () => {
  expect(await refusal(new Uint8Array())).toBe('import_file_empty')
  expect(await refusal(utf8(' \n;;;\n'))).toBe('import_file_empty')
  expect(await refusal(utf8('Navn;E-mail\n'))).toBe('import_file_empty')
  expect(await refusal(Buffer.from('PK\u0003\u0004not a workbook'))).toBe('import_file_unreadable')
  expect(await refusal(zipSync({ 'readme.txt': utf8('hello') }))).toBe('import_file_unreadable')
  expect(await refusal(utf8(`Navn\n${'Anna Holm\n'.repeat(10_001)}`))).toBe('import_too_many_rows')
  expect(await refusal(utf8(`${'Navn;'.repeat(61)}x\nAnna;`))).toBe('import_too_many_columns')
})

test('a bomb is refused before it is unpacked, whatever size it claims', async () => {
  const bomb = deflateRawSync(Buffer.alloc(200_000_000, 0x20))
  expect(bomb.length).toBeLessThan(1_000_000)
  const begun = process.memoryUsage().rss
  expect(await refusal(zipOf('xl/worksheets/sheet1.xml', bomb, 200_000_000))).toBe('import_file_too_large')
  expect(await refusal(zipOf('xl/worksheets/sheet1.xml', bomb, 1000))).toBe('import_file_too_large')
  expect(process.memoryUsage().rss - begun).toBeLessThan(250_000_000)
})

test('other calls are answered while a list is read, and it is read alike', async () => {
  const bytes = utf8(`Navn;E-mail\n${'Anna Holm;anna@example.org;150204-4000\n'.repeat(10_000)}`)
  await readInThread(utf8(list))
  let served = 0
  const others = setInterval(() => served++, 1)
  const read = await readInThread(bytes)
  clearInterval(others)
  expect(served).toBeGreaterThan(2)
  expect(read).toEqual(await readImportFile(bytes))
})

test.runIf(inject('nightly'))(
  'a list that is refused in the thread says why, and one that takes too long or too much memory is too large',
  async () => {
    expect(
      await readInThread(utf8(`Navn\n${'Anna Holm\n'.repeat(10_001)}`)).catch((error: unknown) => error),
    ).toMatchObject({ code: 'import_too_many_rows', options: { data: { most: 10_000 } } })
    const bomb = deflateRawSync(Buffer.alloc(200_000_000, 0x20))
    expect(await codeOf(readInThread(zipOf('xl/worksheets/sheet1.xml', bomb, 1000)))).toBe('import_file_too_large')
    expect(await codeOf(readInThread(utf8(`Navn;E-mail\n${'Anna Holm;anna@example.org\n'.repeat(10_000)}`), 1))).toBe(
      'import_file_too_large',
    )
    // The last column of each row makes 160 million empty cells.
    const parts = unzipSync((await workbook([['Navn'], ['Anna Holm']], [])).bytes)
    const last = Array.from({ length: 10_000 }, (_, at) => `<row r="${at + 3}"><c r="XFD${at + 3}"><v>1</v></c></row>`)
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
    const wide = utf8(sheet.replace('</sheetData>', `${last.join('')}</sheetData>`))
    expect(await codeOf(readInThread(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': wide })))).toBe(
      'import_file_too_large',
    )
    expect((await readInThread(utf8(list))).rows).toHaveLength(1)
  },
)

test('the examples are read: clean, messy and hostile', async () => {
  const messy = await readImportFile(example('members-messy-windows-1252.csv'))
  expect(messy).toMatchObject({ encoding: 'windows-1252', separator: ';' })
  expect(messy.rows).toHaveLength(1200)
  expect(messy.cut).toBeGreaterThan(200)
  expect(JSON.stringify(messy.rows)).not.toMatch(/\d{6}-\d{4}/)
  expect(await guess(example('members-messy-windows-1252.csv'))).toEqual([
    '',
    'fullName',
    'dateOfBirth',
    'address',
    'postCode',
    'city',
    'phone',
    'email',
    'membership',
    'since',
    'guardianName',
    'guardianEmail',
  ])
  expect(await guess(example('members-clean.csv'))).toEqual([
    'firstName',
    'lastName',
    'dateOfBirth',
    'gender',
    'email',
    'phone',
    'address',
    'postCode',
    'city',
    'membership',
    'since',
  ])
  const hostile = await readImportFile(example('members-hostile.csv'))
  expect([hostile.rows.length, hostile.cut]).toEqual([10, 2])
})

async function workbook(
  rows: (string | number | Date | null)[][],
  merged: { column: number; from: number; to: number }[],
): Promise<{ bytes: Uint8Array }> {
  const data = rows.map((cells, row) =>
    cells.map((value, column) => {
      const merge = merged.find((one) => one.column === column && one.from === row + 1)
      return value === null
        ? null
        : {
            value,
            ...(value instanceof Date && { type: Date, format: 'dd-mm-yyyy' }),
            ...(merge && { rowSpan: merge.to - merge.from + 1 }),
          }
    }),
  )
  return { bytes: await writeExcelFile(data as never).toBuffer() }
}

/** A file with one deflated part that says it is as large as given. */
function zipOf(name: string, packed: Uint8Array, claimed: number): Uint8Array {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(claimed, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}
