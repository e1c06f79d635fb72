import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceMembership } from '#contract/memberships/price.ts'
import { presentParts } from './membership-price.ts'

test.each([
  { price: 70_000, vatRate: 0, surcharge: 0, vat: 0, total: 70_000 },
  { price: 70_000, vatRate: 25, surcharge: 1_500, vat: 17_500, total: 89_000 },
  { price: 99, vatRate: 25, surcharge: 0, vat: 25, total: 124 },
  { price: 1, vatRate: 25, surcharge: 0, vat: 0, total: 1 },
  { price: 2, vatRate: 25, surcharge: 0, vat: 1, total: 3 },
  { price: 10_000, vatRate: 0.25, surcharge: 0, vat: 0, total: 10_000 },
  { price: 10_000, vatRate: 1, surcharge: 0, vat: 100, total: 10_100 },
  { price: 10_000, vatRate: 25, surcharge: -12_500, vat: 2_500, total: 0 },
  { price: 9_007_199_254_740, vatRate: 12.5, surcharge: 0, vat: 1_125_899_906_843, total: 10_133_099_161_583 },
])('$price øre at $vatRate % and $surcharge øre surcharge cost $total øre', ({ vat, total, ...price }) => {
  expect(priceMembership(price)).toMatchObject({ vat, total })
})

describe('for any price, rate and surcharge', () => {
  /** A percentage as somebody types it, with at most three decimals. */
  const rate = fc.tuple(fc.nat(100), fc.nat(999)).map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`)
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000_000 })
  const surcharge = fc.integer({ min: -10_000_000, max: 10_000_000 })

  /** The whole number nearest to a fraction, the greater of two that are as near: by the remainder, below nought as above. */
  function nearest(dividend: bigint, divisor: bigint): bigint {
    const remainder = ((dividend % divisor) + divisor) % divisor
    const below = (dividend - remainder) / divisor
    return remainder + remainder >= divisor ? below + 1n : below
  }

  test('VAT is the exact fraction, half an øre rounded up', () => {
    fc.assert(
      fc.property(amount, rate, surcharge, (price, typed, more) => {
        const [whole, part] = typed.split('.') as [string, string]
        const due = whole === '0' ? 0n : nearest(BigInt(price) * BigInt(whole + part), 100_000n)
        expect(BigInt(priceMembership({ price, vatRate: Number(typed), surcharge: more }).vat)).toBe(due)
      }),
      { numRuns: 2_000 },
    )
  })

  test('no øre is lost or invented: the parts add up to the total', () => {
    fc.assert(
      fc.property(amount, rate, surcharge, (price, typed, more) => {
        const asked = { price, vatRate: Number(typed), surcharge: more }
        const priced = priceMembership(asked)
        expect(priced).toMatchObject(asked)
        expect(BigInt(priced.price) + BigInt(priced.vat) + BigInt(priced.surcharge)).toBe(BigInt(priced.total))
        if (asked.vatRate < 1) expect(priced.total).toBe(price + more)
      }),
    )
  })

  test('a greater price or rate never has less VAT, and the surcharge never changes it', () => {
    const positive = fc.nat(1_000_000_000)
    fc.assert(
      fc.property(positive, positive, rate, rate, surcharge, (price, more, one, other, extra) => {
        const [low, high] = [Number(one), Number(other)].toSorted((a, b) => a - b) as [number, number]
        const vat = (of: number, vatRate: number, added = 0) =>
          priceMembership({ price: of, vatRate, surcharge: added }).vat
        expect(vat(price + more, low)).toBeGreaterThanOrEqual(vat(price, low))
        expect(vat(price, high)).toBeGreaterThanOrEqual(vat(price, low))
        expect(vat(price, low, extra)).toBe(vat(price, low))
      }),
    )
  })

  test('kroner on the wire convert back to the same øre', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (minor) => {
        const wire = JSON.stringify({ kroner: minor / 100 })
        expect(wire).toMatch(/:-?\d+(\.\d{1,2})?\}$/)
        const { kroner } = JSON.parse(wire) as { kroner: number }
        expect(Math.round(kroner * 100) + 0).toBe(minor + 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('the wire shows each part in minor units with its currency', () => {
  expect(presentParts(priceMembership({ price: 100, vatRate: 25, surcharge: 5 }), 'DKK')).toEqual({
    price: { minor: 100, currency: 'DKK' },
    vatRate: 25,
    vat: { minor: 25, currency: 'DKK' },
    surcharge: { minor: 5, currency: 'DKK' },
    total: { minor: 130, currency: 'DKK' },
  })
})
