import { expect, test } from 'vitest'
import { amountWords, refundedSum } from './payment-words.ts'

const kroner = (minor: number) => ({ minor, currency: 'DKK' })
const byHand = { method: 'mobilepay', amount: kroner(12_500), paidBack: false } as const

test.each([
  ['DKK 250.00', { total: kroner(25_000), byHand: null }],
  ['DKK 125.00, MobilePay', { total: kroner(0), byHand }],
  ['Free', { total: kroner(0), byHand: null }],
  ['Free', { total: kroner(0), byHand: { ...byHand, method: 'free' as const, amount: kroner(0) } }],
])('what an order came to: %s', (words, order) => {
  expect(amountWords(order).replace('\u00a0', ' ')).toBe(words)
})

test('refunds by hand are shown as refunds', () => {
  expect(refundedSum({ lines: [], byHand })).toBe(0)
  expect(refundedSum({ lines: [], byHand: { ...byHand, paidBack: true } })).toBe(12_500)
})
