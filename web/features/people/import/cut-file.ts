import { cutCpr } from '#contract/people/cut-cpr.ts'
import { MOST_UNPACKED } from '#contract/people/imports.ts'

/** A file without the civil registration numbers that are surely some: they do not leave the browser. */
export async function withoutCpr(file: Blob): Promise<{ readonly file: Blob; readonly count: number }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  const cut = isWorkbook ? await cutWorkbook(bytes).catch(() => null) : cutText(bytes)
  return cut && cut.count > 0 ? { file: new Blob([cut.bytes]), count: cut.count } : { file, count: 0 }
}

/** Numbers are the same bytes in every encoding, so that nothing else of the file changes; in UTF-16 they are every second one. */
function cutText(bytes: Uint8Array) {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide) {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    const cut = cutCpr(text, { sure: true })
    return { bytes: new TextEncoder().encode(`\ufeff${cut.text}`), count: cut.count }
  }
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  const cut = cutCpr(parts.join(''), { sure: true })
  return { bytes: Uint8Array.from(cut.text, (letter) => letter.charCodeAt(0)), count: cut.count }
}

async function cutWorkbook(bytes: Uint8Array) {
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate')
  let unpacked = 0
  const parts = unzipSync(bytes, { filter: ({ originalSize }) => (unpacked += originalSize) <= MOST_UNPACKED })
  // The server refuses it.
  if (unpacked > MOST_UNPACKED) return null
  let count = 0
  for (const [name, part] of Object.entries(parts)) {
    if (!/^xl\/(sharedStrings|worksheets\/\w+)\.xml$/.test(name)) continue
    const cut = cutXml(strFromU8(part))
    count += cut.count
    if (cut.count > 0) parts[name] = strToU8(cut.text)
  }
  return { bytes: zipSync(parts), count }
}

const CELL = /<(\w+:|)c\b([^>]*)>\s*(?:<\1f\b[^>]*(?:\/>|>[^<]*<\/\1f>)\s*)?<\1v\b[^>]*>([^<]*)<\/\1v>\s*<\/\1c>/g
const TEXT = /(<(?:\w+:)?t\b[^>]*>)([^<]+)/g

/** Cuts within texts and values. A number that is cut becomes a text, because the server reads numbers as such. */
function cutXml(xml: string) {
  let count = 0
  const cut = (text: string) => {
    const found = cutCpr(text, { sure: true })
    count += found.count
    return found.text
  }
  const text = xml
    .replace(TEXT, (_, tag: string, words: string) => tag + cut(words))
    .replace(CELL, (cell, prefix: string, attributes: string, value: string) => {
      const [, type = 'n'] = /\st="(\w+)"/.exec(attributes) ?? []
      if (type === 'str') return cut(cell)
      const number = Number(value)
      if (type !== 'n' || !Number.isInteger(number)) return cell
      const date = cut(String(number))
      if (date === String(number)) return cell
      const others = attributes.replace(/\st="\w+"/, '')
      return `<${prefix}c${others} t="inlineStr"><${prefix}is><${prefix}t>${date}</${prefix}t></${prefix}is></${prefix}c>`
    })
  return { text, count }
}
