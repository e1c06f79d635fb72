import { createReader, nameOf, Unreadable, type Reader } from './pdf-syntax.ts'

/** Objects that stand in a text one after the other, by number. */
export interface Objects {
  readonly reader: Reader
  /** Where objects of a number begin; it may be given more than once. */
  readonly at: ReadonlyMap<number, readonly number[]>
}

const openAction = /\/OpenAction(?![A-Za-z])/g
const reference = /(\d{1,10})[\0\s]+\d{1,5}[\0\s]+R(?![A-Za-z])/y

/**
 * Whether what a document does when it is opened is to show a place of its own, wherever that is said: at once, or by an
 * object that is named. Throws `Unreadable`.
 */
export function opensHarmlessly(parts: readonly Objects[]): boolean {
  const named = new Set<number>()
  for (const { reader } of parts) {
    const { text } = reader
    for (const { index, 0: name } of text.matchAll(openAction)) {
      const at = reader.skipBlanks(index + name.length)
      if (isPlace(reader, at)) continue
      reference.lastIndex = at
      const number = reference.exec(text)?.[1]
      if (number === undefined) return false
      named.add(Number(number))
    }
  }
  return [...named].every((number) =>
    parts.every(({ reader, at }) => (at.get(number) ?? []).every((place) => isPlace(reader, place))),
  )
}

/** A place, or the action that goes there and does nothing after that. */
function isPlace(reader: Reader, at: number): boolean {
  const { text } = reader
  if (text[at] === '[' || text.startsWith('null', at)) return true
  if (!text.startsWith('<<', at)) return false
  const { entries } = reader.dictionaryAt(at)
  const kinds = entries.filter(({ key }) => key === 'S').map(({ from, to }) => nameOf(text.slice(from, to)))
  return kinds.length === 1 && kinds[0] === '/GoTo' && entries.every(({ key }) => key !== 'Next')
}

/** The objects of a stream of objects, which begins with a list of their numbers and places. Throws `Unreadable`. */
export function objectsOf(text: string, first: number): Objects {
  const list = text.slice(0, first)
  if (/[^\0\s\d]/.test(list)) throw new Unreadable()
  const numbers = (list.match(/\d+/g) ?? []).map(Number)
  const at = new Map<number, number[]>()
  const reader = createReader(text, 3 * text.length + 1000)
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const places = at.get(numbers[i]!) ?? []
    places.push(reader.skipBlanks(first + numbers[i + 1]!))
    at.set(numbers[i]!, places)
  }
  return { reader, at }
}
