import { parse } from 'csv-parse/sync'
import { type CellValue, readSheet } from 'read-excel-file/node'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { composed } from '#contract/clean-text.ts'
import { cutText } from '#contract/cut-text.ts'
import { cutCpr } from '#contract/people/cut-cpr.ts'
import { MOST_CELL, MOST_COLUMNS, MOST_ROWS, MOST_UNPACKED } from '#contract/people/imports.ts'
import { ThreadEnded, WorkThread } from '#server/documents/work-thread.ts'
import { Problem } from '#server/http/problem.ts'
import { headsIn, targetOfHead } from './guess-columns.ts'

/** A row, counted as in the file, where an office finds it. */
export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** A file as rows of cells, before anybody says what its columns are. */
export interface ReadFile {
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252' | null
  /** Null for a workbook. */
  readonly separator: string | null
  /** Null when the file has no row of heads. */
  readonly heads: readonly string[] | null
  readonly columns: number
  readonly rows: readonly FileRow[]
  /** Civil registration numbers that were cut to the birth date. */
  readonly cut: number
}

const SLICE = 16_000

/** The largest workbook that is read needs 64 MB. */
const thread = new WorkThread({ memory: 256 })

/** Reads a list in a worker thread: a workbook of 10,000 rows takes half a second, in which the server answers others. */
export async function readInThread(bytes: Uint8Array, patience?: number): Promise<ReadFile> {
  const reading = thread.run(new URL(import.meta.url), 'readOrRefuse', [bytes], patience) as ReturnType<
    typeof readOrRefuse
  >
  const read = await reading.catch((error: unknown) => {
    throw error instanceof ThreadEnded ? new Problem('import_file_too_large', { cause: error }) : error
  })
  if ('code' in read) throw new Problem(read.code, read.options)
  return read
}

/** Within the thread, whose errors lose their code on the way: a refusal is a value. */
export const readOrRefuse = (bytes: Uint8Array): Promise<ReadFile | Pick<Problem, 'code' | 'options'>> =>
  readImportFile(bytes).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    const {
      code,
      options: { data },
    } = error
    return { code, options: data ? { data } : {} }
  })

/** Reads a list of people. CPR numbers are cut here, before anything is stored. */
export async function readImportFile(bytes: Uint8Array): Promise<ReadFile> {
  if (bytes.length === 0) throw new Problem('import_file_empty')
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const read = isZip ? await readWorkbook(bytes) : readText(bytes)
  const lines = read.table.map((cells) => cells.map(cleanCell))
  const first = lines.findIndex((cells) => cells.some(Boolean))
  if (first === -1) throw new Problem('import_file_empty')
  const headAt = findHeads(lines)
  const heads = headAt === null ? null : trimmed(lines[headAt]!)
  const from = headAt === null ? first : headAt + 1
  const rows = lines
    .slice(from)
    .map((cells, at) => ({ row: from + at + 1, cells: trimmed(cells) }))
    .filter(({ cells }) => cells.length > 0)
  if (rows.length === 0) throw new Problem('import_file_empty')
  if (rows.length > MOST_ROWS) throw new Problem('import_too_many_rows', { data: { most: MOST_ROWS } })
  const columns = Math.max(heads?.length ?? 0, ...rows.map(({ cells }) => cells.length))
  if (columns > MOST_COLUMNS) throw new Problem('import_too_many_columns', { data: { most: MOST_COLUMNS } })
  return { ...read.as, heads, columns, ...withoutCpr(rows, heads) }
}

const trimmed = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex(Boolean) + 1)

/** In one line, without what cannot be stored. `="0012"` is how some programs keep a zero. */
function cleanCell(cell: string): string {
  const text = composed(cell.replaceAll('\0', '').toWellFormed())
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? []
  return cutText(quoted ?? text, MOST_CELL)
}

/** The row with the most heads that are known, among the first: titles may stand above it. */
function findHeads(lines: readonly (readonly string[])[]): number | null {
  const known = lines.slice(0, 10).map(headsIn)
  const most = Math.max(...known)
  return most === 0 ? null : known.indexOf(most)
}

