import { expect, test } from 'vitest'
import { phoneWords } from './words.ts'

test.each([
  ['+4520112233', '+45 20 11 22 33'],
  ['+46701234567', '+46701234567'],
  ['20 11 22 33', '20 11 22 33'],
  ['', ''],
])('%s is shown as %s', (phone, words) => {
  expect(phoneWords(phone).replaceAll('\u00a0', ' ')).toBe(words)
})
