import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#words/runtime.js'
import { blankCoupon, errorsOf } from './coupon-values.ts'

overwriteGetLocale(() => 'en')

const typed = { ...blankCoupon, code: 'SPRING', nameDa: 'Forår', percent: '10' }

test('a limit that is read as it is typed keeps the sentence of its rule', () => {
  expect(errorsOf(typed, null)).toEqual({})
  expect(errorsOf({ ...typed, totalLimit: '5', perMemberLimit: '6' }, null)).toEqual({
    perMemberLimit: "A buyer can't use the code more often than everyone together.",
  })
})

test('a batch has no limits, and its other problems stay', () => {
  const batch = { ...typed, kind: 'batch' as const, code: '', count: '1,5', totalLimit: 'x', perMemberLimit: '6' }
  expect(Object.keys(errorsOf(batch, null))).toEqual(['count'])
})
