import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'

/** An entry as a calendar program understands it. */
export interface ReadEntry {
  readonly uid: string
  readonly title: string
  readonly start: string
  readonly end: string
  readonly isAllDay: boolean
  readonly sequence: number
  readonly status: string
}

const byStart = (a: ReadEntry, b: ReadEntry) => a.start.localeCompare(b.start) || a.uid.localeCompare(b.uid)

/** Entries of an iCalendar file, the first one first, as both parsers read them. Throws where they differ. */
export function readCalendar(text: string): ReadEntry[] {
  const [one, other] = [withIcalJs(text).toSorted(byStart), withNodeIcal(text).toSorted(byStart)]
  const differs = (a: ReadEntry | undefined, b: ReadEntry | undefined) => JSON.stringify(a) !== JSON.stringify(b)
  const at = Array.from({ length: Math.max(one.length, other.length) }).findIndex((_, n) => differs(one[n], other[n]))
  if (at >= 0) throw new Error(`ical.js reads ${JSON.stringify(one[at])}, node-ical ${JSON.stringify(other[at])}`)
  return one
}

function withIcalJs(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(component)
    const moment = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().toISOString())
    return {
      uid,
      title: summary,
      start: moment(startDate),
      end: moment(endDate),
      isAllDay: startDate.isDate,
      sequence,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
}

function withNodeIcal(text: string): ReadEntry[] {
  const isEvent = (one: { readonly type?: string } | undefined): one is VEvent => one?.type === 'VEVENT'
  return Object.values(nodeIcal.sync.parseICS(text))
    .filter(isEvent)
    .map(({ uid, summary, start, end, datetype, sequence, status }) => {
      const isAllDay = datetype === 'date'
      // It reads a day as local midnight.
      const day = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-')
      const moment = (date: Date) => (isAllDay ? day(date) : new Date(date).toISOString())
      return {
        uid,
        title: typeof summary === 'string' ? summary : summary.val,
        start: moment(start),
        end: moment(end!),
        isAllDay,
        sequence: Number(sequence),
        status: String(status),
      }
    })
}

const two = (part: number) => String(part).padStart(2, '0')
