import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { termTransitions } from './term-state.ts'

test('every status of a term can be reached, and active ends by a refund only', () => {
  expect(unreachable(termTransitions, 'held')).toEqual([])
  expect(termTransitions.active).toEqual(['cancelled'])
})
