import { copenhagenDate, copenhagenHour, copenhagenToday, portalNow } from '#server/database/clock.ts'
import { inTransaction, type Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

/**
 * Runs work once a day in Copenhagen time, however often it is called. If it fails, the next call runs it again, so it must be
 * repeatable.
 * @param work gets today and the last day it ran; null before the first
 * @returns whether it ran
 */
export async function onceADay(
  db: Db,
  name: string,
  work: (today: string, last: string | null) => Promise<void>,
): Promise<boolean> {
  const { rows } = await db.execute<{ today: string; last: string | null }>(sql`
    select ${copenhagenToday}::text as today,
      (select day::text from daily_jobs where name = ${name}) as last`)
  const { today, last } = rows[0]!
  if (last !== null && last >= today) return false
  await work(today, last)
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      insert into daily_jobs (name, day) values (${name}, ${today}::date)
      on conflict (name) do update set day = greatest(daily_jobs.day, excluded.day)`),
  )
  return true
}

/** Nobody is notified or charged at night: from so many o'clock in Copenhagen until the end of that hour. */
const AWAKE = { from: 8, to: 20 }

/** Runs work by day only; what comes back every hour comes in the morning. @param work gets today */
export async function byDay(db: Db, work: (today: string) => Promise<void>): Promise<void> {
  const now = await portalNow(db)
  const hour = copenhagenHour(now)
  if (hour >= AWAKE.from && hour <= AWAKE.to) await work(copenhagenDate(now))
}

/** At Christmas and New Year nobody is reminded. */
const QUIET = ['12-24', '12-25', '12-26', '12-31', '01-01']

/** Whether a day (`YYYY-MM-DD`) is one of those. */
export const isQuietDay = (day: string): boolean => QUIET.includes(day.slice(5))

/** Runs work by day, and on none of those. @param work gets today */
export const byOrdinaryDay = (db: Db, work: (today: string) => Promise<void>): Promise<void> =>
  byDay(db, async (today) => {
    if (!isQuietDay(today)) await work(today)
  })
