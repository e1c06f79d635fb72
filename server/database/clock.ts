import { sql } from 'drizzle-orm'
import type { Reader } from './db.ts'

/** The portal's one clock: the database's, plus an offset that only tests set. A transaction has it as `tx.now`. */
export async function portalNow(db: Reader): Promise<Date> {
  const { rows } = await db.execute<{ now: Date }>(sql`select portal_now() as now`)
  return new Date(rows[0]!.now)
}

const copenhagenDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Copenhagen', dateStyle: 'short' })

/** The calendar day in Europe/Copenhagen, `YYYY-MM-DD`: terms begin and end by it. */
export const copenhagenDate = (moment: Date): string => copenhagenDay.format(moment)
