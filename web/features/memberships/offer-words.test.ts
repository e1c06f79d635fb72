import { beforeEach, expect, test } from 'vitest'
import { formatPeriod } from '#web/ui/words/format.ts'
import { overwriteGetLocale } from '#words/runtime.js'
import { asksBirthDate, closedOffers, closedWords, daysLeftWords, priceSentence } from './offer-words.ts'

beforeEach(() => overwriteGetLocale(() => 'en'))

type Offer = Parameters<typeof closedWords>[0]

const offer = (change: Partial<Offer> = {}): Offer => ({
  id: 'adult',
  sale: 'on_sale',
  offerStartDate: '2026-11-01',
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  minAge: null,
  maxAge: null,
  closedFor: [],
  ...change,
})
const days = { membershipConfId: 'adult', startDate: '2027-01-01', endDate: '2027-12-31' }
const because = (words: string) => ({ held: false, unpaid: false, words })

test('a price says what is added to it, and nothing where nothing is', () => {
  const money = (minor: number) => ({ minor, currency: 'DKK' })
  const parts = { price: money(65_000), vatRate: 0, vat: money(0), surcharge: money(0), total: money(65_000) }
  expect(priceSentence(parts)).toBe('')
  const added = (more: object) => priceSentence({ ...parts, ...more }).replaceAll('\u00A0', ' ')
  expect(added({ surcharge: money(5000) })).toBe('DKK 650.00 + DKK 50.00 surcharge')
  expect(added({ vatRate: 25, vat: money(16_250) })).toBe('DKK 650.00 + DKK 162.50 VAT (25%)')
})

test('offers on sale are open; others say when their sale starts or ended', () => {
  expect(closedWords(offer(), 'anna')).toBeNull()
  expect(closedWords(offer({ sale: 'not_yet' }), 'anna')).toEqual(because('On sale from 1 Nov 2026'))
  expect(closedWords(offer({ sale: 'ended' }), 'anna')).toEqual(because('Was on sale until 31 Dec 2027'))
})

test('an offer is closed only for the members the server names', () => {
  const held = offer({ closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(held, 'anna')).toEqual({ held: true, unpaid: false, words: 'Already bought' })
  expect(closedWords(held, 'alma')).toBeNull()
})

test('another membership in the period is described by its dates, and so is an order', () => {
  const other = { memberId: 'anna', membershipConfId: 'half', startDate: '2027-04-01', endDate: '2028-03-31' }
  const period = formatPeriod(other.startDate, other.endDate)
  const words = (reason: 'held' | 'reserved') => closedWords(offer({ closedFor: [{ ...other, reason }] }), 'anna')
  expect(words('held')).toEqual(because(`Already a member ${period}`))
  expect(words('reserved')).toEqual(because(`Reserved in another order, ${period}`))
})

test('held wins over sale ended', () => {
  const over = offer({ sale: 'ended', closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(over, 'anna')?.held).toBe(true)
})

test('a membership in an unpaid order is not offered again; another one may replace it', () => {
  const unpaid = { memberId: 'anna', reason: 'unpaid' as const, ...days }
  const same = offer({ closedFor: [unpaid] })
  const words = `Reserved in your order: ${formatPeriod(days.startDate, days.endDate)}`
  expect(closedWords(same, 'anna')).toEqual({ held: false, unpaid: true, words })
  expect(closedOffers(same, 'anna')).toEqual({ held: false, unpaid: true, words })
  const other = offer({ id: 'passive', closedFor: [unpaid] })
  expect(closedWords(other, 'anna')?.unpaid).toBe(true)
  expect(closedOffers(other, 'anna')).toBeNull()
})

test('a wrong age closes the offer; an unknown one needs a birth date', () => {
  const closed = (reason: 'too_young' | 'too_old' | 'birth_date_missing', ages: Partial<Offer>) =>
    offer({ ...ages, closedFor: [{ memberId: 'anna', reason, ...days }] })
  expect(closedWords(closed('too_old', { maxAge: 17 }), 'anna')).toMatchObject({ held: false, words: 'up to age 17' })
  expect(closedWords(closed('too_young', { minAge: 18 }), 'anna')).toMatchObject({ held: false, words: 'from age 18' })
  const unknown = closed('birth_date_missing', { maxAge: 17 })
  expect(closedWords(unknown, 'anna')).toBeNull()
  expect([asksBirthDate(unknown, 'anna'), asksBirthDate(unknown, 'alma')]).toEqual([true, false])
})

test.each([
  ['2026-11-01', '60 days left'],
  ['2026-12-30', '1 day left'],
  ['2026-10-31', null],
  ['2025-12-31', null],
])('on %s a term shows %s', (day, words) => {
  expect(daysLeftWords({ startDate: '2026-01-01', endDate: '2026-12-31' }, day)).toBe(words)
})
