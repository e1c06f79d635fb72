import { expect, test } from 'vitest'
import { formatPeriod } from '#web/ui/words/format.ts'
import { closedInBasket, closedWords } from './price-words.ts'

type Offer = Parameters<typeof closedWords>[0]

const offer = (change: Partial<Offer> = {}): Offer => ({
  id: 'adult',
  sale: 'on_sale',
  offerStartDate: '2026-11-01',
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  closedFor: [],
  ...change,
})
const days = { membershipConfId: 'adult', startDate: '2027-01-01', endDate: '2027-12-31' }
const because = (words: string) => ({ held: false, unpaid: false, words })

test('what is on sale is open, and what is not says since or until when', () => {
  expect(closedWords(offer(), 'anna')).toBeNull()
  expect(closedWords(offer({ sale: 'not_yet' }), 'anna')).toEqual(because('On sale from 1 Nov 2026'))
  expect(closedWords(offer({ sale: 'ended' }), 'anna')).toEqual(because('Was on sale until 31 Dec 2027'))
})

test('it is closed to whom the server says, and to nobody else', () => {
  const held = offer({ closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(held, 'anna')).toEqual({ held: true, unpaid: false, words: 'Already held' })
  expect(closedWords(held, 'alma')).toBeNull()
})

test('another membership of these days is named by its days, and so is an order', () => {
  const other = { memberId: 'anna', membershipConfId: 'half', startDate: '2027-04-01', endDate: '2028-03-31' }
  const period = formatPeriod(other.startDate, other.endDate)
  const words = (reason: 'held' | 'reserved') => closedWords(offer({ closedFor: [{ ...other, reason }] }), 'anna')
  expect(words('held')).toEqual(because(`Already a member ${period}`))
  expect(words('reserved')).toEqual(because(`Held by another order ${period}`))
})

test('what is held is said before that it is over', () => {
  const over = offer({ sale: 'ended', closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(over, 'anna')?.held).toBe(true)
})

test('what waits in an unpaid order is not offered again; another choice may take its place', () => {
  const unpaid = { memberId: 'anna', reason: 'unpaid' as const, ...days }
  const same = offer({ closedFor: [unpaid] })
  const words = `Waits for your payment: ${formatPeriod(days.startDate, days.endDate)}`
  expect(closedWords(same, 'anna')).toEqual({ held: false, unpaid: true, words })
  expect(closedInBasket(same, 'anna')).toEqual({ held: false, unpaid: true, words })
  const other = offer({ id: 'passive', closedFor: [unpaid] })
  expect(closedWords(other, 'anna')?.unpaid).toBe(true)
  expect(closedInBasket(other, 'anna')).toBeNull()
})
