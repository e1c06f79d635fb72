/** Thrown where a text does not read alike to everybody, or takes too long to read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** An entry of a dictionary: its name, and where in the text its value stands. */
export interface Entry {
  readonly key: string
  readonly from: number
  readonly to: number
}

export interface Reader {
  readonly text: string
  /** @returns where something follows that is neither blank nor a remark */
  skipBlanks(at: number): number
  /** The dictionary that begins here, and where it ends. */
  dictionaryAt(at: number): { entries: Entry[]; end: number }
}

const BLANK = 1
const DELIMITER = 2
/** What a letter is to the syntax; 0: part of a name, number or word. */
const kinds = new Uint8Array(256)
for (const letter of '\0\t\n\f\r ') kinds[letter.charCodeAt(0)] = BLANK
for (const letter of '()<>[]{}/%') kinds[letter.charCodeAt(0)] = DELIMITER

/** Values within each other. */
const DEEPEST = 100

const reference = /[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y

/** @param left letters that may be read, some of them more than once, before it is too much */
export function createReader(text: string, left: number): Reader {
  function spend(letters: number): void {
    left -= letters
    if (left < 0) throw new Unreadable()
  }

  /** @returns the first place from here where this is true, or the end of the text */
  function skipWhile(at: number, is: (code: number) => boolean): number {
    let end = at
    while (end < text.length && is(text.charCodeAt(end))) end++
    spend(end - at)
    return end
  }
  const isBlank = (code: number) => kinds[code] === BLANK
  const isRegular = (code: number) => kinds[code] === 0
  const isLine = (code: number) => code !== 10 && code !== 13

  function skipBlanks(at: number): number {
    for (let end = at; ;) {
      end = skipWhile(end, isBlank)
      if (text[end] !== '%') return end
      end = skipWhile(end, isLine)
    }
  }

  function skipText(at: number): number {
    let depth = 0
    for (let end = at; end < text.length; end++) {
      spend(1)
      const letter = text[end]
      if (letter === '\\') end++
      else if (letter === '(') depth++
      else if (letter === ')' && --depth === 0) return end + 1
    }
    throw new Unreadable()
  }

  function skipArray(at: number, depth: number): number {
    for (let end = skipBlanks(at + 1); ; end = skipBlanks(end)) {
      if (text[end] === ']') return end + 1
      end = skipValue(end, depth)
    }
  }

  function skipValue(at: number, depth: number): number {
    spend(1)
    const letter = text[at]
    if (depth > DEEPEST || letter === undefined) throw new Unreadable()
    if (letter === '/') return skipWhile(at + 1, isRegular)
    if (letter === '(') return skipText(at)
    if (letter === '[') return skipArray(at, depth + 1)
    if (letter === '<' && text[at + 1] === '<') return dictionaryAt(at, depth + 1).end
    if (letter === '<') return skipWhile(at, (code) => code !== 62) + 1
    const end = skipWhile(at, isRegular)
    if (end === at) throw new Unreadable()
    reference.lastIndex = end
    return /^\d+$/.test(text.slice(at, Math.min(end, at + 20))) && reference.test(text) ? reference.lastIndex : end
  }

  function dictionaryAt(at: number, depth = 0): { entries: Entry[]; end: number } {
    const entries: Entry[] = []
    for (let end = skipBlanks(at + 2); ; end = skipBlanks(end)) {
      if (text.startsWith('>>', end)) return { entries, end: end + 2 }
      if (text[end] !== '/') throw new Unreadable()
      const name = skipWhile(end + 1, isRegular)
      const from = skipBlanks(name)
      const key = nameOf(text.slice(end + 1, name))
      end = skipValue(from, depth)
      entries.push({ key, from, to: end })
    }
  }

  return { text, skipBlanks, dictionaryAt: (at) => dictionaryAt(at) }
}

/** Names may spell their letters as numbers: `J#61vaScript`. */
export const nameOf = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
