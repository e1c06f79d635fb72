import { moneyWords } from '#contract/money-words.ts'
import type { Language } from '#contract/values.ts'

export { numberWords as formatNumber, sumWords as formatSum } from '#contract/money-words.ts'

const words: Record<Language, string> = { da: 'da-DK', en: 'en-GB' }

// Created once: that takes longer than a hundred uses.
const inLanguages = (options: Intl.DateTimeFormatOptions) => ({
  da: new Intl.DateTimeFormat(words.da, options),
  en: new Intl.DateTimeFormat(words.en, options),
})
const inFull = { day: 'numeric', month: 'long', year: 'numeric' } as const
const long = inLanguages({ timeZone: 'Europe/Copenhagen', ...inFull })
const days = inLanguages({ timeZone: 'UTC', ...inFull })
const short = inLanguages({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** The date of a moment in Europe/Copenhagen: `13 June 2026`. */
export const formatDate = (moment: string, locale: Language): string => long[locale].format(new Date(moment))

/** A moment in a time zone: `lør. 13. juni 2026 kl. 9.00`, `Sat 13 June 2026 at 09:00`. */
export const formatMomentIn = (moment: string, timeZone: string, locale: Language): string =>
  clockOf(timeZone, locale).format(new Date(moment))

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string, locale: Language): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const known = clocks.get(key)
  if (known) return known
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  const clock = new Intl.DateTimeFormat(words[locale], { ...day, hour: '2-digit', minute: '2-digit', timeZone })
  clocks.set(key, clock)
  return clock
}

/** A `YYYY-MM-DD`: `13 June 2026`. */
export const formatDay = (day: string, locale: Language): string => days[locale].format(new Date(`${day}T00:00:00Z`))

/** A range of two `YYYY-MM-DD`, with a common month or year shown once. */
export const formatPeriod = (start: string, end: string, locale: Language): string =>
  short[locale].formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)).replace(/\s*–\s*/u, ' – ')

const lists = { da: new Intl.ListFormat(words.da), en: new Intl.ListFormat(words.en) }

/** `anna, bo og carla`, `anna, bo and carla`. */
export const formatList = (names: readonly string[], locale: Language): string => lists[locale].format(names)

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export const formatMoney = (minor: number, currency: string, locale: Language): string =>
  moneyWords({ minor, currency }, locale)
