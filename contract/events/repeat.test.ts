import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { holidayOf } from '../danish-holidays.ts'
import { datesOf, MOST_DATES, type RepeatRule, weekdayOf, weekOf } from './repeat.ts'

const weekly: RepeatRule = {
  unit: 'week',
  every: 1,
  weekdays: [2],
  monthly: 'day',
  until: null,
  count: 4,
  skipHolidays: false,
  skipWeeks: [],
  except: [],
}

test('every second week on Tuesday and Thursday until a day', () => {
  const rule = { ...weekly, every: 2, weekdays: [4, 2], count: null, until: '2027-02-04' }
  expect(datesOf(rule, '2027-01-05').days).toEqual([
    '2027-01-05',
    '2027-01-07',
    '2027-01-19',
    '2027-01-21',
    '2027-02-02',
    '2027-02-04',
  ])
})

test.each([
  ['day', '2027-01-31', ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31']],
  ['weekday', '2027-01-29', ['2027-01-29', '2027-04-30', '2027-07-30', '2027-10-29']],
  ['last_weekday', '2027-01-26', ['2027-01-26', '2027-02-23', '2027-03-30', '2027-04-27']],
] as const)('monthly by %s', (monthly, first, days) => {
  expect(datesOf({ ...weekly, unit: 'month', monthly }, first).days).toEqual(days)
})

test('holidays, weeks and exceptions are skipped, and a number of dates counts those that take place', () => {
  const rule = { ...weekly, weekdays: [4], skipHolidays: true, skipWeeks: [7], except: ['2027-03-04'], count: 8 }
  const { days, skipped } = datesOf(rule, '2027-02-04')
  expect(days).toHaveLength(8)
  expect(skipped).toEqual([
    { day: '2027-02-18', why: 'week' },
    { day: '2027-03-04', why: 'exception' },
    { day: '2027-03-25', why: 'maundy_thursday' },
  ])
})

test.each([
  [{ weekdays: [] }, 'weekdays', 'repeat_without_weekday'],
  [{ count: null }, 'until', 'repeat_without_end'],
  [{ count: null, until: '2027-01-05' }, 'until', 'repeat_ends_before_start'],
  [{ count: null, until: '2028-01-08' }, 'until', 'repeat_too_long'],
  [{ count: 10_000 }, 'count', 'repeat_too_many'],
  [{ count: null, until: '2027-12-31', weekdays: [1, 2, 3] }, 'until', 'repeat_too_many'],
  [{ count: 60 }, 'count', 'repeat_too_long'],
  [{ count: null, until: '2027-01-06' }, 'until', 'repeat_only_once'],
] as const)('%j is refused beside its field', (changes, path, fault) => {
  expect(datesOf({ ...weekly, ...changes } as RepeatRule, '2027-01-05').problem).toEqual({ path, fault })
})

test('Easter and what moves with it', () => {
  const easter = { 2026: '2026-04-05', 2027: '2027-03-28', 2030: '2030-04-21', 2038: '2038-04-25', 2049: '2049-04-18' }
  for (const day of Object.values(easter)) expect(holidayOf(day)).toBe('easter')
  expect(holidayOf('2027-05-06')).toBe('ascension')
  expect(holidayOf('2027-05-17')).toBe('whit_monday')
  // Great Prayer Day was abolished.
  expect(holidayOf('2027-04-23')).toBeNull()
})

test.each([
  ['2027-01-03', 53],
  ['2027-01-04', 1],
  ['2026-12-31', 53],
  ['2028-01-01', 52],
])('%s is in week %i', (day, week) => {
  expect(weekOf(day)).toBe(week)
})

const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

test('the dates are those of another implementation of RFC 5545', () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom('week', 'month'),
      fc.integer({ min: 1, max: 3 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
      fc.constantFrom('day', 'weekday', 'last_weekday'),
      fc.integer({ min: 2, max: MOST_DATES }),
      (startsOn, unit, every, more, monthly, count) => {
        // A first day that the rule has itself: another one is a date here, and none there.
        const isLast = Number(startsOn.slice(8)) > 28
        fc.pre(unit === 'week' || monthly !== 'last_weekday' || isLast)
        const weekday = weekdayOf(startsOn)
        const rule = {
          ...weekly,
          unit,
          every,
          monthly,
          weekdays: [...new Set([weekday, ...more])],
          count,
        } as RepeatRule
        const { days, problem } = datesOf(rule, startsOn)
        fc.pre(problem === null)
        const nth = monthly === 'weekday' ? Math.ceil(Number(startsOn.slice(8)) / 7) : -1
        const by =
          unit === 'week'
            ? `BYDAY=${rule.weekdays.map((one) => names[one - 1]).join(',')}`
            : monthly === 'day'
              ? `BYMONTHDAY=${Number(startsOn.slice(8))}`
              : `BYDAY=${nth}${names[weekday - 1]}`
        const start = `DTSTART;TZID=Europe/Copenhagen:${startsOn.replaceAll('-', '')}T180000`
        const freq = `FREQ=${unit === 'week' ? 'WEEKLY' : 'MONTHLY'};INTERVAL=${every};${by};COUNT=${count};WKST=MO`
        const expected = new RRuleTemporal({ rruleString: `${start}\nRRULE:${freq}` })
          .all()
          .map((at) => at.toPlainDate().toString())
        expect(days).toEqual(expected)
      },
    ),
  )
})
