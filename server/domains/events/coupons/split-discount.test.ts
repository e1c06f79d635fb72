import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitDiscount } from './coupon-rules.ts'

/** Up to a million kroner a line. */
const totals = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 20 })
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

test.each([
  ['each line by itself, half an øre up', { percent: 10, amount: null }, [5, 15, 24, 20_000], [1, 2, 2, 2000]],
  ['all of it', { percent: 100, amount: null }, [20_000, 1], [20_000, 1]],
  ['an amount by the sizes of the lines', { percent: null, amount: 10_000 }, [20_000, 5000], [8000, 2000]],
  ['the øre that are left over to where most was cut away', { percent: null, amount: 100 }, [3, 3, 3], [3, 3, 3]],
  ['equal parts: the first before the others', { percent: null, amount: 10 }, [100, 100, 100], [4, 3, 3]],
  ['nothing off nothing', { percent: null, amount: 5000 }, [0, 0], [0, 0]],
  ['no lines', { percent: null, amount: 5000 }, [], []],
])('%s', (_, worth, lines, off) => expect(splitDiscount(worth, lines)).toEqual(off))

test('an amount is split in proportion to the lines, to the last øre, and never exceeds a line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), totals, (amount, lines) => {
      const off = splitDiscount({ percent: null, amount }, lines)
      const sum = sumOf(lines)
      const all = Math.min(amount, sum)
      expect(sumOf(off)).toBe(all)
      off.forEach((one, at) => {
        expect(Number.isInteger(one) && one >= 0 && one <= lines[at]!).toBe(true)
        const exact = (BigInt(all) * BigInt(lines[at]!)) / BigInt(sum || 1)
        expect(BigInt(one) - exact === 0n || BigInt(one) - exact === 1n).toBe(true)
      })
    }),
  )
})

test('a percentage is rounded to the nearest øre of each line and never goes below zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), totals, (percent, lines) => {
      splitDiscount({ percent, amount: null }, lines).forEach((one, at) => {
        const exact = lines[at]! * percent
        expect(one >= 0 && one <= lines[at]!).toBe(true)
        expect(one * 100 - exact).toBeLessThanOrEqual(50)
        expect(one * 100 - exact).toBeGreaterThan(-50)
      })
    }),
  )
})
