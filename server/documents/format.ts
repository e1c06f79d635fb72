import { cutText } from '#contract/cut-text.ts'
import { moneyWords } from '#contract/money-words.ts'
import type { Language } from '#contract/values.ts'
import { dateFormat, intlLocales, whenClock } from '#contract/when-words.ts'

export { numberWords as formatNumber, sumWords as formatSum } from '#contract/money-words.ts'
export { dayWords as formatDay } from '#contract/when-words.ts'

const inFull = { day: 'numeric', month: 'long', year: 'numeric' } as const

const format = (moment: string, timeZone: string, locale: Language, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(intlLocales[locale], { ...options, timeZone }).format(new Date(moment))

/** The date of a moment in Europe/Copenhagen: `13 June 2026`. */
export const formatDate = (moment: string, locale: Language): string =>
  format(moment, 'Europe/Copenhagen', locale, inFull)

/** A moment in a time zone: `lør. 13. juni 2026 kl. 9.00`, `Sat 13 June 2026 at 09:00`. */
export const formatMomentIn = (moment: string, timeZone: string, locale: Language): string =>
  format(moment, timeZone, locale, { weekday: 'short', ...inFull, ...whenClock })

/** A range of two `YYYY-MM-DD`, with a common month or year shown once. */
export const formatPeriod = (start: string, end: string, locale: Language): string =>
  dateFormat(intlLocales[locale], { ...inFull, month: 'short', timeZone: 'UTC' })
    .formatRange(new Date(start), new Date(end))
    .replace(/\s*–\s*/u, ' – ')

const lists = { da: new Intl.ListFormat(intlLocales.da), en: new Intl.ListFormat(intlLocales.en) }

/** `anna, bo og carla`, `anna, bo and carla`. */
export const formatList = (names: readonly string[], locale: Language): string => lists[locale].format(names)

/** `1.250,00 kr.` in Danish, `DKK 1,250.00` in English. */
export const formatMoney = (minor: number, currency: string, locale: Language): string =>
  moneyWords({ minor, currency }, locale)

/** A text as a part of a file's name; empty for one without letters and digits. */
export const fileWords = (text: string): string =>
  cutText(text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''), 60)
