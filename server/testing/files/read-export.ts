import { unzipSync } from 'fflate'

/** A file of an export as another program reads it: the sheet's name, and cells with texts, numbers, days and moments. */
export interface ReadExport {
  readonly sheet: string | null
  readonly rows: readonly (readonly (string | number | Date | null)[])[]
}

export const readExport = (format: 'csv' | 'xlsx', bytes: Uint8Array): ReadExport =>
  format === 'csv' ? { sheet: null, rows: readCsv(new TextDecoder().decode(bytes)) } : readXlsx(bytes)

/** RFC 4180 with `;`: a quote inside quotes is doubled, and a quoted cell may hold anything. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === ';' || text.startsWith('\r\n', at)) {
      rows.at(-1)!.push(cell)
      cell = ''
      if (sign !== ';') {
        rows.push([])
        at++
      }
    } else cell += sign
  }
  if (cell !== '' || quoted) throw new Error(`The last line does not end: ${cell}`)
  return rows.slice(0, -1)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text of XML as a spreadsheet shows it. */
const textOf = (xml: string) =>
  xml
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
      name ? entities[name]! : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** Excel's formats for days and moments say which numbers are dates. */
function readXlsx(bytes: Uint8Array): ReadExport {
  const files = unzipSync(bytes)
  const xml = (name: string) => new TextDecoder().decode(files[`xl/${name}`])
  const texts = [...xml('sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    [...item!.matchAll(/<t([^>]*)>(.*?)<\/t>/gs)].map(([, how, text]) => kept(how!, textOf(text!))).join(''),
  )
  const styles = xml('styles.xml')
  const dates = new Set(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="yyyy[^"]*"/g)].map(([, id]) => Number(id)),
  )
  const formats = [.../<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)![1]!.matchAll(/<xf [^>]*>/g)].map(([xf]) =>
    Number(/numFmtId="(\d+)"/.exec(xf)?.[1] ?? 0),
  )
  const sheet = xml('worksheets/sheet1.xml')
  if (sheet.includes('<f')) throw new Error('There is a formula')
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: (string | number | Date | null)[] = []
    for (const [, column, attributes, value] of row!.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(?:<v>(.*?)<\/v>)?<\/c>)/gs,
    )) {
      const style = Number(/s="(\d+)"/.exec(attributes!)?.[1] ?? 0)
      const at = column!.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (cells.length <= at) cells.push(null)
      if (value === undefined) continue
      cells[at] = attributes!.includes('t="s"')
        ? texts[Number(value)]!
        : dates.has(formats[style]!)
          ? new Date(Math.round((Number(value) - 25_569) * 86_400_000))
          : Number(value)
    }
    return cells
  })
  return { sheet: textOf(/<sheet [^>]*name="([^"]*)"/.exec(xml('workbook.xml'))![1]!), rows }
}

/** XML drops spaces at the ends of a text that does not say otherwise. */
const kept = (attributes: string, text: string) => (attributes.includes('preserve') ? text : text.trim())
