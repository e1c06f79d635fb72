import { sql } from 'drizzle-orm'
import type { Reader } from '#server/database/db.ts'

/** How many people of an age hold what they paid for, of one series of a club. */
export interface Holders {
  readonly orgId: string
  readonly series: string
  readonly age: number | null
  readonly people: number
}

/** For all clubs, series and ages in one query. */
export async function selectHolders(db: Reader, orgIds: readonly string[], today: string): Promise<Holders[]> {
  const { rows } = await db.execute<Holders & Record<string, unknown>>(sql`
    select terms.org_id as "orgId", configurations.series,
      extract(year from age(${today}::date, members.date_of_birth))::int as age, count(distinct terms.member_id)::int as people
    from membership_terms terms
    join membership_configurations configurations on configurations.id = terms.configuration_id
    join members on members.id = terms.member_id
    where terms.org_id = any(${sql.param([...orgIds])}::uuid[]) and terms.status = 'active' and terms.end_date >= ${today}::date
    group by 1, 2, 3`)
  return rows
}
