import { beforeEach, expect, test } from 'vitest'
import type { RenewalPlan } from '#contract/memberships.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { cardWords, planWords } from './plan-words.ts'

const card = { id: 'card', label: '4100 00XX XXXX 0000', expires: '2039-12' }

const plan = (change: Partial<RenewalPlan> = {}): RenewalPlan => ({
  payerId: 'bo',
  payerName: 'Bo Holm',
  card,
  chargeDate: '2026-12-17',
  amount: { minor: 70_000, currency: 'DKK' },
  state: 'waiting',
  tries: 0,
  nextTry: null,
  orderToken: null,
  can: { switchOff: true },
  ...change,
})

const end = '2026-12-31'

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each<[string, Partial<RenewalPlan>, RegExp, RegExp, string]>([
  [
    'with the reader’s card',
    {},
    /17 December 2026/,
    /charge DKK.700\.00 to your card 4100 00XX XXXX 0000 \(expires 12\/39\)/,
    'teal',
  ],
  ['with a price to come', { amount: null }, /17 December 2026/, /once the club has set the price/, 'teal'],
  ['without a day', { chargeDate: null }, /when the season ends/, /DKK.700\.00/, 'teal'],
  ['paid by another', { card: null }, /17 December 2026/, /^Bo Holm pays DKK.700\.00\.$/, 'teal'],
  ['paid by another, with a price to come', { card: null, amount: null }, /17 December/, /^Bo Holm pays\.$/, 'teal'],
  [
    'with a card that ends before',
    { card: { ...card, expires: '2026-11' } },
    /17 December/,
    /expires before that \(11\/26\)/,
    'coral',
  ],
  [
    'with a card that ends in that month',
    { card: { ...card, expires: '2026-12' } },
    /17 December/,
    /charge DKK/,
    'teal',
  ],
  ['announced', { state: 'announced' }, /17 December/, /We've let you know/, 'fjord'],
  [
    'failing',
    { state: 'failing', tries: 1, nextTry: '2026-12-22' },
    /0000 was declined \(1 of 3/,
    /again on 22 December 2026. Pay with another card/,
    'coral',
  ],
  ['failing for the last time', { state: 'failing', tries: 3 }, /3 of 3/, /^Pay with another card/, 'coral'],
  [
    'failing at another',
    { state: 'failing', card: null, nextTry: '2026-12-22' },
    /by Bo Holm failed/,
    /again on 22 December/,
    'coral',
  ],
  ['given up', { state: 'given_up', tries: 3 }, /failed after 3 attempts/, /ends on 31 December 2026 unless/, 'coral'],
  ['paid', { state: 'paid' }, /Next season is renewed/, /paid/, 'teal'],
])('%s', (_, change, sentence, more, color) => {
  const words = planWords(plan(change), end)
  expect(words.sentence).toMatch(sentence)
  expect(words.more).toMatch(more)
  expect(words.color).toBe(color)
})

test('nobody else learns the card', () => {
  for (const state of ['waiting', 'announced', 'failing', 'given_up', 'paid'] as const) {
    const { sentence, more } = planWords(plan({ state, card: null }), end)
    expect(sentence + more).not.toContain('0000')
  }
})

test('a card is named as it stands on it, in Danish too', () => {
  overwriteGetLocale(() => 'da')
  expect(cardWords(card)).toBe('4100 00XX XXXX 0000 (udløber 12/39)')
  expect(planWords(plan(), end).sentence).toBe('Fornyes automatisk den 17. december 2026')
})
