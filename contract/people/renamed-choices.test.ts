import { expect, test } from 'vitest'
import { renamedChoices } from './renamed-choices.ts'

test.each([
  [['Nord', 'Syd'], ['Nord', 'Sydøst'], [['Syd', 'Sydøst']]],
  [['Nord', 'Syd'], ['Nord', 'Sydøst', 'Vest'], []],
  [['Nord', 'Syd'], ['Øst', 'Nord', 'Syd'], []],
  [['A', 'Nord', 'B'], ['A1', 'Nord', 'B1', 'C'], [['A', 'A1']]],
  [
    ['A', 'B'],
    ['A1', 'B1'],
    [
      ['A', 'A1'],
      ['B', 'B1'],
    ],
  ],
  [['Nord', 'Syd'], ['Syd', 'Nord'], []],
  [['Nord', 'Syd', 'Vest'], ['Vest', 'Syd', 'Øst'], []],
  [['Nord', 'Syd'], ['Nord'], []],
  [['A', 'B'], ['B', 'C'], []],
])('%j changed to %j renames %j', (before, after, renamed) => {
  expect(renamedChoices(before, after)).toEqual(renamed)
})
