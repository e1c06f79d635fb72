import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presentParts, priceMembership } from './membership-price.ts'

test.each([
  { price: 70_000, vatRate: 0, surcharge: 0, vat: 0, total: 70_000 },
  { price: 70_000, vatRate: 25, surcharge: 1_500, vat: 17_500, total: 89_000 },
  { price: 99, vatRate: 25, surcharge: 0, vat: 25, total: 124 },
  { price: 1, vatRate: 25, surcharge: 0, vat: 0, total: 1 },
  { price: 2, vatRate: 25, surcharge: 0, vat: 1, total: 3 },
  { price: 10_000, vatRate: 0.25, surcharge: 0, vat: 0, total: 10_000 },
  { price: 10_000, vatRate: 1, surcharge: 0, vat: 100, total: 10_100 },
  { price: 9_007_199_254_740, vatRate: 12.5, surcharge: 0, vat: 1_125_899_906_843, total: 10_133_099_161_583 },
])('$price øre at $vatRate % and $surcharge øre surcharge cost $total øre', ({ vat, total, ...price }) => {
  expect(priceMembership(price)).toMatchObject({ vat, total })
})

test('the parts add up to the total and VAT is within half an øre of exact', () => {
  const amounts = { price: fc.nat(10_000_000), rate: fc.nat(100_000), surcharge: fc.nat(100_000) }
  fc.assert(
    fc.property(fc.record(amounts), ({ price, rate, surcharge }) => {
      const vatRate = rate / 1000
      const priced = priceMembership({ price, vatRate, surcharge })
      expect(priced.total).toBe(priced.price + priced.vat + priced.surcharge)
      expect(Number.isInteger(priced.vat)).toBe(true)
      const thousandths = vatRate < 1 ? 0 : Math.round(vatRate * 1000)
      expect(Math.abs(priced.vat * 100_000 - price * thousandths)).toBeLessThanOrEqual(50_000)
    }),
  )
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
