import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#server/database/clock.ts'
import { type HeldTerm, mainTerm, termsOnDay } from './main-term.ts'

const day = fc.integer({ min: 0, max: 80 }).map((weeks) => addDays('2026-01-01', weeks * 12))
const term: fc.Arbitrary<HeldTerm> = fc
  .record({
    startDate: day,
    days: fc.integer({ min: 0, max: 400 }),
    status: fc.constantFrom('held', 'active', 'released', 'cancelled'),
    isTrial: fc.boolean(),
    combinable: fc.boolean(),
  })
  .map(({ days, ...one }) => ({ ...one, endDate: addDays(one.startDate, days) }))
const holding = fc.record({ terms: fc.array(term, { maxLength: 5 }), on: day, grace: fc.constantFrom(0, 14, 31) })

const isWhole = ({ isTrial, combinable }: HeldTerm) => !isTrial && !combinable
const runs = ({ status, startDate, endDate }: HeldTerm, on: string) =>
  status === 'active' && startDate <= on && endDate >= on

test('a membership is named by one term, whatever order its terms are read in', () => {
  fc.assert(
    fc.property(holding, ({ terms, on, grace }) => {
      const main = mainTerm(terms, on, grace)
      const turned = mainTerm(terms.toReversed(), on, grace)
      expect([turned?.status, turned?.until, turned?.term.endDate]).toEqual([
        main?.status,
        main?.until,
        main?.term.endDate,
      ])
      expect(main === null).toBe(!terms.some(({ status }) => status === 'active' || status === 'cancelled'))
    }),
  )
})

test('its status and its last day are those of this term alone', () => {
  fc.assert(
    fc.property(holding, ({ terms, on, grace }) => {
      const main = mainTerm(terms, on, grace)
      if (main) expect(mainTerm([main.term], on, grace)).toEqual(main)
    }),
  )
})

test('a current membership comes before trials and extras, and what is over comes last', () => {
  fc.assert(
    fc.property(holding, ({ terms, on, grace }) => {
      const main = mainTerm(terms, on, grace)
      const whole = terms.filter((one) => isWhole(one) && runs(one, on))
      if (whole.length > 0) {
        expect(main?.term).toSatisfy(isWhole)
        expect(main?.term.endDate).toBe(
          whole
            .map(({ endDate }) => endDate)
            .toSorted()
            .at(-1),
        )
      }
      const isLeft = terms.some(({ status, endDate }) => status === 'active' && endDate >= on)
      if (isLeft) expect(['active', 'grace', 'inactive']).toContain(main?.status)
    }),
  )
})

test('terms beside it come after it, once', () => {
  fc.assert(
    fc.property(holding, ({ terms, on, grace }) => {
      const shown = termsOnDay(terms, on, grace)
      expect(shown[0]).toBe(mainTerm(terms, on, grace)?.term)
      expect(new Set(shown).size).toBe(shown.length)
      expect(new Set(shown)).toEqual(new Set([...shown.slice(0, 1), ...terms.filter((one) => runs(one, on))]))
    }),
  )
})

const whole = (startDate: string, endDate: string, change: Partial<HeldTerm> = {}): HeldTerm => ({
  status: 'active',
  startDate,
  endDate,
  isTrial: false,
  combinable: false,
  ...change,
})

test.each([
  ['a trial that begins and ends later', whole('2026-06-01', '2027-03-31', { isTrial: true })],
  ['a trial bought first', whole('2025-11-01', '2026-12-31', { isTrial: true })],
  ['an optional extra', whole('2026-06-01', '2027-03-31', { combinable: true })],
  ['the season paid ahead', whole('2027-01-01', '2027-12-31')],
  ['the season before', whole('2025-01-01', '2025-12-31')],
])('a full member is shown as one, also with %s', (_, other) => {
  const full = whole('2026-01-01', '2026-12-31')
  for (const terms of [
    [full, other],
    [other, full],
  ])
    expect(mainTerm(terms, '2026-09-01', 31)).toEqual({ term: full, status: 'active', until: '2026-12-31' })
})
