import { weekdayOf, type RepeatRule, type SkippedDay } from '#contract/events/repeat.ts'
import { formatDate, formatDayIn, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'

const MONDAY = Date.parse('2024-01-01')

/** `tirsdag` of 2, in the reader's language. */
export const weekdayWords = (weekday: number, style: 'long' | 'short' = 'long'): string =>
  formatDayIn(new Date(MONDAY + (weekday - 1) * 86_400_000).toISOString().slice(0, 10), { weekday: style })

export const monthlyWords = (startsOn: string): Readonly<Record<RepeatRule['monthly'], string>> => {
  const [date, weekday] = [Number(startsOn.slice(8)), weekdayWords(weekdayOf(startsOn))]
  return {
    day: m.repeat_monthly_day({ date }),
    weekday: m.repeat_monthly_weekday({ nth: Math.ceil(date / 7), weekday }),
    last_weekday: m.repeat_monthly_last({ weekday }),
  }
}

/** How an event repeats, as a sentence: `Every 2 weeks: Tuesday and Thursday`. */
export function ruleWords({ unit, every, weekdays, monthly }: RepeatRule, startsOn: string): string {
  if (unit === 'month') {
    const days = monthlyWords(startsOn)[monthly]
    return every === 1 ? m.repeat_sentence_monthly({ days }) : m.repeat_sentence_months({ every, days })
  }
  const days = formatList(weekdays.toSorted((a, b) => a - b).map((one) => weekdayWords(one)))
  return every === 1 ? m.repeat_sentence_weekly({ days }) : m.repeat_sentence_weeks({ every, days })
}

/** A day with its weekday: `tir. 16. mar. 2049`. */
export const dayWords = (day: string): string =>
  formatDayIn(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

export function skippedWords({ day, why }: SkippedDay): string {
  if (why === 'week' || why === 'exception') return formatDate(day)
  const words: Readonly<Record<typeof why, () => string>> = {
    new_year: m.holiday_new_year,
    maundy_thursday: m.holiday_maundy_thursday,
    good_friday: m.holiday_good_friday,
    easter: m.holiday_easter,
    easter_monday: m.holiday_easter_monday,
    ascension: m.holiday_ascension,
    whit_sunday: m.holiday_whit_sunday,
    whit_monday: m.holiday_whit_monday,
    christmas_eve: m.holiday_christmas_eve,
    christmas_day: m.holiday_christmas_day,
    boxing_day: m.holiday_boxing_day,
    new_years_eve: m.holiday_new_years_eve,
  }
  return `${formatDate(day)} (${words[why]()})`
}
