import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, cutWithEllipsis } from './cut-text.ts'

const charactersOf = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)

const emoji = fc.constantFrom('👩‍👩‍👧', '🇩🇰', '🚣🏽‍♀️', '👍', 'e\u0301', 'ß', 'a', ' ')
const written = fc.array(emoji, { maxLength: 60 }).map((parts) => parts.join(''))

test('a text is cut between what a reader sees as characters, and loses no more than one of them', () => {
  const property = fc.property(written, fc.integer({ min: 0, max: 80 }), (text, most) => {
    const cut = cutText(text, most)
    expect(cut.length).toBeLessThanOrEqual(most)
    const [kept, all] = [charactersOf(cut), charactersOf(text)]
    expect(kept).toEqual(all.slice(0, kept.length))
    const next = all[kept.length]
    if (next !== undefined) expect(cut.length + next.length).toBeGreaterThan(most)
  })
  fc.assert(property, { numRuns: 300 })
})

test('a character without end is cut all the same, never between the halves of a pair', () => {
  const zalgo = `a${'\u0301'.repeat(500)}`
  expect(cutText(zalgo, 100)).toBe(zalgo.slice(0, 100))
  const joined = Array.from({ length: 200 }, () => '👩').join('\u200d')
  for (let most = 90; most < 110; most++) expect(cutText(joined, most).isWellFormed()).toBe(true)
})

test('an ellipsis counts', () => {
  expect(cutWithEllipsis('rowing 🇩🇰', 8)).toBe('rowing…')
  expect(cutWithEllipsis('rowing', 6)).toBe('rowing')
})
