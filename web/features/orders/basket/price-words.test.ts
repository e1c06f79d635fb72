import { expect, test } from 'vitest'
import { formatPeriod } from '#web/ui/words/format.ts'
import { closedWords } from './price-words.ts'

type Offer = Parameters<typeof closedWords>[0]

const offer = (change: Partial<Offer> = {}): Offer => ({
  sale: 'on_sale',
  offerStartDate: '2026-11-01',
  startDate: '2027-01-01',
  endDate: '2027-12-31',
  closedFor: [],
  ...change,
})
const days = { startDate: '2027-01-01', endDate: '2027-12-31' }

test('what is on sale is open, and what is not says since or until when', () => {
  expect(closedWords(offer(), 'anna')).toBeNull()
  expect(closedWords(offer({ sale: 'not_yet' }), 'anna')).toEqual({ held: false, words: 'On sale from 1 Nov 2026' })
  expect(closedWords(offer({ sale: 'ended' }), 'anna')).toEqual({ held: false, words: 'Was on sale until 31 Dec 2027' })
})

test('it is closed to whom the server says, and to nobody else', () => {
  const held = offer({ closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(held, 'anna')).toEqual({ held: true, words: 'Already held' })
  expect(closedWords(held, 'alma')).toBeNull()
})

test('another membership of these days is named by its days, and so is an order', () => {
  const other = { memberId: 'anna', startDate: '2027-04-01', endDate: '2028-03-31' }
  const period = formatPeriod(other.startDate, other.endDate)
  const words = (reason: 'held' | 'reserved') => closedWords(offer({ closedFor: [{ ...other, reason }] }), 'anna')
  expect(words('held')).toEqual({ held: false, words: `Already a member ${period}` })
  expect(words('reserved')).toEqual({ held: false, words: `Held by another order ${period}` })
})

test('what is held is said before that it is over', () => {
  const over = offer({ sale: 'ended', closedFor: [{ memberId: 'anna', reason: 'held', ...days }] })
  expect(closedWords(over, 'anna')?.held).toBe(true)
})
