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

/** The first and last local day of an event. One that ends at midnight ends on the day before. */
export function eventDays(event: { startsAt: Date; endsAt: Date; timeZone: string }): { first: string; last: string } {
  const { timeZone, startsAt } = event
  return { first: wallClock(startsAt, timeZone).day, last: wallClock(lastMoment(event), timeZone).day }
}

/** Whether an event lasts from midnight to midnight in local time, or to the minute before. */
export function takesWholeDays({ startsAt, endsAt, timeZone }: { startsAt: Date; endsAt: Date; timeZone: string }) {
  const clock = (moment: Date) => wallClock(moment, timeZone).time
  return endsAt > startsAt && clock(startsAt) === '00:00' && ['00:00', '23:59'].includes(clock(endsAt))
}

/** The last moment of an event, so that one ending at midnight does not reach the next day. */
export const lastMoment = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Date =>
  new Date(Math.max(startsAt.getTime(), endsAt.getTime() - 1))

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
