import { expect, test } from 'vitest'
import { declineWords } from './decline-words.ts'
import { overwriteGetLocale } from '#words/runtime.js'

const codes = Array.from({ length: 23 }, (_, code) => String(code))

test.each(['da', 'en'] as const)('every code of the gateway has its own words in %s', (locale) => {
  overwriteGetLocale(() => locale)
  const reasons = codes.map((code) => declineWords(code).reason)
  expect(new Set(reasons).size).toBe(codes.length)
})

test.each<[string | null | undefined, RegExp, RegExp]>([
  ['6', /bank.*declined/i, /bank/i],
  ['7', /not enough money/i, /another card/i],
  ['11', /expired/i, /another card/i],
  ['012', /security code/i, /check/i],
  ['99', /did not say why/i, /try again/i],
  ['bank says no', /did not say why/i, /try again/i],
  ['constructor', /did not say why/i, /try again/i],
  [null, /left|closed/i, /try again/i],
  [undefined, /left|closed/i, /try again/i],
  ['', /left|closed/i, /try again/i],
])('%s', (code, reason, remedy) => {
  overwriteGetLocale(() => 'en')
  expect(declineWords(code).reason).toMatch(reason)
  expect(declineWords(code).remedy).toMatch(remedy)
})
