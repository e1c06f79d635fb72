/** A moment as a clock on the wall shows it. */
interface WallClock {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `HH:MM`, from 00:00 to 23:59 */
  readonly time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day and the time of a moment in a time zone, by its IANA name. */
export function wallClock(moment: Date, timeZone: string): WallClock {
  const [day, time] = formatOf(timeZone).format(moment).split(' ') as [string, string]
  return { day, time }
}

/** The first and the last day of an event where it takes place. What ends at midnight does not reach into the day after. */
export function eventDays(event: { startsAt: Date; endsAt: Date; timeZone: string }): { first: string; last: string } {
  const { timeZone, startsAt } = event
  return { first: wallClock(startsAt, timeZone).day, last: wallClock(lastMoment(event), timeZone).day }
}

/** Whether an event goes from midnight to midnight where it takes place, or to the minute before. */
export function takesWholeDays({ startsAt, endsAt, timeZone }: { startsAt: Date; endsAt: Date; timeZone: string }) {
  const clock = (moment: Date) => wallClock(moment, timeZone).time
  return endsAt > startsAt && clock(startsAt) === '00:00' && ['00:00', '23:59'].includes(clock(endsAt))
}

/** Of an event: what ends at midnight does not go on to the day that begins then. */
export const lastMoment = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Date =>
  new Date(Math.max(startsAt.getTime(), endsAt.getTime() - 1))

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes a moment as ISO 8601 does.
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
