import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { refundTransitions } from './refund-state.ts'

test('every status of a refund can be reached', () => {
  expect(unreachable(refundTransitions, 'waiting')).toEqual([])
})

test('a finished refund is final; a failed one can be retried or confirmed', () => {
  expect(refundTransitions.done).toEqual([])
  expect(refundTransitions.failed).toEqual(['requested', 'done'])
})
