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

const isOneDay = (when: When, locale: Language): boolean => {
  const day = formatOf(locale, when.timeZone, 'day')
  return day.format(when.startsAt) === day.format(lastMoment(when))
}

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
const withHours = (day: string, hours: string, locale: Language): string =>
  hours === '' ? day : locale === 'da' ? `${day} kl.\u00a0${hours}` : `${day}, ${hours}`

/** As a ticket writes it: the day above its hours; over several days when it begins above when it ends. */
export function whenLines(when: When, locale: Language): string[] {
  if (takesWholeDays(when) || isOneDay(when, locale))
    return [dayWords(when, locale), hourWords(when, locale)].filter(Boolean)
  return [`${momentWords(when, when.startsAt, locale)} –`, momentWords(when, when.endsAt, locale)]
}

/** Day, start and end in one line; over several days each time has its day. */
export const spanWords = (when: When, locale: Language): string =>
  isOneDay(when, locale) ? withHours(dayWords(when, locale), hourWords(when, locale), locale) : whenWords(when, locale)

/** Day and start time in one line; over several days also when it ends. */
export const whenWords = (when: When, locale: Language): string =>
  takesWholeDays(when)
    ? dayWords(when, locale)
    : isOneDay(when, locale)
      ? momentWords(when, when.startsAt, locale)
      : whenLines(when, locale).join(' ')

const momentWords = ({ timeZone }: When, moment: Date, locale: Language): string =>
  withHours(formatOf(locale, timeZone, 'day').format(moment), formatOf(locale, timeZone, 'hour').format(moment), locale)
