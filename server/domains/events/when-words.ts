import type { Language } from '#contract/values.ts'
import { lastMoment, takesWholeDays } from './event-days.ts'

const words: Record<Language, string> = { da: 'da-DK', en: 'en-GB' }

// Cached by time zone: creating one costs more than a hundred uses.
const made = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: Language, timeZone: string, kind: keyof typeof kinds): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${kind}`
  const found = made.get(key) ?? new Intl.DateTimeFormat(words[locale], { ...kinds[kind], timeZone })
  made.set(key, found)
  return found
}

const kinds = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  hour: { hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** The start and end of something, and its time zone. */
interface When {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
}

/** For the start of a line: a Danish weekday has no capital of its own. */
export const atLineStart = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1)

/** `Saturday 12 December 2026`; several days as `first – last`. */
export function dayWords(when: When, locale: Language): string {
  const day = formatOf(locale, when.timeZone, 'day')
  const [first, last] = [day.format(when.startsAt), day.format(lastMoment(when))]
  return first === last ? first : `${first} – ${last}`
}

/** `10:00 – 14:00`, in Danish `10.00 – 14.00`; empty if it takes whole days. */
export function hourWords(when: When, locale: Language): string {
  if (takesWholeDays(when)) return ''
  const hour = formatOf(locale, when.timeZone, 'hour')
  return `${hour.format(when.startsAt)} – ${hour.format(when.endsAt)}`
}

/** A day with hours behind it, as on the event's page: Danish says `kl.`, with a space at which no line breaks. */
export const withHours = (day: string, hours: string, locale: Language): string =>
  hours === '' ? day : locale === 'da' ? `${day} kl.\u00a0${hours}` : `${day}, ${hours}`

/** Day and start time in one line; over several days also when it ends. */
export function whenWords(when: When, locale: Language): string {
  if (takesWholeDays(when)) return dayWords(when, locale)
  const [day, hour] = [formatOf(locale, when.timeZone, 'day'), formatOf(locale, when.timeZone, 'hour')]
  const at = (moment: Date) => withHours(day.format(moment), hour.format(moment), locale)
  const isOneDay = day.format(when.startsAt) === day.format(lastMoment(when))
  return isOneDay ? at(when.startsAt) : `${at(when.startsAt)} – ${at(when.endsAt)}`
}
