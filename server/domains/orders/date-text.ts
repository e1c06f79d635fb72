import type { Language } from '#contract/values.ts'

const words = { da: 'da-DK', en: 'en-GB' }

/** The day of a moment in Europe/Copenhagen, in words. */
export const formatDate = (moment: string, locale: Language): string =>
  new Intl.DateTimeFormat(words[locale], {
    timeZone: 'Europe/Copenhagen',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(moment))

/** A calendar day, short. */
export const formatDay = (day: string, locale: Language): string =>
  new Intl.DateTimeFormat(words[locale], { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  )
