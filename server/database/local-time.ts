import { TZDate } from '@date-fns/tz'

/** A moment in local time. */
interface WallClock {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `HH:MM`, from 00:00 to 23:59 */
  readonly time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Day and time of a moment in an IANA time zone. */
export function wallClock(moment: Date, timeZone: string): WallClock {
  const [day, time] = formatOf(timeZone).format(moment).split(' ') as [string, string]
  return { day, time }
}

/** The moment of a wall-clock time such as `2027-07-05T09:30`. An hour that comes twice is its first; one that is skipped is the next. */
export function momentOf(local: string, timeZone: string): Date {
  const [year, month, day, hour, minute] = local.split(/[-T:]/).map(Number) as [number, number, number, number, number]
  const moment = new TZDate(year, month - 1, day, hour, minute, timeZone).getTime()
  const earlier = moment - 3_600_000
  return new Date(localTimeOf(new Date(earlier), timeZone) === local ? earlier : moment)
}

/** The wall-clock time of a moment. */
export function localTimeOf(moment: Date, timeZone: string): string {
  const { day, time } = wallClock(moment, timeZone)
  return `${day}T${time}`
}

/** Whether clocks skip this time, as at the beginning of summer. */
export const isSkipped = (local: string, timeZone: string): boolean =>
  localTimeOf(momentOf(local, timeZone), timeZone) !== local

const known = new Map<string, boolean>()

/** Whether the runtime knows a zone by this name. Offsets are none: PostgreSQL counts them the other way. */
export function isTimeZone(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const is = /^[a-z]/i.test(name) && canFormat(name)
  if (known.size < 1000) known.set(name, is)
  return is
}

function canFormat(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('da', { timeZone }))
  } catch {
    return false
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish formats a moment as ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}
