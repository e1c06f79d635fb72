import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedMarkdown, MOST_SIGNS, parseMarkdown, type MarkdownNode } from './markdown.ts'

/** The slowest texts for the parser. */
const costly = [
  '- a\n',
  '- a\n  - b\n    - c\n',
  '- > - > a\n',
  '> a\n',
  '1. a\n',
  '> > > > > > > >a\n',
  '\\*',
  '[',
  '[a](b)',
  '![a](',
  '*a',
  '**a *b ',
  '_a_',
  '`a``b',
  '# a\n',
  'a\n\n',
  '- a\n\n  b\n\n',
  '\t- a\n',
  '<a',
  'a  \n',
]

const nodesOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + ('children' in node ? nodesOf(node.children) : 0), 0)

test.each(costly)('the parser sees no more of %j than its characters and signs', (part) => {
  for (const most of [1000, 4000, 20_000]) {
    const text = part.repeat(20_000)
    const { marked, plain } = boundedMarkdown(text, most)
    // A line that opens too many lists gets one more sign.
    expect(marked.replaceAll('\\', '').length + plain.length).toBeLessThanOrEqual(most)
    expect(marked.match(/[*_`[\]<>!#+~-]|\n/g)?.length ?? 0).toBeLessThanOrEqual(MOST_SIGNS)
    expect(nodesOf(parseMarkdown(text, most))).toBeLessThanOrEqual(4 * MOST_SIGNS)
  }
})

test('nothing of a text is lost, however its signs are mixed', () => {
  const mixed = fc.array(fc.constantFrom(...costly, 'word ', '\n'), { maxLength: 1500 }).map((parts) => parts.join(''))
  const property = fc.property(mixed, (text) => {
    const { marked, plain } = boundedMarkdown(text, Infinity)
    expect((marked + plain).replaceAll('\\', '')).toBe(text.replaceAll('\\', ''))
  })
  fc.assert(property, { numRuns: 50 })
})

test('an ordinary long description keeps all its marks', () => {
  const text = '## Day\n\nBring **warm** clothes, see [the map](https://club.example).\n\n- oars\n- boots\n\n'.repeat(
    35,
  )
  expect(boundedMarkdown(text, 20_000).plain).toBe('')
})
