import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { orderTransitions } from './order-state.ts'

test('every status of an order can be reached', () => {
  expect(unreachable(orderTransitions, 'open')).toEqual([])
})

test('paid ends by a refund only', () => {
  expect(orderTransitions.paid).toEqual(['refunded'])
  expect(orderTransitions.refunded).toEqual([])
})
