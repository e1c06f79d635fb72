import { inTransaction, type Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'

/**
 * Work of which each day in Copenhagen has one round, however often it is called. A round that dies is begun again by the next
 * call, so the work must bear to be repeated.
 * @param work gets the day, and the last one that had its round; null before the first
 * @returns whether there was anything to do
 */
export async function onceADay(
  db: Db,
  name: string,
  work: (today: string, last: string | null) => Promise<void>,
): Promise<boolean> {
  const { rows } = await db.execute<{ today: string; last: string | null }>(sql`
    select (portal_now() at time zone 'Europe/Copenhagen')::date::text as today,
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
