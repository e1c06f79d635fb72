/** The replacement of a part of a text, and the selection after it. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly selected: readonly [number, number]
}

export type Edit = (text: string, start: number, end: number) => Replacement

/** Puts signs around what is selected, or takes them away. */
export const wrapped =
  (sign: string): Edit =>
  (text, start, end) => {
    const { length } = sign
    // One star inside two is no end of its own.
    const isSingle = (at: number) => length > 1 || text[at - 1] !== '*' || text[at - 2] === '*'
    const isWrapped =
      text.slice(start - length, start) === sign && text.slice(end, end + length) === sign && isSingle(start - length)
    const inner = text.slice(start, end)
    return isWrapped
      ? { from: start - length, to: end + length, text: inner, selected: [start - length, end - length] }
      : { from: start, to: end, text: sign + inner + sign, selected: [start + length, end + length] }
  }

/** Begins each line of what is selected with a sign, or takes it from all of them. */
export const prefixed =
  (sign: string): Edit =>
  (text, start, end) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const found = text.indexOf('\n', end)
    const to = found === -1 ? text.length : found
    const lines = text.slice(from, to).split('\n')
    const has = lines.every((line) => line.startsWith(sign))
    const next = lines.map((line) => (has ? line.slice(sign.length) : line.startsWith(sign) ? line : sign + line))
    const written = next.join('\n')
    return { from, to, text: written, selected: [from + written.length, from + written.length] }
  }

/** Makes a link of what is selected, and selects the address to type. */
export const linked: Edit = (text, start, end) => {
  const name = text.slice(start, end)
  const address = 'https://'
  const at = start + name.length + 3
  return { from: start, to: end, text: `[${name}](${address})`, selected: [at, at + address.length] }
}
