import { expect, test } from 'vitest'
import { authorizationFault } from './authorization-fault.ts'

const attempt = { amount: 70_000, currency: 'DKK', orderNumber: 'ROKLU-M-00000000001', testMode: false }
const authorization = {
  authorizationIdentifier: 'a',
  paymentIdentifier: 'p',
  orderNumber: attempt.orderNumber,
  amount: 70_000,
  currency: 'DKK',
  captured: 0,
  test: false,
  merchant: '1000001',
  acquirer: 1,
}

test('an authorisation passes when amount, currency, order and mode are those of the attempt', () => {
  expect(authorizationFault(attempt, authorization)).toBeNull()
  expect(authorizationFault({ ...attempt, testMode: true }, { ...authorization, test: true })).toBeNull()
})

test.each([
  [{ amount: 69_999 }, 'amount'],
  [{ currency: 'SEK' }, 'currency'],
  [{ orderNumber: 'ROKLU-M-00000000002' }, 'order_number'],
  [{ test: true }, 'test_mode'],
])('%o does not', (difference, fault) => {
  expect(authorizationFault(attempt, { ...authorization, ...difference })).toBe(fault)
})

test('a live authorisation does not pay a test order', () => {
  expect(authorizationFault({ ...attempt, testMode: true }, authorization)).toBe('test_mode')
})
