import { wallClock } from '#server/database/local-time.ts'

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
