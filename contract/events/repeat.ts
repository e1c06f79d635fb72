import * as z from 'zod/mini'
import { holidayOf, type Holiday } from '../danish-holidays.ts'
import { integer, LocalDate } from '../values.ts'

/** The most dates of a series of events, and how far ahead they may lie. */
export const MOST_DATES = 104
export const MOST_DAYS_AHEAD = 366

/** ISO weekdays: 1 is Monday. */
const Weekday = integer(1, 7)

/**
 * How an event repeats, by its first day. Weekly on some weekdays; monthly on the day of the month or on the same weekday of the month. It ends
 * on a day or after a number of dates. A month without the day, such as the 31st, is skipped.
 */
export const RepeatRule = z.object({
  unit: z.enum(['week', 'month']),
  /** Every so many weeks or months. */
  every: integer(1, 12),
  weekdays: z.array(Weekday).check(z.maxLength(7)),
  monthly: z.enum(['day', 'weekday', 'last_weekday']),
  until: z.nullable(LocalDate),
  count: z.nullable(integer(1, 100_000)),
  skipHolidays: z.boolean(),
  /** ISO weeks without dates, such as school holidays. */
  skipWeeks: z.array(integer(1, 53)).check(z.maxLength(53)),
  /** Days without a date. */
  except: z.array(LocalDate).check(z.maxLength(200)),
})
export type RepeatRule = z.infer<typeof RepeatRule>

export interface SkippedDay {
  readonly day: string
  readonly why: Holiday | 'week' | 'exception'
}

/** Faults of a rule. */
export type RepeatFault =
  | 'repeat_without_weekday'
  | 'repeat_without_end'
  | 'repeat_ends_before_start'
  | 'repeat_too_long'
  | 'repeat_too_many'
  | 'repeat_only_once'

interface Dates {
  /** The first day among them, in order. */
  readonly days: readonly string[]
  readonly skipped: readonly SkippedDay[]
  readonly problem: { readonly path: keyof RepeatRule; readonly fault: RepeatFault } | null
}

/** The local days of a series that begins on a day, and those that its rule skips. Without days where the rule is wrong. */
export function datesOf(rule: RepeatRule, startsOn: string): Dates {
  const wrong = (path: keyof RepeatRule, fault: RepeatFault): Dates => ({
    days: [],
    skipped: [],
    problem: { path, fault },
  })
  const last = plusDays(startsOn, MOST_DAYS_AHEAD)
  if (rule.unit === 'week' && rule.weekdays.length === 0) return wrong('weekdays', 'repeat_without_weekday')
  if (rule.until === null && rule.count === null) return wrong('until', 'repeat_without_end')
  if (rule.until !== null && rule.until <= startsOn) return wrong('until', 'repeat_ends_before_start')
  if (rule.until !== null && rule.until > last) return wrong('until', 'repeat_too_long')
  if (rule.count !== null && rule.count > MOST_DATES) return wrong('count', 'repeat_too_many')
  const days = [startsOn]
  const skipped: SkippedDay[] = []
  for (const day of rule.unit === 'week' ? weekly(rule, startsOn) : monthly(rule, startsOn)) {
    if (day > (rule.until ?? last) || days.length >= (rule.count ?? Infinity)) break
    const why = whySkipped(rule, day)
    if (why) skipped.push({ day, why })
    else days.push(day)
    if (days.length > MOST_DATES) return wrong('until', 'repeat_too_many')
  }
  if (rule.count !== null && days.length < rule.count) return wrong('count', 'repeat_too_long')
  if (days.length < 2) return wrong('until', 'repeat_only_once')
  return { days, skipped, problem: null }
}

function whySkipped({ skipHolidays, skipWeeks, except }: RepeatRule, day: string): SkippedDay['why'] | null {
  if (except.includes(day)) return 'exception'
  if (skipWeeks.includes(weekOf(day))) return 'week'
  return skipHolidays ? holidayOf(day) : null
}

/** Days after the first one, without end. */
function* weekly({ every, weekdays }: RepeatRule, startsOn: string): Generator<string> {
  const monday = plusDays(startsOn, 1 - weekdayOf(startsOn))
  const inOrder = [...new Set(weekdays)].toSorted((a, b) => a - b)
  for (let week = 0; ; week += every)
    for (const weekday of inOrder) {
      const day = plusDays(monday, week * 7 + weekday - 1)
      if (day > startsOn) yield day
    }
}

/** Days after the first one, for ten years: a rule such as 29 February in every twelfth month has few. */
function* monthly({ every, monthly: by }: RepeatRule, startsOn: string): Generator<string> {
  const [year, month, date] = startsOn.split('-').map(Number) as [number, number, number]
  for (let months = every; months <= 120; months += every) {
    const first = new Date(Date.UTC(year, month - 1 + months, 1))
    const day =
      by === 'day' ? date : dateOfWeekday(first, weekdayOf(startsOn), by === 'weekday' ? Math.ceil(date / 7) : null)
    const at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), day))
    if (at.getUTCMonth() === first.getUTCMonth()) yield at.toISOString().slice(0, 10)
  }
}

/** The date of the n-th weekday of a month, or of its last one; it may lie in the next month. */
function dateOfWeekday(first: Date, weekday: number, nth: number | null): number {
  const earliest = 1 + ((weekday - isoWeekday(first) + 7) % 7)
  if (nth !== null) return earliest + (nth - 1) * 7
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return earliest + Math.floor((length - earliest) / 7) * 7
}

const isoWeekday = (moment: Date) => moment.getUTCDay() || 7

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => isoWeekday(new Date(day))

/** The ISO week of a day. */
export function weekOf(day: string): number {
  const thursday = new Date(plusDays(day, 4 - weekdayOf(day)))
  return Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7)
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
