import { type Db, inTransaction, type Reader } from './db.ts'
import { sql } from './sql.ts'

/** The portal's one clock: the database's, plus an offset that only tests set. A transaction has it as `tx.now`. */
export async function portalNow(db: Reader): Promise<Date> {
  const { rows } = await db.execute<{ now: Date }>(sql`select portal_now() as now`)
  return new Date(rows[0]!.now)
}

/**
 * Reads as it would be at another moment: `portal_now()` says so in a transaction of its own, which cannot write. Null: now.
 */
export const asOf = <T>(db: Db, moment: Date | null, read: (db: Reader) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction read only`)
    if (moment) await tx.execute(sql`select set_config('portal.as_of', ${moment.toISOString()}, true)`)
    return read(tx)
  })

/** A test has moved this database's clock. The message says what to do. */
export class ClockProblem extends Error {
  override readonly name = 'ClockProblem'
}

/** Throws when a test has moved the clock: terms, holds and handles would end at the wrong time. */
export async function requireRealClock(db: Reader): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from portal_clock where "offset" <> interval '0'`)
  if (rows.length > 0) {
    throw new ClockProblem(
      `This database's clock was moved by a test: run  update portal_clock set "offset" = '0'  or use another`,
    )
  }
}

const copenhagenDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Copenhagen', dateStyle: 'short' })

const copenhagenClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Copenhagen',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The hour of the day in Europe/Copenhagen, 0 to 23. */
export const copenhagenHour = (moment: Date): number => Number(copenhagenClock.format(moment))

/** The date in Europe/Copenhagen, `YYYY-MM-DD`, by which terms begin and end. */
export const copenhagenDate = (moment: Date): string => copenhagenDay.format(moment)

/** Today's date in Europe/Copenhagen, in SQL. */
export const copenhagenToday = sql`(portal_now() at time zone 'Europe/Copenhagen')::date`

const minutesIn: Record<string, Intl.DateTimeFormat> = {}

/** A moment as the clock on the wall shows it, `YYYY-MM-DD HH:MM`. */
export function localClockText(moment: string, timeZone = 'Europe/Copenhagen'): string {
  minutesIn[timeZone] ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return minutesIn[timeZone].format(new Date(moment))
}

/** Adds days to a `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
