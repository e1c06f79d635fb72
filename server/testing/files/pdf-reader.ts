import { inflateSync } from 'node:zlib'

export interface ReadPdf {
  /** Every name outside strings and streams, such as `/Page`. */
  readonly names: ReadonlySet<string>
  /** The text of its pages, without spaces, because lines wrap. */
  readonly text: string
  /** Metadata for viewers and screen readers. */
  readonly about: {
    readonly lang: string | null
    readonly title: string | null
    readonly author: string | null
    readonly showsTitle: boolean
  }
  /** The parts of the structure in their order, such as `H1` and `P`. */
  readonly parts: readonly string[]
  /** Letters for which a font had none, so that a box is drawn. */
  readonly boxes: number
  /** Drawings that are neither a part of the structure nor marked as decoration. */
  readonly unmarked: number
}

/** Reads a PDF like a viewer, as far as needed for our documents: fonts with a ToUnicode table. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const whole = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, number, body] of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(number!, body!)
  const fonts = fontTables(whole, objects)
  const pages = [...objects.values()].flatMap((body) => /\/Contents (\d+) 0 R/.exec(withoutTexts(body))?.[1] ?? [])
  const contents = pages.map((number) => streamOf(objects.get(number)))
  const read = contents.map((content) => textOf(content, fonts))
  return {
    names: new Set(withoutTexts(whole.replace(/\nstream\r?\n[\s\S]*?\nendstream/g, '')).match(/\/[^\s/<>[\]()]+/g)),
    text: read.map(({ text }) => text).join(''),
    about: {
      lang: stringIn(whole, objects, 'Lang'),
      title: stringIn(whole, objects, 'Title'),
      author: stringIn(whole, objects, 'Author'),
      showsTitle: /\/DisplayDocTitle true/.test(whole),
    },
    parts: partsOf(objects),
    boxes: read.reduce((sum, { boxes }) => sum + boxes, 0),
    unmarked: contents.reduce((sum, content) => sum + unmarkedIn(content), 0),
  }
}

/** A string of the document's information: UTF-16 where it is marked so. */
function stringIn(whole: string, objects: ReadonlyMap<string, string>, key: string): string | null {
  const text = String.raw`\(((?:\\[\s\S]|[^\\)])*)\)`
  const number = new RegExp(`/${key} (\\d+) 0 R`).exec(whole)?.[1]
  const written =
    number === undefined ? new RegExp(`/${key} ${text}`).exec(whole) : new RegExp(text).exec(objects.get(number) ?? '')
  if (written?.[1] === undefined) return null
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const plain = written[1].replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign)
  if (!plain.startsWith('\xfe\xff')) return plain
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le')
}

/** From the root of the structure down. */
function partsOf(objects: ReadonlyMap<string, string>): string[] {
  const below = (number: string): string[] => {
    const body = objects.get(number) ?? ''
    const kind = /\/S \/(\w+)/.exec(body)?.[1]
    const children = /\/K \[([^\]]*)\]/.exec(body)?.[1] ?? ''
    return [...(kind ? [kind] : []), ...[...children.matchAll(/(\d+) 0 R/g)].flatMap(([, child]) => below(child!))]
  }
  const root = [...objects].find(([, body]) => body.includes('/Type /StructTreeRoot'))
  return root ? below(root[0]) : []
}

const streamOf = (body = ''): string => {
  const [, data = ''] = /\nstream\r?\n([\s\S]*)\r?\nendstream/.exec(body) ?? []
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
}

/** The characters of each font's glyphs. */
function fontTables(whole: string, objects: Map<string, string>): Map<string, Map<string, string>> {
  const tables = new Map<string, Map<string, string>>()
  for (const [, name, number] of whole.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = streamOf(objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(number!) ?? '')?.[1] ?? ''))
    const glyphs = new Map<string, string>()
    for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
      const meanings = [...list.matchAll(/<([\da-f]*)>/g)].map(([, code = '']) => fromCodes(code))
      meanings.forEach((text, at) => glyphs.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), text))
    }
    tables.set(name!, glyphs)
  }
  return tables
}

const fromCodes = (codes: string): string => Buffer.from(codes, 'hex').swap16().toString('utf16le')

function textOf(content: string, fonts: Map<string, Map<string, string>>): { text: string; boxes: number } {
  let glyphs = new Map<string, string>()
  let text = ''
  let boxes = 0
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font) ?? new Map()
    for (const [glyph] of (shown ?? '').matchAll(/(?<=<(?:[\da-f]{4})*)[\da-f]{4}/g)) {
      text += glyphs.get(glyph) ?? ''
      if (glyph === '0000') boxes++
    }
  }
  return { text: text.replace(/[\s\0]/g, ''), boxes }
}

/** Drawings of a page outside of marked content: paths, pictures, shadings and texts. */
function unmarkedIn(content: string): number {
  let depth = 0
  let count = 0
  for (const [operator] of content.matchAll(/(?<=^|\s)(?:BMC|BDC|EMC|[fFSsBb]\*?|sh|Do|T[jJ])(?=\s|$)/g)) {
    if (operator === 'EMC') depth--
    else if (operator === 'BMC' || operator === 'BDC') depth++
    else if (depth === 0) count++
  }
  return count
}

/** Leaves out `(…)`: parentheses in it are in pairs or escaped. */
function withoutTexts(source: string): string {
  let depth = 0
  let rest = ''
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    if (depth > 0 && sign === '\\') at++
    else if (sign === '(') depth++
    else if (depth > 0 && sign === ')') depth--
    else if (depth === 0) rest += sign
  }
  return rest
}
