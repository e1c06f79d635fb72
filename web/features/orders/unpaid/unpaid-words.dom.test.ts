import { beforeEach, expect, test } from 'vitest'
import type { OrderState, OrderStatus } from '#contract/orders/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { endingOf, endingWords, phaseOf, unpaidWords, type Ending, type UnpaidPhase } from './unpaid-words.ts'

const minute = 60_000
const reservedUntil = '2026-03-02T11:05:00Z'
const paid = { minor: 90_000, currency: 'DKK' }

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each<[boolean, number | null, UnpaidPhase]>([
  [false, 12 * minute, 'held'],
  [false, 1, 'held'],
  [false, 0, 'time_up'],
  [false, null, 'time_up'],
  [true, null, 'confirming'],
  [true, 12 * minute, 'confirming'],
])('confirming %s, %s ms left: %s', (confirming, left, phase) => {
  expect(phaseOf({ confirming }, left)).toBe(phase)
})

test('an unpaid order shows how long it is reserved, in both languages', () => {
  const order = { confirming: false, reservedUntil, total: paid }
  expect(unpaidWords(order, 12 * minute).title).toBe('You have an unpaid order, 12 minutes left')
  expect(unpaidWords(order, 12 * minute).text).toMatch(/until\s12:05/)
  expect(unpaidWords(order, 299_000).title).toBe('You have an unpaid order, 4:59 left')
  overwriteGetLocale(() => 'da')
  expect(unpaidWords(order, 12 * minute).title).toBe('Du har en ubetalt ordre, 12 minutter tilbage')
  expect(unpaidWords(order, 12 * minute).text).toMatch(/kl\.\s12\.05/)
})

test('an order that is held for days names the last one, and counts days', () => {
  const order = { confirming: false, reservedUntil: '2026-03-12T23:00:00Z', total: paid }
  const tenDays = 10 * 24 * 60 * minute
  expect(unpaidWords(order, tenDays).title).toBe('You have an unpaid order, 10 days left')
  expect(unpaidWords(order, tenDays).text).toMatch(/^Your order is reserved until 12 March 2026 at\s23:59\.$/)
  overwriteGetLocale(() => 'da')
  expect(unpaidWords(order, tenDays).text).toMatch(/^Din ordre er reserveret indtil 12\. marts 2026 kl\.\s23\.59\.$/)
})

test('after the reservation the text says that paying may still work', () => {
  const { title, text } = unpaidWords({ confirming: false, reservedUntil, total: paid }, 0)
  expect(title).toMatch(/Time has run out/)
  expect(text).toMatch(/still available/)
})

test('an order that costs nothing is accepted, not paid', () => {
  const order = { confirming: false, reservedUntil, total: { ...paid, minor: 0 } }
  expect(unpaidWords(order, 12 * minute).title).toBe('You have an order to accept, 12 minutes left')
  const words = [unpaidWords(order, 12 * minute), unpaidWords(order, 0)]
  words.push(endingWords('paid', { paid: '', isFree: true, cancelledHere: false, refunded: false }))
  expect(JSON.stringify(words)).not.toMatch(/pa(y|id)/i)
})

test('a payment being confirmed has a text, and another one when it takes long', () => {
  const order = { confirming: true, reservedUntil: null, total: paid }
  expect(unpaidWords(order, null).text).toMatch(/Don't pay again/)
  expect(unpaidWords(order, null, true).text).toMatch(/longer than usual/)
})

const state = (status: OrderStatus, confirming: boolean, pay: boolean) =>
  ({ status, confirming, own: { can: { pay, cancel: pay } } }) as OrderState

test.each<[OrderStatus, boolean, boolean, Ending]>([
  ['paid', false, false, 'paid'],
  ['refunded', false, false, 'refunded'],
  ['expired', false, false, 'expired'],
  ['expired', true, false, 'unsure'],
  ['cancelled', false, false, 'cancelled'],
  ['open', false, true, 'unsure'],
  ['open', false, false, 'expired'],
  ['declined', false, false, 'expired'],
  ['open', true, false, 'unsure'],
])('an order no longer listed, %s, confirming %s, payable %s: %s', (status, confirming, pay, ending) => {
  expect(endingOf(state(status, confirming, pay))).toBe(ending)
})

test('cancelling an order reads differently from finding it cancelled', () => {
  const facts = { paid: '', isFree: false, refunded: false }
  expect(endingWords('cancelled', { ...facts, cancelledHere: true }).title).toBe('You cancelled the order')
  expect(endingWords('cancelled', { ...facts, cancelledHere: false }).text).toMatch(/another purchase/)
})

test.each<Ending>(['expired', 'cancelled'])(
  'after a late payment the text does not say that nothing was charged: %s',
  (ending) => {
    const texts = (refunded: boolean) =>
      endingWords(ending, { paid: '', isFree: false, cancelledHere: true, refunded }).text
    expect(texts(false)).toMatch(/haven't been charged/)
    expect(texts(true)).not.toMatch(/haven't been charged/)
  },
)
