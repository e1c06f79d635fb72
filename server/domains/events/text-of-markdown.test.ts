import { expect, test } from 'vitest'
import { firstWords, plainText } from './text-of-markdown.ts'

test.each([
  ['# Practical\n\nBring **warm** _clothes_.', 'Practical\n\nBring warm clothes.'],
  ['- coffee\n- [map](https://club.example)', '– coffee\n– map'],
  ['2. swim\n3. row', '2. swim\n3. row'],
  ['- a\n  - b', '– a\n– b'],
  ['> said\n> twice', 'said\ntwice'],
  ['one\n\n---\n\ntwo', 'one\n\ntwo'],
  ['[x](javascript:alert(1)) ![boat](https://a.example/p.png)', 'x boat'],
  ['<b onclick=alert(1)>x</b> &amp; \\*', '<b onclick=alert(1)>x</b> &amp; *'],
  ['a\u0007b', 'ab'],
])('%j loses its Markdown', (markdown, said) => {
  expect(plainText(markdown)).toBe(said)
})

test.each([
  ['See [the map](https://club.example/map).', 'See the map (https://club.example/map).'],
  ['[**Write** us](mailto:club@mail.example)', 'Write us (club@mail.example)'],
  ['<https://club.example>', 'https://club.example'],
  ['[club.example](https://club.example)', 'club.example'],
  ['[x](javascript:alert(1))', 'x'],
])('the link of %j survives where only text is shown', (markdown, said) => {
  expect(plainText(markdown, { withLinks: true })).toBe(said)
})

test('a preview is one line and cut between words', () => {
  expect(firstWords('# Rowing\n\nAll **season** long', 14)).toBe('Rowing All…')
})

test('a server parses 4,000 characters for a calendar and 1,000 for a preview', () => {
  const long = 'a '.repeat(3000)
  expect(plainText(long)).toBe(long.slice(0, 4000).trim())
  expect(firstWords('word '.repeat(4000), 5000).length).toBeLessThanOrEqual(1000)
})
