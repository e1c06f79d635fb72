import { expect, test } from 'vitest'
import { unreachable } from '#server/testing/status-table.ts'
import { paymentTransitions } from './payment-state.ts'

test('every status of a payment can be reached; captured and voided are final', () => {
  expect(unreachable(paymentTransitions, 'created')).toEqual([])
  expect(paymentTransitions.captured).toEqual([])
  expect(paymentTransitions.voided).toEqual([])
})

test('only an authorisation can be captured', () => {
  const before = Object.entries(paymentTransitions).filter(([, next]) => next.includes('captured'))
  expect(before.map(([status]) => status)).toEqual(['authorised', 'capturing'])
})
