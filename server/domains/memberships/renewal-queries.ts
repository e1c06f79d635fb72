import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'

export interface Ending {
  readonly orgId: string
  readonly club: string
  /** The last day. */
  readonly endDate: string
  readonly daysLeft: number
}

/** Where memberships end within so many days while a later season is on sale: one row for each club and last day. */
export async function selectRenewable(db: Db, days: number): Promise<Ending[]> {
  const { rows } = await db.execute<{ org_id: string; club: string; end_date: string; days_left: number }>(sql`
    with today as (select (portal_now() at time zone 'Europe/Copenhagen')::date as day)
    select ending.org_id, organisations.name as club, ending.end_date::text, ending.end_date - today.day as days_left
    from today
    cross join lateral (
      select distinct org_id, end_date from membership_terms
      where status = 'active' and end_date between today.day and today.day + ${days}::int
    ) ending
    join organisations on organisations.id = ending.org_id and organisations.enabled
    where exists (
      select from membership_configurations next
      where next.org_id = ending.org_id and next.enabled
        and next.offer_start_date <= today.day and next.end_date > ending.end_date and next.start_date > ending.end_date
    )
    order by ending.end_date, ending.org_id`)
  return rows.map((row) => ({
    orgId: row.org_id,
    club: row.club,
    endDate: row.end_date,
    daysLeft: row.days_left,
  }))
}

const isLast = sql`not exists (
      select from membership_terms later
      where later.membership_id = ending.membership_id and later.end_date > ending.end_date
        and (later.status = 'active' or (later.status = 'held' and (later.reserved_until is null or later.reserved_until > portal_now())))
    )`

/**
 * Whom to tell of the terms of a club that end on a day and are followed by no other, as a query with the column
 * `member_id`: the holder, or who looks after them.
 */
export const whoseTermEnds = (orgId: string, endDate: string): SQL => sql`
  select distinct coalesce(members.parent_id, members.id) as member_id
  from membership_terms ending
  join members on members.id = ending.member_id
  join members receivers on receivers.id = coalesce(members.parent_id, members.id) and receivers.enabled
  where ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active' and members.enabled
    and ${isLast}`

/** The terms of a member, and of those they look after, that end on a day at a club and are followed by no other. */
export async function selectEndingTerms(
  db: Db,
  { memberId, orgId, endDate }: { memberId: string; orgId: string; endDate: string },
): Promise<{ id: string; name: string; title: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string; title: string }>(sql`
    select members.id, trim(members.first_name || ' ' || members.last_name) as name, configurations.name as title
    from membership_terms ending
    join members on members.id = ending.member_id
    join membership_configurations configurations on configurations.id = ending.configuration_id
    where coalesce(members.parent_id, members.id) = ${memberId} and members.enabled
      and ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active' and ${isLast}
    order by members.parent_id nulls first, members.date_of_birth, ending.id`)
  return rows
}
