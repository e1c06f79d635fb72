import { TZDate } from '@date-fns/tz'
import { wallClock } from './event-days.ts'

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
