import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { MOST_IN_CALENDAR, plainText } from '../domains/events/text-of-markdown.ts'

/** The slowest texts for the parser. */
const costly = [
  '- a\n',
  '- a\n  - b\n    - c\n',
  '- > - > a\n',
  '1. a\n',
  '\\*',
  '[a](b)',
  '*a',
  '**a *b ',
  '\t- a\n',
  'a\n\n',
]

/** Milliseconds to parse so many characters: the shortest of 25, each of a text of its own, because parsed texts are kept. */
function shortest(part: string, most: number): number {
  const took = Array.from({ length: 25 }, () => {
    const text = `${Math.random()}\n${part.repeat(most)}`
    const begun = performance.now()
    plainText(text, { most })
    return performance.now() - begun
  })
  return Math.min(...took)
}

// Four times the text takes four times as long, on any machine; if it were sixteen times, one text could hold up a server.
test.each(costly)('a text of %j takes no longer than its length', (part) => {
  shortest(part, MOST_IN_CALENDAR)
  expect(shortest(part, MOST_IN_CALENDAR) / shortest(part, MOST_IN_CALENDAR / 4)).toBeLessThan(8)
})
