import type { MembersLeaving } from '#contract/office/today.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import { fullName } from '#server/domains/members/index.ts'
import { renewsByCardSql } from '#server/domains/orders/index.ts'
import { endedWithGraceUntil, graceEndOf } from '../grace.ts'
import { cardState, wasDeclined } from '../renewals/renewal-queries.ts'
import { statusOfTerms } from '../terms/main-term.ts'

/** The most names in a line; the list of members has them all. */
const NAMED = 20
/** Days after the last day of grace for which those who left are listed. */
const LOST_DAYS = 60

/**
 * The members whom an office may want to call, as `member_id`, `kind`, `until` and `ended_on`: those whose card was declined, those whose
 * days of grace end within a week, and those who were lost since the last season ended. Whoever has paid again is none of them, nor is
 * whoever tries the club after the days of grace, as long as they do: by `mainTerm` their membership is the trial.
 */
export const leavingOf = (orgId: string): SQL => sql`(
  with ended as (
    select max(season.end_date) as day from membership_configurations season join organisations on organisations.id = season.org_id
    where season.org_id = ${orgId} and season.published_at is not null and ${renewsByCardSql(sql`season`)}
      and ${graceEndOf(sql`season.end_date`)} between ${copenhagenToday} - ${LOST_DAYS}::int and ${copenhagenToday} - 1
  ),
  candidates as (
    select membership_id as id from membership_terms, organisations
    where organisations.id = ${orgId} and membership_terms.org_id = ${orgId} and status = 'active'
      and end_date between least((select day from ended), ${endedWithGraceUntil(copenhagenToday)}) and ${copenhagenToday} - 1
    union select renewals.membership_id from renewal_charges charges join renewals on renewals.charge_id = charges.id
    where charges.org_id = ${orgId} and charges.status = 'failing'
    union select id from memberships where org_id = ${orgId} and ${wasDeclined}
  ),
  last as (
    select memberships.member_id, last_day, ${graceEndOf(sql`last_day`)} as until, ${cardState} as card, paid.status
    from candidates join memberships on memberships.id = candidates.id join organisations on organisations.id = memberships.org_id
    cross join lateral (
      select max(end_date) filter (where ${renewsByCardSql(sql`seasons`)}) as last_day,
        ${statusOfTerms(copenhagenToday, sql`organisations.grace_days`)} as status
      from membership_terms join (select id as season_id, is_trial, combinable from membership_configurations) seasons on season_id = configuration_id
      where membership_id = memberships.id and status = 'active'
    ) paid
    -- Whoever has only tried the club, or has something else of it, does not leave it.
    where last_day is not null and not exists (
      select from club_people people
      where people.org_id = memberships.org_id and people.member_id = memberships.member_id and people.left_on is not null)
  ),
  leaving as (
    select 'declined' as kind, * from last where card = 'failed'
    union all select 'grace', * from last where last_day < ${copenhagenToday} and until between ${copenhagenToday} and ${copenhagenToday} + 6
    union all select 'lost', * from last where status = 'expired' and last_day >= (select day from ended)
  )
  select member_id, kind, until, (select day from ended) as ended_on from leaving)`

/** Their names, for the office's Today. */
export async function listLeaving(db: Db, orgId: string): Promise<MembersLeaving> {
  const { rows } = await db.execute<Row>(sql`
    select kind, max(ended_on)::text as "endedOn", count(*)::int as count, min(until)::text as until,
      (array_agg(json_build_object('memberId', members.id, 'firstName', first_name, 'lastName', last_name)
        order by name_to_sort(first_name, last_name), members.id))[1:${NAMED}] as people
    from ${leavingOf(orgId)} leaving join members on members.id = leaving.member_id group by kind`)
  const of = (kind: Row['kind']) => {
    const row = rows.find((one) => one.kind === kind)
    return row
      ? { ...row, people: row.people.map(({ memberId, ...names }) => ({ memberId, name: fullName(names) })) }
      : null
  }
  const [declined, grace, lost] = [of('declined'), of('grace'), of('lost')]
  return {
    declined: declined && { count: declined.count, people: declined.people },
    grace: grace && { count: grace.count, people: grace.people, firstEnd: grace.until },
    lost: lost && { count: lost.count, people: lost.people, since: lost.endedOn! },
  }
}

interface Row extends Record<string, unknown> {
  readonly kind: 'declined' | 'grace' | 'lost'
  readonly endedOn: string | null
  readonly count: number
  readonly until: string
  readonly people: readonly { readonly memberId: string; readonly firstName: string; readonly lastName: string }[]
}