function withoutCpr(rows: readonly FileRow[], heads: readonly string[] | null) {
  let cut = 0
  const targets = (heads ?? []).map(targetOfHead)
  const isNumber = (heads ?? []).map((head) => /cpr|person ?(nummer|nr)/i.test(head))
  const cutCell = (cell: string, at: number) => {
    // A workbook drops the zero of a number.
    const whole = isNumber[at] && /^\d{9}$/.test(cell) ? `0${cell}` : cell
    const { text, count } = cutCpr(whole, { sure: targets[at] === 'phone' || targets[at] === 'guardianPhone' })
    cut += count
    // Nothing as long is kept below such a head.
    return isNumber[at] && count === 0 && /\d{9}/.test(cell) ? '' : text
  }
  const clean = rows.map(({ row, cells }) => ({ row, cells: cells.map(cutCell) }))
  return { rows: clean, cut }
}

function readText(bytes: Uint8Array) {
  const { text, encoding } = decode(bytes)
  const separator = guessSeparator(text)
  try {
    const table = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 200_000,
    })
    return { as: { encoding, separator }, table }
  } catch (cause) {
    throw new Problem('import_file_unreadable', { cause })
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: ReadFile['encoding'] } {
  const as = (label: string) => new TextDecoder(label).decode(bytes)
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: as('utf-16le'), encoding: 'utf-16' }
  if (first === 0xfe && second === 0xff) return { text: as('utf-16be'), encoding: 'utf-16' }
  // Without a mark, every second byte of Latin letters is zero.
  const start = bytes.subarray(0, 1000)
  const zeros = (offset: number) => start.filter((byte, at) => at % 2 === offset && byte === 0).length
  if (zeros(1) > start.length / 4) return { text: as('utf-16le'), encoding: 'utf-16' }
  if (zeros(0) > start.length / 4) return { text: as('utf-16be'), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: as('windows-1252'), encoding: 'windows-1252' }
  }
}

/** The sign that divides most of the first lines into equally many cells. */
function guessSeparator(text: string): string {
  const lines = text.split(/\r?\n/, 20).filter(Boolean)
  const score = (sign: string) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length - 1)
    const often = Map.groupBy(
      counts.filter((count) => count > 0),
      (count) => count,
    )
    return Math.max(0, ...[...often].map(([count, same]) => same.length * 10 + count))
  }
  const signs = [';', '\t', ',', '|']
  const scores = signs.map(score)
  return Math.max(...scores) === 0 ? ';' : signs[scores.indexOf(Math.max(...scores))]!
}

async function readWorkbook(bytes: Uint8Array) {
  try {
    const parts = unpack(bytes)
    const whole = Buffer.from(zipSync(parts, { level: 0 }))
    const table = (await readSheet(whole, { trim: false })).map((row) => row.map(cellText))
    const sheet = parts['xl/worksheets/sheet1.xml']
    return { as: { encoding: null, separator: null }, table: sheet ? fillMerged(table, sheet) : table }
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('import_file_unreadable', { cause })
  }
}

/** The texts of a workbook. A bomb is refused at its limit, whatever sizes it claims: a slice unpacks to 16 MB at most. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {}
  let unpacked = 0
  const unzip = new Unzip((file) => {
    if (!/\.(xml|rels)$/.test(file.name)) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      unpacked += chunk.length
      if (unpacked > MOST_UNPACKED) throw new Problem('import_file_too_large')
      chunks.push(chunk)
      if (isLast) parts[file.name] = Buffer.concat(chunks)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += SLICE)
    unzip.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length)
  return parts
}

function cellText(cell: CellValue | null): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // With a comma: a point in a text is between thousands.
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell.toFixed(0) : String(cell).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'ja' : 'nej'
  return typeof cell === 'string' ? cell : ''
}

/** A cell that is merged downwards counts for each of its rows; sideways it is a title. */
function fillMerged(table: string[][], sheet: Uint8Array): string[][] {
  const end = new TextDecoder().decode(sheet)
  for (const [, from, first, until, last] of end.matchAll(/<mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)) {
    if (from !== until) continue
    const column = from!.split('').reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const value = table[Number(first) - 1]?.[column] ?? ''
    for (let row = Number(first); row < Math.min(Number(last), table.length); row++) table[row]![column] = value
  }
  return table
}
