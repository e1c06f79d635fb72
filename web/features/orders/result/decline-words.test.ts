import { expect, test } from 'vitest'
import { declineWords } from './decline-words.ts'
import { overwriteGetLocale } from '#words/runtime.js'

const codes = Array.from({ length: 23 }, (_, code) => String(code))

test.each(['da', 'en'] as const)('every code of the gateway has its own words in %s', (locale) => {
  overwriteGetLocale(() => locale)
  const reasons = codes.map((gatewayreason) => declineWords({ gatewayreason }).reason)
  expect(new Set(reasons).size).toBe(codes.length)
})

test.each<[string | null | undefined, RegExp, RegExp]>([
  ['6', /bank.*declined/i, /bank/i],
  ['7', /enough money/i, /another card/i],
  ['11', /expired/i, /another card/i],
  ['012', /security code/i, /check/i],
  ['99', /didn't say why/i, /try again/i],
  ['bank says no', /didn't say why/i, /try again/i],
  ['constructor', /didn't say why/i, /try again/i],
  [null, /left|closed/i, /when you're ready/i],
  [undefined, /left|closed/i, /when you're ready/i],
  ['', /left|closed/i, /when you're ready/i],
])('%s', (gatewayreason, reason, remedy) => {
  overwriteGetLocale(() => 'en')
  expect(declineWords({ gatewayreason }).reason).toMatch(reason)
  expect(declineWords({ gatewayreason }).remedy).toMatch(remedy)
})

test('a window that was left is told from a payment that the portal let go of', () => {
  overwriteGetLocale(() => 'en')
  expect(
    declineWords({ gatewayreason: null, reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }).reason,
  ).toMatch(/left/)
  expect(declineWords({ gatewayreason: null, reason: 'the amount differs', acquirer: null }).reason).toMatch(
    /didn't match/,
  )
})

test.each([
  [{ gatewayreason: '6', acquirer: 'Clearhaus' }, 'Clearhaus, code 6.'],
  [{ gatewayreason: '4', acquirer: '0' }, 'Nets, code 4.'],
  [{ gatewayreason: '7' }, 'Code 7.'],
  [
    { gatewayreason: '99', reason: 'Do not honour', acquirer: 'Clearhaus' },
    'The card provider says: “Do not honour”. Clearhaus, code 99.',
  ],
  [{ gatewayreason: '6', reason: 'Issuer declined', acquirer: 'Clearhaus' }, 'Clearhaus, code 6.'],
  [{ reason: 'Cancelled by cardholder', acquirer: 'Clearhaus' }, ''],
  [{ reason: 'the amount differs' }, ''],
])('who answered %j', (facts, details) => {
  overwriteGetLocale(() => 'en')
  expect(declineWords(facts).details).toBe(details)
})
