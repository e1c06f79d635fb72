import { cutText } from '#contract/cut-text.ts'
import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import { eventDays, takesWholeDays, wallClock } from './event-days.ts'
import { plainText } from './text-of-markdown.ts'

export const calendarType = 'text/calendar; charset=utf-8'

/** A calendar entry: an event, or a ticket to one. */
export interface CalendarEntry {
  /** The permanent id of the entry, so that importing it again updates it: the id of the event. */
  readonly id: string
  readonly event: {
    readonly title: string
    /** Markdown. */
    readonly description: string
    readonly place: string
    readonly address: string
    readonly startsAt: Date
    readonly endsAt: Date
    readonly timeZone: string
  }
  /** Rises with each change: calendars ignore an older one. */
  readonly sequence: number
  readonly changedAt: Date
  /** Lines above the description, such as the ticket's holder and number. */
  readonly notes?: readonly string[]
  /** The page of the event or ticket, such as `/ROKLUB/events/…`. */
  readonly path: string
  readonly cancelled?: boolean
  /** Nobody is registered, so that it makes nobody busy. */
  readonly free?: boolean
}

interface Calendar {
  readonly language: Language
  readonly publicUrl: string
  /** The file name without extension; any text. */
  readonly name: string
  /** For a subscription: how often programs should read it. */
  readonly refreshHours?: number
}

/**
 * An iCalendar file. Times are local to the event, with the rules of its time zone; an event from midnight to midnight is an all-day
 * entry.
 */
export function calendarFile(
  { language, publicUrl, name, refreshHours }: Calendar,
  entries: readonly CalendarEntry[],
): Download {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    prodId: { company: host, product: 'Portal', language: language.toUpperCase() },
    name: plain(name),
    // Without a name: the library would write its own stamps in that zone, too, which must be in UTC.
    timezone: { name: null, generator: rulesOf },
    ...(refreshHours && { ttl: refreshHours * 3600 }),
  })
  for (const { id, event, sequence, changedAt, notes = [], path, cancelled = false, free = false } of entries) {
    const url = publicUrl + path
    const place = [event.place, event.address].map(plain).filter(Boolean)
    calendar.createEvent({
      id: `${id}@${host}`,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      ...spanOf(event),
      summary: plain(event.title),
      description: [...notes.map(plain), plainText(event.description), url].filter(Boolean).join('\n\n'),
      location: place.length > 0 ? [...new Set(place)].join(', ') : null,
      url,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: cancelled || free ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return {
    contentType: calendarType,
    fileName: `${fileNameOf(name)}.ics`,
    bytes: Buffer.from(calendar.toString()),
  }
}

/** All-day dates if the event takes whole days in its time zone, else times. */
function spanOf(event: CalendarEntry['event']) {
  const { startsAt, endsAt, timeZone } = event
  if (takesWholeDays(event)) {
    const { first, last } = eventDays(event)
    // The end date is exclusive.
    return { start: new Date(first), end: new Date(Date.parse(last) + 86_400_000), allDay: true }
  }
  // A local time in the hour that comes twice means its first one: such an event is written in UTC.
  if (rulesOf(timeZone) === null || [startsAt, endsAt].some((moment) => isSecond(moment, timeZone)))
    return { start: startsAt, end: endsAt }
  const local = (moment: Date) => new TZDate(moment, timeZone)
  return { start: local(startsAt), end: local(endsAt), timezone: timeZone }
}

const rules = new Map<string, string | null>()

/** A time zone's rules as VTIMEZONE, read from a file once; null for an unknown one. */
function rulesOf(timeZone: string): string | null {
  const known = rules.get(timeZone)
  if (known !== undefined) return known
  const read = getVtimezoneComponent(timeZone)
  rules.set(timeZone, read)
  return read
}

/** Whether the clock has shown this time an hour ago. */
function isSecond(moment: Date, timeZone: string): boolean {
  const [now, before] = [moment, new Date(moment.getTime() - 3_600_000)].map((one) => wallClock(one, timeZone))
  return now!.day === before!.day && now!.time === before!.time
}

const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const fileNameOf = (name: string) => cutText(plain(name).replace(/[\\/:*?"<>|]+/g, '-'), 80).trim() || 'calendar'
