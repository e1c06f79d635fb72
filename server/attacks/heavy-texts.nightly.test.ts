import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { plainText } from '../domains/events/text-of-markdown.ts'

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

test.each(costly)('a text of 20,000 characters of %j holds the loop for at most 50 ms', (part) => {
  const took = Array.from({ length: 20 }, (_, at) => {
    const text = `${at}\n${part.repeat(20_000)}`
    const begun = performance.eventLoopUtilization()
    plainText(text)
    return performance.eventLoopUtilization(begun).active
  }).toSorted((one, other) => one - other)
  process.stdout.write(`${JSON.stringify(part)}: ${took[10]!.toFixed(1)} ms\n`)
  expect(took[10]).toBeLessThan(50)
})
