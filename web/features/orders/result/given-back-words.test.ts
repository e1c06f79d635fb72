import { beforeEach, expect, test } from 'vitest'
import type { GivenBack } from '#contract/orders.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { cameTooLate, givenBackWords, letGoBecause } from './given-back-words.ts'

const payment = (change: Partial<GivenBack> = {}): GivenBack => ({
  id: '0199a3c4-0000-7000-8000-000000000001',
  amount: { minor: 70_000, currency: 'DKK' },
  cause: 'differs',
  lineIds: [],
  method: 'void',
  status: 'done',
  doneAt: '2026-03-02T11:05:00Z',
  creditNoteNumber: null,
  ...change,
})

const causes = [
  'differs',
  'paid_otherwise',
  'authorised_twice',
  'places_taken',
  'capture_refused',
  'lapsed',
  'office',
] as const

beforeEach(() => overwriteGetLocale(() => 'en'))

test.each(['da', 'en'] as const)('every cause has words of its own in %s', (locale) => {
  overwriteGetLocale(() => locale)
  expect(new Set(causes.map((cause) => givenBackWords(payment({ cause }), 'Roklub').cause)).size).toBe(causes.length)
})

test.each<[Partial<GivenBack>, RegExp, RegExp, string]>([
  [{}, /DKK.700\.00 was released/, /only reserved .* haven't been charged/, 'teal'],
  [{ method: 'credit' }, /DKK.700\.00 was refunded/, /refunded to your card/, 'teal'],
  [{ status: 'requested', method: null, doneAt: null }, /is being refunded/, /you'll get an e-mail/, 'fjord'],
  [{ status: 'failed', method: null, doneAt: null }, /hasn't been refunded yet/, /Roklub/, 'coral'],
])('%o', (change, title, money, color) => {
  const words = givenBackWords(payment(change), 'Roklub')
  expect(words.title).toMatch(title)
  expect(words.money).toMatch(money)
  expect(words.color).toBe(color)
})

const portals = { gatewayreason: null, reason: 'differs', acquirer: null }

test('a payment that the portal let go of is explained by what became of its money', () => {
  expect(letGoBecause({ decline: portals, givenBack: [payment()] })).toMatch(/didn't match the order/)
})

test.each([
  ['a decline of the gateway', { gatewayreason: '6', reason: 'differs', acquirer: 'Clearhaus' }],
  ['a window that was left', { gatewayreason: null, reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }],
  ['an earlier cause', { gatewayreason: null, reason: 'lapsed', acquirer: null }],
  ['no decline', null],
])('%s is not', (_, decline) => {
  expect(letGoBecause({ decline, givenBack: [payment()] })).toBeNull()
})

test('money came too late where the places were gone', () => {
  expect(cameTooLate([payment(), payment({ cause: 'places_taken' })])).toBe(true)
  expect(cameTooLate([payment()])).toBe(false)
})
