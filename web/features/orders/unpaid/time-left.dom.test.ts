import { expect, test } from 'vitest'
import { timeLeftWords } from './unpaid-words.ts'
import { overwriteGetLocale } from '#words/runtime.js'

overwriteGetLocale(() => 'en')

const minute = 60_000

test.each<[number, string]>([
  [14_580 * minute, '10 days left'],
  [48 * 60 * minute, '2 days left'],
  [48 * 60 * minute - 1, '47 hours left'],
  [120 * minute, '2 hours left'],
  [120 * minute - 1, '119 minutes left'],
  [30 * minute, '30 minutes left'],
  [30 * minute - 1, '29 minutes left'],
  [5 * minute, '5 minutes left'],
  [5 * minute - 1, '4:59 left'],
  [61_000, '1:01 left'],
  [9_999, '0:09 left'],
  [999, 'the time is up'],
  [0, 'the time is up'],
  [-minute, 'the time is up'],
])('%i ms: %s', (milliseconds, words) => {
  expect(timeLeftWords(milliseconds)).toBe(words)
})
