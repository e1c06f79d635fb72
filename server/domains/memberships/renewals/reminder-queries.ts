import type { LocalText } from '#contract/local-text.ts'
import { copenhagenToday } from '#server/database/clock.ts'
import type { Db } from '#server/database/db.ts'
import { fullNameOf } from '#server/database/full-name.ts'
import { executePrepared } from '#server/database/prepared.ts'
import { sql } from '#server/database/sql.ts'
import { isSelling } from '#server/domains/organisations/index.ts'
import { renewsMembership } from '#server/domains/orders/index.ts'
import { endedWithGraceUntil, graceEndOf } from '../grace.ts'
import { JUST_PAID_DAYS, lastTermOf } from '../next-season.ts'
import { leaves } from '../queries.ts'

export interface Ending {
  readonly orgId: string
  readonly club: string
  /** The last day. */
  readonly endDate: string
  /** Negative if it has ended. */
  readonly daysLeft: number
  /** The last day of the grace period, and the days until then. */
  readonly graceUntil: string
  readonly graceLeft: number
}

/**
 * The clubs and last days of memberships that end within so many days, or are in their grace period, while the club sells something that
 * lasts longer.
 */
export async function selectEndings(db: Db, days: number): Promise<Ending[]> {
  const { rows } = await db.execute(sql`
    with today as (select ${copenhagenToday} as day)
    select organisations.id as "orgId", organisations.name as club, ending.end_date::text as "endDate",
      ending.end_date - today.day as "daysLeft", ${graceEndOf(sql`ending.end_date`)}::text as "graceUntil",
      ${graceEndOf(sql`ending.end_date`)} - today.day as "graceLeft"
    from today
    cross join organisations
    cross join lateral (
      select distinct org_id, end_date from membership_terms
      where org_id = organisations.id and status = 'active'
        and end_date between ${endedWithGraceUntil(sql`today.day`)} and today.day + ${days}::int
    ) ending
    where ${isSelling} and exists (
      select from membership_configurations next
      where next.org_id = ending.org_id and next.enabled
        and next.offer_start_date <= today.day and next.end_date > ending.end_date and next.end_date >= today.day
    )
    order by ending.end_date, ending.org_id`)
  return rows as unknown as Ending[]
}

/** A trial or an optional extra that ends later does not hide the end of a membership. */
const isLast = sql`ending.id = ${lastTermOf(sql`ending.membership_id`)}`

/**
 * People with automatic renewal are not reminded more than a week before the end; later, only if no charge is under
 * way.
 */
const renewsAutomatically = sql`(
      exists (select from renewals_under_way under_way
        where under_way.membership_id = ending.membership_id and under_way.end_date = ending.end_date)
      or ending.end_date > ${copenhagenToday} + 7 and exists (
        select from memberships renewing join saved_cards cards on cards.saved_card_identifier = renewing.saved_card_identifier
        where renewing.id = ending.membership_id and renewing.auto_renewal and cards.deleted_at is null
      )
    )`

/** People who have just paid are not reminded yet. */
const isJustPaid = sql`ending.status_change_date > portal_now() - make_interval(days => ${JUST_PAID_DAYS}::int)`

/** Whoever was notified that the card is not tried again knows that they must renew; the next reminder is in the grace period. */
const isNotifiedOfCard = sql`(
      ending.end_date >= ${copenhagenToday} and exists (
        select from memberships declined where declined.id = ending.membership_id and declined.renewal_ended_because = 'declined'
          and declined.renewal_ended_at > portal_now() - interval '60 days'
      ))`

const hasLeft = leaves(sql`ending`)

/** A membership that may be reminded of, and the member or guardian who is reminded. */
export interface Candidate {
  readonly membershipId: string
  readonly memberId: string
  readonly receiverId: string
}

/**
 * Memberships of a club that end on a day, have no successor and do not renew automatically, whose receivers have neither had this
 * reminder nor been notified of a renewal of this club today.
 * @param joins those who only had trials, instead of those who renew
 */
export async function selectCandidates(
  db: Db,
  { orgId, endDate }: Pick<Ending, 'orgId' | 'endDate'>,
  { onceKey, joins }: { onceKey: string; joins: boolean },
): Promise<Candidate[]> {
  const { rows } = await db.execute(sql`
    select ending.membership_id as "membershipId", ending.member_id as "memberId", receivers.id as "receiverId"
    from membership_terms ending
    join members on members.id = ending.member_id
    join members receivers on receivers.id = coalesce(members.parent_id, members.id) and receivers.enabled
    where ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active'
      and members.enabled and members.archived_at is null and ${isLast} and not ${hasLeft} and not ${renewsAutomatically} and not ${isJustPaid} and not ${isNotifiedOfCard}
      and not exists (
        select from notifications sent left join fan_outs on fan_outs.id = sent.fan_out_id
        where sent.receiver_id = receivers.id and sent.type = 'MEMBERSHIP_RENEW' and (
          fan_outs.once_key = ${onceKey}
          or sent.data ->> 'orgId' = ${orgId}::text and sent.created_at at time zone 'Europe/Copenhagen'
            >= ${copenhagenToday}
        )
      )
    group by ending.membership_id, ending.member_id, receivers.id
    having ${renewsMembership(sql`ending.membership_id`)} <> ${joins}
    order by receivers.id, ending.membership_id`)
  return rows as unknown as Candidate[]
}

interface EndingTerm {
  readonly membershipId: string
  readonly memberId: string
  readonly name: string
  readonly title: LocalText
  /** Whether it is a renewal, not a trial that goes over into a membership. */
  readonly renews: boolean
}

/**
 * The terms of a member and their participants that end on a day at a club and have no successor. Runs for each of
 * many reminders: the members are resolved to an array first, or every ending term of the club would be read.
 */
export async function selectEndingTerms(
  db: Db,
  { memberId, orgId, endDate }: { memberId: string; orgId: string; endDate: string },
): Promise<EndingTerm[]> {
  const { rows } = await executePrepared<EndingTerm>(
    db,
    'memberships.ending',
    sql`
    select ending.membership_id as "membershipId", members.id as "memberId", ${fullNameOf('members')} as name,
      configurations.name_texts as title, ${renewsMembership(sql`ending.membership_id`)} as renews
    from membership_terms ending
    join members on members.id = ending.member_id
    join membership_configurations configurations on configurations.id = ending.configuration_id
    where ending.membership_id = any(array(
        select id from memberships where org_id = ${orgId} and member_id = any(array(
          select id from members where id = ${memberId} and parent_id is null
          union all select id from members where parent_id = ${memberId}
        ))
      )) and members.enabled and members.archived_at is null
      and ending.org_id = ${orgId} and ending.end_date = ${endDate} and ending.status = 'active' and ${isLast}
      and not ${hasLeft} and not ${renewsAutomatically} and not ${isJustPaid}
    order by members.parent_id nulls first, members.date_of_birth, ending.id`,
  )
  return rows
}
