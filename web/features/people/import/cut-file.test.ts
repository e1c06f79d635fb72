import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { withoutCpr } from './cut-file.ts'

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

test('a text keeps its encoding, and its CPR numbers stay in the browser', async () => {
  const latin = Uint8Array.from(Buffer.from('Søren;010180-0000\r\n', 'latin1'))
  const cut = await withoutCpr(new Blob([latin]))
  expect(cut.count).toBe(1)
  expect(Buffer.from(await bytesOf(cut.file)).toString('latin1')).toBe('Søren;01-01-1980\r\n')
  const wide = Uint8Array.from(Buffer.from('\ufeffSøren;010180-0000', 'utf16le'))
  expect(await (await withoutCpr(new Blob([wide]))).file.text()).toBe('Søren;01-01-1980')
})

test('a workbook is cut in its texts, and sent as it is without any', async () => {
  const book = (text: string) => new Blob([zipSync({ 'xl/sharedStrings.xml': strToU8(text) })])
  const cut = await withoutCpr(book('<t>010180-0000</t>'))
  expect(strFromU8(unzipSync(await bytesOf(cut.file))['xl/sharedStrings.xml']!)).toBe('<t>01-01-1980</t>')
  const plain = book('<t>20112233</t>')
  expect(await withoutCpr(plain)).toEqual({ file: plain, count: 0 })
})

test('a CPR number that a workbook has as a number becomes a text that the server can read', async () => {
  const rows = [
    ['Navn', 'CPR', 'Nr.'],
    ['Anna Holm', 1502044008, 0.1502044008],
  ]
  const written = await writeExcelFile(rows.map((cells) => cells.map((value) => ({ value }))) as never).toBuffer()
  const cut = await withoutCpr(new Blob([Uint8Array.from(written)]))
  expect(cut.count).toBe(1)
  const bytes = await bytesOf(cut.file)
  expect(await readSheet(Buffer.from(bytes))).toEqual([
    ['Navn', 'CPR', 'Nr.'],
    ['Anna Holm', '15-02-2004', 0.1502044008],
  ])
  // As other programs write it: with a style, a formula, an exponent, a prefix.
  const cells = `<x:c r="B2" s="3" t="n"><x:f>A1</x:f><x:v>1.502044008E9</x:v></x:c><c r="C2" t="str"><f>A1</f><v>150204-4000</v></c><c r="D2" t="s"><v>1502044008</v></c>`
  const other = await withoutCpr(new Blob([zipSync({ 'xl/worksheets/sheet1.xml': strToU8(cells) })]))
  expect(strFromU8(unzipSync(await bytesOf(other.file))['xl/worksheets/sheet1.xml']!)).toBe(
    `<x:c r="B2" s="3" t="inlineStr"><x:is><x:t>15-02-2004</x:t></x:is></x:c><c r="C2" t="str"><f>A1</f><v>15-02-2004</v></c><c r="D2" t="s"><v>1502044008</v></c>`,
  )
})
