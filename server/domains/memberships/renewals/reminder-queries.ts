import type { Db } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { endedWithGraceUntil, graceEndOf } from '../grace.ts'
import { renewsMembership } from '#server/domains/orders/index.ts'
import { JUST_PAID_DAYS } from '../next-season.ts'

export interface Ending {
  readonly orgId: string
  readonly club: string
  /** The last day. */
  readonly endDate: string
  /** Negative if it has ended. */
  readonly daysLeft: number
  /** The last day of the grace period. */
  readonly graceUntil: string
}

/**
 * The clubs and last days of memberships that end within so many days, or whose grace period does, while a later
 * season is on sale.
 */
export async function selectRenewable(db: Db, days: number, graceDays: number): Promise<Ending[]> {
  const { rows } = await db.execute<{
    org_id: string
    club: string
    end_date: string
    days_left: number
    grace_until: string
  }>(sql`
    with today as (select (portal_now() at time zone 'Europe/Copenhagen')::date as day)
    select organisations.id as org_id, organisations.name as club, ending.end_date::text,
      ending.end_date - today.day as days_left, ${graceEndOf(sql`ending.end_date`)}::text as grace_until
    from today
    cross join organisations
    cross join lateral (
      select distinct org_id, end_date from membership_terms
      where org_id = organisations.id and status = 'active' and (
        end_date between today.day and today.day + ${days}::int
        or end_date < today.day
          and end_date between ${endedWithGraceUntil(sql`today.day`)} and ${endedWithGraceUntil(sql`today.day`)} + ${graceDays}::int - 1
      )
    ) ending
    where organisations.enabled and organisations.state <> 'paused' and exists (
      select from membership_configurations next
      where next.org_id = ending.org_id and next.enabled
        and next.offer_start_date <= today.day and next.end_date > ending.end_date and next.start_date > ending.end_date
        and next.end_date >= today.day
    )
    order by ending.end_date, ending.org_id`)
  return rows.map((row) => ({
    orgId: row.org_id,
    club: row.club,
    endDate: row.end_date,
    daysLeft: row.days_left,
    graceUntil: row.grace_until,
  }))
}

const isLast = sql`not exists (
      select from membership_terms later
      where later.membership_id = ending.membership_id and later.end_date > ending.end_date
        and (later.status = 'active' or (later.status = 'held' and (later.reserved_until is null or later.reserved_until > portal_now())))
    )`

/**
 * People with automatic renewal are not reminded more than a week before the end; later, only if no charge is under
 * way.
 */
const renewsAutomatically = sql`(
      exists (select from renewals_under_way under_way
        where under_way.membership_id = ending.membership_id and under_way.end_date = ending.end_date)
      or ending.end_date > (portal_now() at time zone 'Europe/Copenhagen')::date + 7 and exists (
        select from memberships renewing join saved_cards cards on cards.saved_card_identifier = renewing.saved_card_identifier
        where renewing.id = ending.membership_id and renewing.auto_renewal and cards.deleted_at is null
      )
    )`

/** People who have just paid are not reminded yet. */
const isJustPaid = sql`ending.status_change_date > portal_now() - make_interval(days => ${JUST_PAID_DAYS}::int)`

/**
 * The receivers of a reminder: the holder or guardian of each term of a club that ends on a day, has no successor and
 * does not renew automatically. A query with the column `member_id`.
 * @param joins those who only had trials, instead of those who renew
 */
export const membersWithEndingTerm = (orgId: string, endDate: string, { joins }: { joins: boolean }): SQL => sql`
  select coalesce(members.parent_id, members.id) as member_id
  from membership_terms ending
  join members on members.id = ending.member_id
  join members receivers on receivers.id = coalesce(members.parent_id, members.id) and receivers.enabled
  where ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active' and members.enabled
    and ${isLast} and not ${renewsAutomatically} and not ${isJustPaid}
  group by coalesce(members.parent_id, members.id)
  having bool_or(${renewsMembership(sql`ending.membership_id`)}) <> ${joins}`

/**
 * The terms of a member and their participants that end on a day at a club and have no successor. Runs for each of
 * many reminders: the members are resolved to an array first, or every ending term of the club would be read.
 */
export async function selectEndingTerms(
  db: Db,
  { memberId, orgId, endDate }: { memberId: string; orgId: string; endDate: string },
): Promise<{ id: string; name: string; title: string; renews: boolean }[]> {
  const { rows } = await db.execute<{ id: string; name: string; title: string; renews: boolean }>(sql`
    select members.id, trim(members.first_name || ' ' || members.last_name) as name, configurations.name as title,
      ${renewsMembership(sql`ending.membership_id`)} as renews
    from membership_terms ending
    join members on members.id = ending.member_id
    join membership_configurations configurations on configurations.id = ending.configuration_id
    where ending.membership_id = any(array(
        select id from memberships where org_id = ${orgId} and member_id = any(array(
          select id from members where id = ${memberId} and parent_id is null
          union all select id from members where parent_id = ${memberId}
        ))
      )) and members.enabled
      and ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active' and ${isLast} and not ${renewsAutomatically} and not ${isJustPaid}
    order by members.parent_id nulls first, members.date_of_birth, ending.id`)
  return rows
}
