import { expect, test } from 'vitest'
import { languages } from '#contract/values.ts'
import { readExport } from '#server/testing/files/read-export.ts'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { exportedLists } from './lists.ts'
import { writeFile, type ExportColumn } from './write-file.ts'

interface Row {
  readonly text: string
  readonly number: number | null
  readonly date: string | null
  readonly moment: string
  readonly money: number
}

const kinds = ['text', 'number', 'date', 'moment', 'money'] as const
const columns: ExportColumn<Row>[] = kinds.map((kind) => ({ title: `=${kind}`, kind, value: (row) => row[kind] }))

const formulas = ['=1+1', '+1+1', '-1', '@SUM(A1)', '\t=1', '\n=1']
const texts = [
  ...Object.values(hostileTexts),
  ...formulas,
  '"; "',
  ';',
  'a\nb',
  ' spaces ',
  '_x0041_',
  '&lt;',
  "'x",
  'Åse 🛶',
  '+4520304050',
  '0800',
  '00123',
  '1e5',
  '3-4',
  'TRUE',
]
const rows: Row[] = texts.map((text, at) => ({
  text,
  number: at % 2 ? at : null,
  date: at % 3 ? '1986-02-03' : null,
  moment: '2026-07-01 23:05',
  money: at * 12_345 - 50_000,
}))

test.each(['csv', 'xlsx'] as const)(
  'what is written as %s is read again as it was, and nothing of it is a formula',
  async (format) => {
    const { sheet, rows: read } = readExport(format, await writeFile(format, 'people', columns, rows))
    expect(read[0]).toEqual(kinds.map((kind) => (format === 'csv' ? `'=${kind}` : `=${kind}`)))
    expect(read).toHaveLength(rows.length + 1)
    for (const [at, row] of rows.entries()) {
      const [text, number = null, date, moment, money] = read[at + 1]!
      if (format === 'csv') {
        const isRun = /^[=@\t\r\n+-]/.test(row.text) && row.text !== '+4520304050'
        expect(text).toBe(isRun ? `'${row.text}` : row.text)
        expect([number, date]).toEqual([row.number === null ? '' : `${row.number}`, row.date ?? ''])
        expect([moment, money]).toEqual([row.moment, (row.money / 100).toFixed(2).replace('.', ',')])
      } else {
        expect(sheet).toBe('people')
        // A cell has no control characters, and its lines end with a line feed.
        expect(text).toBe(row.text.replaceAll('\r\n', '\n').replaceAll('\u0085', '').replaceAll('\u000b', ''))
        expect([number, date]).toEqual([row.number, row.date && new Date(`${row.date}T00:00Z`)])
        expect([moment, money]).toEqual([new Date('2026-07-01T23:05Z'), row.money / 100])
      }
    }
  },
)

test.each(Object.keys(exportedLists) as (keyof typeof exportedLists)[])(
  'no two columns of the export of %s have the same head',
  (list) => {
    for (const language of languages) {
      const heads = exportedLists[list].columns(language, {} as never).map(({ title }) => title)
      expect(heads, language).toEqual([...new Set(heads)])
    }
  },
)
