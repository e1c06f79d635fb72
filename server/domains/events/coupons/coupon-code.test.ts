import { expect, test } from 'vitest'
import { keyOfCode, newCouponCode } from './find-coupon.ts'

test('case, dashes and spaces are ignored; anything else is not a code', () => {
  for (const typed of ['summer-10', ' Summer 10 ', 'SUMMER10', 'sum\u2013mer\u00a010'])
    expect(keyOfCode(typed)).toBe('SUMMER10')
  expect(keyOfCode('julegl\u0061\u030aede')).toBe('JULEGLÅEDE')
  for (const typed of ['', ' - ', "x' or 1=1", 'a\0b', '%', 'a_b', '٣', 'é', 'A'.repeat(65)])
    expect(keyOfCode(typed)).toBe('')
})

test('a generated code has at least 40 random bits, in characters that are not confused', () => {
  const codes = Array.from({ length: 5000 }, newCouponCode)
  expect(new Set(codes).size).toBe(5000)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/)
  const signs = new Set(codes.join('').replaceAll('-', ''))
  expect(10 * Math.log2(signs.size)).toBeGreaterThan(40)
  // No place of a code is fixed.
  for (let at = 0; at < 11; at++) if (at !== 5) expect(new Set(codes.map((code) => code[at])).size).toBe(signs.size)
})
