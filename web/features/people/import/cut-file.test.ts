import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
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
