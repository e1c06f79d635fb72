import { expect, test } from 'vitest'
import { sourcesOf, type Transitions } from './change-status.ts'

const table: Transitions<'a' | 'b' | 'c'> = { a: ['b', 'c'], b: ['c'], c: [] }

test('the sources of a status are all statuses that lead to it', () => {
  expect(sourcesOf(table, 'c')).toEqual(['a', 'b'])
  expect(sourcesOf(table, 'a')).toEqual([])
})
