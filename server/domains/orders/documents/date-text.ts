import type { Language } from '#contract/values.ts'

const words = { da: 'da-DK', en: 'en-GB' }

// Made once: making one costs more than a hundred uses.
const inLanguages = (options: Intl.DateTimeFormatOptions) => ({
  da: new Intl.DateTimeFormat(words.da, options),
  en: new Intl.DateTimeFormat(words.en, options),
})
const long = inLanguages({ timeZone: 'Europe/Copenhagen', day: 'numeric', month: 'long', year: 'numeric' })
const short = inLanguages({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** The day of a moment in Europe/Copenhagen, in words. */
export const formatDate = (moment: string, locale: Language): string => long[locale].format(new Date(moment))

/** A calendar day, short. */
export const formatDay = (day: string, locale: Language): string => short[locale].format(new Date(`${day}T00:00:00Z`))

/** Two calendar days, short; what both share is said once. */
export const formatPeriod = (start: string, end: string, locale: Language): string =>
  short[locale].formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)).replace(/\s*–\s*/u, ' – ')
