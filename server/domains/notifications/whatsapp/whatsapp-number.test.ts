import { expect, test } from 'vitest'
import { whatsappNumber } from './whatsapp.ts'

test.each([
  ['+4520112233', 'Denmark', '4520112233'],
  ['004520112233', 'Sweden', '4520112233'],
  ['20112233', 'Denmark', '4520112233'],
  ['0701234567', 'Sweden', '46701234567'],
  ['20112233', 'Germany', null],
  ['', 'Denmark', null],
  ['+0', 'Denmark', null],
])('%s in %s is %s', (phone, country, expected) => {
  expect(whatsappNumber({ phone, country })).toBe(expected)
})
