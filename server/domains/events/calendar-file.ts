import ical, { ICalEventStatus } from 'ical-generator'
import type { Download } from '#contract/endpoint.ts'
import type { Language } from '#contract/values.ts'
import { eventDays, takesWholeDays } from './event-days.ts'
import { plainText } from './text-of-markdown.ts'

/** A calendar entry: an event, or a ticket to one. */
export interface CalendarEntry {
  /** The permanent id of the entry, so that importing it again updates it: the id of the event or ticket. */
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
  /** Lines above the description, such as the ticket's holder and number. */
  readonly notes?: readonly string[]
  /** The page of the event or ticket, such as `/ROKLUB/events/…`. */
  readonly path: string
  readonly cancelled?: boolean
}

interface Calendar {
  readonly language: Language
  readonly publicUrl: string
  /** The file name without extension; any text. */
  readonly name: string
  /** When the file is created. */
  readonly now: Date
}

/**
 * An iCalendar file. Times are in UTC, so that no time zone has to be defined; an event from midnight to midnight is
 * an all-day entry.
 */
export function calendarFile(
  { language, publicUrl, name, now }: Calendar,
  entries: readonly CalendarEntry[],
): Download {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    prodId: { company: host, product: 'Portal', language: language.toUpperCase() },
    name: plain(name),
  })
  for (const { id, event, notes = [], path, cancelled = false } of entries) {
    const url = publicUrl + path
    const place = [event.place, event.address].map(plain).filter(Boolean)
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: now,
      ...spanOf(event),
      summary: plain(event.title),
      description: [...notes.map(plain), plainText(event.description), url].filter(Boolean).join('\n\n'),
      location: place.length > 0 ? [...new Set(place)].join(', ') : null,
      url,
      ...(cancelled && { status: ICalEventStatus.CANCELLED }),
    })
  }
  return {
    contentType: 'text/calendar; charset=utf-8',
    fileName: `${fileNameOf(name)}.ics`,
    bytes: Buffer.from(calendar.toString()),
  }
}

/** All-day dates if the event takes whole days in its time zone, else times. */
function spanOf(event: CalendarEntry['event']) {
  const { startsAt, endsAt } = event
  if (!takesWholeDays(event)) return { start: startsAt, end: endsAt }
  const { first, last } = eventDays(event)
  // The end date is exclusive.
  return { start: new Date(first), end: new Date(Date.parse(last) + 86_400_000), allDay: true }
}

const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const fileNameOf = (name: string) =>
  plain(name)
    .replace(/[\\/:*?"<>|]+/g, '-')
    .slice(0, 80)
    .trim() || 'calendar'
