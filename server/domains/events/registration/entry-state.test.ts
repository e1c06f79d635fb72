import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { entryTransitions } from './entry-state.ts'

test('every status of an entry can be reached; a paid one only ends by giving the money back', () => {
  expect(unreachable(entryTransitions, 'held')).toEqual([])
  expect(entryTransitions.paid).toEqual(['cancelled'])
})
