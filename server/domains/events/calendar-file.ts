import { cutText } from '#contract/cut-text.ts'
import { TZDate } from '@date-fns/tz'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import { wallClock } from '#server/database/local-time.ts'
import { eventDays, takesWholeDays } from './event-days.ts'
import { plainText } from './text-of-markdown.ts'
import { rulesOf } from './time-zone-rules.ts'

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
  const zones = Map.groupBy(entries, ({ event }) => event.timeZone)
  const rules = new Map([...zones].map(([zone, those]) => [zone, rulesOf(zone, yearsOf(those))]))
  const calendar = ical({
    prodId: { company: host, product: 'Portal', language: language.toUpperCase() },
    name: plain(name),
    // Without a name: the library would write its own stamps in that zone, too, which must be in UTC.
    timezone: { name: null, generator: (zone) => rules.get(zone) ?? null },
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
      ...spanOf(event, rules.get(event.timeZone) !== null),
      summary: plain(event.title),
      description: [...notes.map(plain), plainText(event.description, { withLinks: true }), url]
        .filter(Boolean)
        .join('\n\n'),
      location: place.length > 0 ? [...new Set(place)].join(', ') : null,
      url,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: cancelled || free ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return {
    contentType: calendarType,
    fileName: calendarFileName(name),
    bytes: Buffer.from(calendar.toString()),
  }
}

const yearsOf = (entries: readonly CalendarEntry[]): Set<number> =>
  new Set(entries.flatMap(({ event: { startsAt, endsAt } }) => [startsAt.getUTCFullYear(), endsAt.getUTCFullYear()]))

/** All-day dates if the event takes whole days in its time zone, else times: local ones where the calendar has the zone's rules. */
function spanOf(event: CalendarEntry['event'], hasRules: boolean) {
  const { startsAt, endsAt, timeZone } = event
  if (takesWholeDays(event)) {
    const { first, last } = eventDays(event)
    // The end date is exclusive.
    return { start: new Date(first), end: new Date(Date.parse(last) + 86_400_000), allDay: true }
  }
  // Programs differ in which of the two a local time in the hour that comes twice is: such an event is written in UTC.
  if (!hasRules || [startsAt, endsAt].some((moment) => isTwice(moment, timeZone)))
    return { start: startsAt, end: endsAt }
  const local = (moment: Date) => new TZDate(moment, timeZone)
  return { start: local(startsAt), end: local(endsAt), timezone: timeZone }
}

/** Whether clocks show this time twice, by turning back an hour or half of one. */
function isTwice(moment: Date, timeZone: string): boolean {
  const { day, time } = wallClock(moment, timeZone)
  return [-60, -30, 30, 60].some((minutes) => {
    const other = wallClock(new Date(moment.getTime() + minutes * 60_000), timeZone)
    return other.day === day && other.time === time
  })
}

const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export const calendarFileName = (name: string) =>
  `${cutText(plain(name).replace(/[\\/:*?"<>|]+/g, '-'), 80).trim() || 'calendar'}.ics`
