// Made when it is first used, because making one takes a phone 30 ms and few texts are cut.
let graphemes: Intl.Segmenter | undefined

/** Code units of a character. A longer one is no writing, and is cut in its middle. */
const LONGEST_GRAPHEME = 64

/** The start of a text, at most so many code units, cut between what a reader sees as characters. The one place that shortens a text. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const over = graphemes.segment(text.slice(0, most + LONGEST_GRAPHEME)).containing(most)
  if (over && most - over.index < LONGEST_GRAPHEME) return text.slice(0, over.index)
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

/** Cuts a text, with an ellipsis where something is left out. */
export const cutWithEllipsis = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
