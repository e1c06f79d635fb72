import { expect, test } from 'vitest'
import { hasWords } from './search-words.ts'
import { Phone } from './values.ts'
import { phoneAddress, phoneWords } from './phone-words.ts'

test.each([
  ['+4520112233', '+45 20 11 22 33'],
  ['+45 2011 2233', '+45 20 11 22 33'],
  ['004520112233', '+45 20 11 22 33'],
  ['20112233', '20 11 22 33'],
  ['20 11 22 33', '20 11 22 33'],
  ['+46701234567', '+46701234567'],
  ['+4712345678', '+4712345678'],
  ['', ''],
])('%s is shown as %s, on one line', (phone, words) => {
  expect(phoneWords(phone).replaceAll('\u00a0', ' ')).toBe(words)
  expect(phoneWords(phone)).not.toContain(' ')
})

test('a phone number is dialled without its spaces and punctuation', () => {
  expect(phoneAddress('+45 20 12 34 56')).toBe('tel:+4520123456')
  expect(phoneAddress(' (0045) 20-12-34-56')).toBe('tel:004520123456')
})

test.each(['20112233', '+4520112233', '004520112233'])('%s is found as it is read from a telephone', (stored) => {
  for (const typed of ['+45 20 11 22 33', '+4520112233', '0045 2011 2233', '+45 20-11-22-33', '20 11 22 33'])
    expect(hasWords(`Anna Holm\n${stored}`, typed)).toBe(true)
  expect(hasWords(`Anna Holm\n${stored}`, '+45 20 11 22 34')).toBe(false)
})

test('a number keeps its digits with the dashes of any page', () => {
  expect(Phone.parse('+45 20\u201111\u201322\u221233')).toBe('+4520112233')
})
