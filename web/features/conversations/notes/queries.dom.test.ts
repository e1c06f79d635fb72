import { expect, test } from 'vitest'
import type { Note } from '#contract/conversations/notes.ts'
import { firstWords, inOrder } from './queries.ts'

const note = (id: string, createdAt: string, done = false): Note => ({
  id,
  text: id,
  done,
  createdAt,
  updatedAt: createdAt,
  version: 1,
})

test('open notes come first, then the newest, then the latest id', () => {
  const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']
  const notes = [note('a', late, true), note('b', early), note('c', late), note('d', early)]
  expect(notes.toSorted(inOrder).map(({ id }) => id)).toEqual(['c', 'd', 'b', 'a'])
})

test.each([
  ['a note of one line', 'Buy an oar', 'Buy an oar'],
  ['one of several', 'Buy an oar\nand a rope', 'Buy an oar'],
  ['a long one', 'word '.repeat(30), `${'word '.repeat(12).trimEnd()}…`],
])('%s is named by its beginning', (_, text, expected) => {
  expect(firstWords(text)).toBe(expected)
})
