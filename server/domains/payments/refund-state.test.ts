import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { refundTransitions } from './refund-state.ts'

test('every status of a refund can be reached', () => {
  expect(unreachable(refundTransitions, 'requested')).toEqual([])
})

test('what was given back stays so; what failed is asked for again, or seen to be done', () => {
  expect(refundTransitions.done).toEqual([])
  expect(refundTransitions.failed).toEqual(['requested', 'done'])
})
