import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** How many people of an age hold what they paid for, of one series of a club. */
export interface Holders {
  readonly orgId: string
  readonly series: string
  readonly age: number | null
  readonly people: number
}

/** For all clubs, series and ages in one query. Each person is looked up: a join would read every member there is. */
export async function selectHolders(db: Reader, orgIds: readonly string[], today: string): Promise<Holders[]> {
  const { rows } = await db.execute<Holders & Record<string, unknown>>(sql`
    select terms.org_id as "orgId",
      (select series from membership_configurations where id = terms.configuration_id) as series,
      extract(year from age(${today}::date, (select date_of_birth from members where id = terms.member_id)))::int as age,
      count(distinct terms.member_id)::int as people
    from membership_terms terms
    where terms.org_id = any(${sql.param([...orgIds])}::uuid[]) and terms.status = 'active' and terms.end_date >= ${today}::date
    group by 1, 2, 3`)
  return rows
}
