import { expect, test } from 'vitest'
import type { OrderState, OrderStatus } from '#contract/orders/orders.ts'
import { isSettling, orderPollInterval, type Outcome, outcomeOf, unpaidPollInterval } from './queries.ts'

const state = (status: OrderStatus, refund?: 'requested' | 'done' | 'failed', confirming = false) =>
  ({ status, confirming, own: { givenBack: refund ? [{ status: refund }] : [] } }) as unknown as OrderState

test.each<[string, OrderState | undefined, number | false]>([
  ['not known yet', undefined, 1500],
  ['being confirmed', state('open', undefined, true), 1500],
  ['declined, refund pending', state('declined', 'requested'), 3000],
  ['expired, refund pending', state('expired', 'requested'), 3000],
  ['declined', state('declined', 'done'), 15_000],
  ['expired and refunded', state('expired', 'done'), false],
  ['expired, refund failed', state('expired', 'failed'), false],
  ['paid', state('paid'), false],
])('an order that is %s', (_, order, pause) => {
  expect(orderPollInterval(order, 0)).toBe(pause)
})

test('polling slows down after a while', () => {
  expect(orderPollInterval(state('declined', 'requested'), 100)).toBe(15_000)
  expect(orderPollInterval(state('open', undefined, true), 100)).toBe(4000)
  expect(unpaidPollInterval([{ confirming: true }], 100)).toBe(10_000)
})

test('the list polls while not empty, and faster while a payment is being confirmed', () => {
  expect(unpaidPollInterval(undefined, 0)).toBe(false)
  expect(unpaidPollInterval([], 0)).toBe(false)
  expect(unpaidPollInterval([{ confirming: false }], 0)).toBe(20_000)
  expect(unpaidPollInterval([{ confirming: false }, { confirming: true }], 0)).toBe(2500)
})

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
