import { constants, inflateSync, type Inflate } from 'node:zlib'
import { objectsOf, opensHarmlessly, type Objects } from './open-action.ts'
import { createReader, nameOf, Unreadable, type Entry, type Reader } from './pdf-syntax.ts'

/** The file must end within so many bytes behind its last mark. */
const TAIL = 1024
/** A ZIP's directory stands at most so far from the end, its longest comment included. */
const ZIP_TAIL = 65_557
/** Bytes of all streams of objects together, and how many of them; a file with more is refused. */
const MOST_OBJECTS = 20_000_000
const MOST_STREAMS = 5000
/** How often the whole file may be read for them: streams of honest files do not lie in each other. */
const MOST_READ = 2
/** Letters of their lists of objects, which are read where one of them says what is done first. */
const MOST_LISTED = 2_000_000

/** What runs, opens or carries something else. */
const active =
  /\/(JavaScript|Launch|EmbeddedFile|RichMedia|Rendition|Encrypt)(?![A-Za-z])|\/EmbeddedFiles|\/XFA(?=[\s\0%[\d])|\/AA(?=[\s\0]*(<<|%|\d+[\s\0]+\d+[\s\0]+R))/
/** What a browser takes for a page, outside of what the document's own metadata is written in. */
const markup = /<\s*(!doctype|html|script|svg|iframe|body|\?php)\b/i

/**
 * Whether bytes are a PDF from their first byte to their end, nothing else besides, that does nothing by itself but to open
 * at a place of its own. What readers might read in different ways, or nobody without a password, is refused, and so is what
 * takes too long to look through: what a hostile file costs is bounded.
 */
export function isHarmlessPdf(bytes: Buffer): boolean {
  try {
    const raw = bytes.toString('latin1')
    return isNothingElse(raw) && isInert(raw, bytes)
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

function isNothingElse(raw: string): boolean {
  if (!/^%PDF-[12]\.\d[\r\n \t]/.test(raw)) return false
  const end = raw.lastIndexOf('%%EOF')
  if (end < 0 || raw.length - end > TAIL || !/^[\s\0]*$/.test(raw.slice(end + '%%EOF'.length))) return false
  return !raw.slice(-ZIP_TAIL).includes('PK\x05\x06') && !markup.test(raw)
}

/** Names are looked for in the file as a whole, streams and all: where one of its parts ends depends on who reads it. */
function isInert(raw: string, bytes: Buffer): boolean {
  let opens = looksInert(raw, bytes)
  const reader = createReader(raw, 3 * raw.length + 1_000_000)
  const parts: { text: string; first: number }[] = []
  const at = new Map<number, number[]>()
  let left = MOST_OBJECTS
  let unread = MOST_READ * bytes.length
  for (const { index } of raw.matchAll(/(?<!end)obj/g)) {
    const place = reader.skipBlanks(index + 'obj'.length)
    noteObject(at, raw, index, place)
    const stream = raw.startsWith('<<', place) && objectStreamAt(reader, place)
    if (!stream) continue
    const { objects, read } = inflated(bytes.subarray(stream.from), left)
    left -= objects.length
    unread -= read
    if (unread < 0) return false
    const text = objects.toString('latin1')
    opens = looksInert(text, objects) || opens
    parts.push({ text, first: stream.first })
    if (parts.length > MOST_STREAMS) return false
  }
  if (!opens) return true
  if (parts.reduce((sum, { first }) => sum + first, 0) > MOST_LISTED) return false
  const inStreams = parts.map(({ text, first }): Objects => objectsOf(text, first))
  return opensHarmlessly([{ reader, at }, ...inStreams])
}

/** @returns whether it says what is done when the document is opened. Throws `Unreadable` for what runs or carries something. */
function looksInert(text: string, bytes: Buffer): boolean {
  const named = bytes.includes('#') ? withNamesDecoded(bytes) : text
  if (active.test(named)) throw new Unreadable()
  const opens = named.includes('/OpenAction')
  if (opens && named.split('/OpenAction').length !== text.split('/OpenAction').length) throw new Unreadable()
  return opens
}

const header = /(?:^|[^\d+.-])(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+$/

/** Whose number does not stand before it as everybody writes it might be any. */
function noteObject(at: Map<number, number[]>, raw: string, index: number, place: number): void {
  const number = header.exec(raw.slice(Math.max(0, index - 40), index))?.[1]
  if (number === undefined && raw.startsWith('<<', place)) throw new Unreadable()
  if (number === undefined) return
  const places = at.get(Number(number)) ?? []
  places.push(place)
  at.set(Number(number), places)
}

/**
 * A stream that readers may take objects from: its dictionary counts them. There is one way in which all programs write
 * them, and any other is refused. @returns where its bytes begin; null for any other object
 */
function objectStreamAt(reader: Reader, place: number): { from: number; first: number } | null {
  const { text } = reader
  const { entries, end } = reader.dictionaryAt(place)
  const keyword = reader.skipBlanks(end)
  if (!text.startsWith('stream', keyword)) return null
  const valueOf = ({ from, to }: Entry) => nameOf(text.slice(from, to))
  const values = (key: string) => entries.filter((entry) => entry.key === key).map(valueOf)
  const isObjects = values('First').length > 0 || values('Type').includes('/ObjStm')
  // A colour profile counts its colours, and some readers would take objects from it.
  if (!isObjects && values('N').length === 0) return null
  if (!isObjects && values('Filter').length === 0) return null
  const beginning = /^stream\r?\n/.exec(text.slice(keyword, keyword + 8))?.[0]
  const filters = values('Filter')
  const isPlain = filters.length === 1 && /^(\/FlateDecode|\[\s*\/FlateDecode\s*\])$/.test(filters[0]!)
  const first = isObjects ? values('First') : ['0']
  const isKnown = first.length === 1 && /^\d{1,8}$/.test(first[0]!)
  if (!beginning || !isPlain || !isKnown || entries.some(({ key }) => unusual.has(key))) throw new Unreadable()
  return { from: keyword + beginning.length, first: Number(first[0]) }
}

/** Entries that change how a stream is read, or lead elsewhere. */
const unusual = new Set(['DecodeParms', 'DP', 'F', 'FFilter', 'FDecodeParms'])

/** Names may spell their letters as numbers: `/J#61vaScript`. */
function withNamesDecoded(bytes: Buffer): string {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const high = bytes[at] === HASH ? hexOf(bytes[at + 1]) : -1
    const low = high < 0 ? -1 : hexOf(bytes[at + 2])
    if (low >= 0) at += 2
    decoded[length++] = low < 0 ? bytes[at]! : high * 16 + low
  }
  return decoded.toString('latin1', 0, length)
}

const HASH = 35

/** @returns -1 for what is no hexadecimal digit */
function hexOf(letter = 0): number {
  if (letter >= 48 && letter <= 57) return letter - 48
  const lower = letter | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** What compressed bytes say, to their end or that of the file. Throws `Unreadable` for what is broken, or says too much. */
function inflated(bytes: Buffer, most: number): { objects: Buffer; read: number } {
  if (most <= 0) throw new Unreadable()
  const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH, info: true } as const
  try {
    // The types know of no `info`.
    const { buffer, engine } = inflateSync(bytes, options) as unknown as { buffer: Buffer; engine: Inflate }
    return { objects: buffer, read: engine.bytesWritten }
  } catch {
    throw new Unreadable()
  }
}
