import { cutText } from '#contract/cut-text.ts'
import { stringify } from 'csv-stringify/sync'
import writeExcel, { type Cell } from 'write-excel-file/node'
import type { ExportFormat } from '#contract/exports.ts'

/** A column of an export. Dates are `YYYY-MM-DD`, moments `YYYY-MM-DD HH:MM` by the clock on the wall, amounts in øre. */
export interface ExportColumn<Row> {
  readonly title: string
  readonly kind: 'text' | 'number' | 'date' | 'moment' | 'money'
  readonly value: (row: Row) => string | number | null
}

/** A spreadsheet would run a text that begins like a formula. A phone number is none. */
const isFormula = /^(?!\+\d+$)[=+\-@\t\r\n]/

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
export const contentTypeOf = (format: ExportFormat): string => contentTypes[format]

/** The rows as a file with a head. @param name of the sheet */
export function writeFile<Row>(
  format: ExportFormat,
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  return format === 'csv' ? Promise.resolve(writeCsv(columns, rows)) : writeXlsx(name, columns, rows)
}

/** As Danish spreadsheets read it: `;`, a decimal comma, a byte order mark, CRLF. */
function writeCsv<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Buffer {
  const cell = ({ kind, value }: ExportColumn<Row>, row: Row): string => {
    const given = value(row)
    if (given === null) return ''
    if (kind === 'money') return (Number(given) / 100).toFixed(2).replace('.', ',')
    if (kind === 'number') return String(given).replace('.', ',')
    return unformulated(String(given))
  }
  const text = stringify(
    [columns.map(({ title }) => unformulated(title)), ...rows.map((row) => columns.map((one) => cell(one, row)))],
    {
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      quoted_match: /[,\t]/,
    },
  )
  return Buffer.from(text)
}

const unformulated = (text: string) => (isFormula.test(text) ? `'${text}` : text)

/** Texts are of the type text, which a spreadsheet shows as they are. */
async function writeXlsx<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  const cell = ({ kind, value }: ExportColumn<Row>, row: Row): Cell => {
    const given = value(row)
    if (given === null || given === '') return null
    if (kind === 'money') return { type: Number, value: Number(given) / 100, format: '#,##0.00' }
    if (kind === 'number') return { type: Number, value: Number(given) }
    if (kind === 'date') return { type: Date, value: new Date(`${String(given)}T00:00:00Z`), format: 'yyyy-mm-dd' }
    if (kind === 'moment')
      return { type: Date, value: new Date(`${String(given).replace(' ', 'T')}Z`), format: 'yyyy-mm-dd hh:mm' }
    return { type: String, value: storable(String(given)) }
  }
  const data = [
    columns.map(({ title }): Cell => ({ type: String, value: storable(title), fontWeight: 'bold' })),
    ...rows.map((row) => columns.map((one) => cell(one, row))),
  ]
  const widths = columns.map(({ kind }) => ({ width: kind === 'text' ? 26 : kind === 'moment' ? 17 : 13 }))
  return writeExcel(data, { columns: widths, stickyRowsCount: 1, sheet: name }).toBuffer()
}

/**
 * XML has no control characters, and a cell at most 32,767 characters. Its lines end with a line feed; `_x0041_` in it would be read as a
 * letter.
 */
const storable = (text: string) =>
  cutText(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'),
    32_767,
  )
