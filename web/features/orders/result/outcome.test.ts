import { expect, test } from 'vitest'
import type { OrderStatus } from '#contract/orders.ts'
import { isSettling, outcomeOf, type Outcome } from './outcome.ts'

test.each<[OrderStatus, boolean, Outcome, boolean]>([
  ['open', false, 'unpaid', true],
  ['open', true, 'settling', true],
  ['declined', false, 'declined', false],
  ['declined', true, 'settling', true],
  ['expired', false, 'ended', false],
  ['expired', true, 'settling', true],
  ['cancelled', false, 'ended', false],
  ['paid', false, 'paid', false],
  ['paid', true, 'paid', false],
  ['refunded', true, 'refunded', false],
])('%s, confirming %s: %s', (status, confirming, outcome, settling) => {
  expect(outcomeOf({ status, confirming, own: null })).toBe(outcome)
  expect(isSettling({ status, confirming, own: null })).toBe(settling)
})
