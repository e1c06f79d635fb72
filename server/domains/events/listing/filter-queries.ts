import { escapeLike } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'
import type { EventViewer } from './event-viewer.ts'

/** The caller's filters on all open events. */
export interface Filters {
  /** Only these clubs; null: all. */
  readonly orgIds: readonly string[] | null
  /** Not these clubs. */
  readonly notOrgIds: readonly string[]
  readonly kind: string | null
  /** All of these are in the title, kind or place. */
  readonly words: readonly string[]
  /** Of each series only the next date that the other filters let through. */
  readonly seriesOnce: boolean
  /** The other dates of this event's series; null: all. */
  readonly otherDatesOf: string | null
  /** Local days, both included. */
  readonly from: string | null
  readonly until: string | null
  /** Not for members only. */
  readonly openToAll: boolean
  /** Only events with a place for one of the family, given these membership days; null: all. */
  readonly fits: readonly MemberDays[] | null
}

/** Days on which somebody is a member, both included. */
interface MemberDays {
  readonly orgId: string
  readonly memberId: string
  readonly series: string
  readonly from: string
  readonly until: string
}

export const span = sql`tstzrange(starts_at, greatest(starts_at, ends_at))`

export const firstDay = sql`(starts_at at time zone time_zone)::date`
/** An event that ends at midnight ends on the day before. */
export const lastDay = sql`(greatest(starts_at, ends_at - interval '1 millisecond') at time zone time_zone)::date`

/** The largest offset from UTC, in milliseconds. */
const FURTHEST = 14 * 3_600_000
const DAY = 86_400_000

/** Events that are over before this moment are not read. */
export const pivotOf = ({ from }: Filters, now: Date): Date =>
  new Date(Math.max(now.getTime(), from === null ? 0 : Date.parse(from) - FURTHEST))

/** Conditions that an index supports: the kind, and the latest start. */
export const indexed = ({ kind, until }: Filters): SQL => sql`enabled
  ${kind === null ? sql`` : sql`and kind = ${kind}`}
  ${until === null ? sql`` : sql`and starts_at < ${new Date(Date.parse(until) + DAY + FURTHEST)}`}`

/**
 * The events that the caller may see, of open clubs; the only definition for lists. The moment is a parameter, since
 * the clock would be read for every event.
 */
export const isShown = ({ now, closed, early }: EventViewer): SQL => sql`enabled
  and (public_from <= ${now}::timestamptz ${early.length === 0 ? sql`` : sql`or org_id = any(${ids(early)})`})
  ${closed.length === 0 ? sql`` : sql`and org_id <> all(${ids(closed)})`}`

/** The columns used by conditions; descriptions are not read. */
export const columns = sql`id, org_id, kind, folded, starts_at, ends_at, time_zone, public_from, enabled, member_series, for_members, guests_invited, series_id`

/** Only these clubs. Not repeated where a query reads club by club: the planner would underestimate the rows. */
export const isOfClubs = ({ orgIds }: Filters): SQL => (orgIds ? sql`org_id = any(${ids(orgIds)})` : sql`true`)

/** The filters on visible events, except for the clubs and the kind. */
export function matchesFilters(filters: Filters, viewer: EventViewer): SQL {
  const { notOrgIds, kind, words, from, until, openToAll, seriesOnce, otherDatesOf, fits } = filters
  // Those by which the dates of one series may differ.
  const ofDate = [
    words.length > 0 && hasAll(words),
    from !== null && sql`${lastDay} >= ${from}::date`,
    until !== null && sql`${firstDay} <= ${until}::date`,
    openToAll && sql`not (for_members and not guests_invited)`,
    otherDatesOf !== null &&
      sql`series_id = (select series_id from events where id = ${otherDatesOf}) and id <> ${otherDatesOf}`,
    fits && fitsFamily(viewer, fits),
  ]
  return allOf([
    isShown(viewer),
    notOrgIds.length > 0 && sql`org_id <> all(${ids(notOrgIds)})`,
    ...ofDate,
    seriesOnce && isNextOfSeries(viewer, [kind !== null && sql`kind = ${kind}`, ...ofDate]),
  ])
}

const allOf = (conditions: readonly (SQL | false | null)[]): SQL =>
  sql.join(
    conditions.filter((one) => one !== false && one !== null),
    sql` and `,
  )

/** One parameter, whatever the number of words, so that the statement stays the same. */
export const hasAll = (words: readonly string[]): SQL =>
  sql`folded like all(${sql.param(words.map((word) => `%${escapeLike(word)}%`))}::text[])`

/**
 * No earlier date of its series is coming that everybody may see and that matches too. Two dates never begin together,
 * but their ids settle it. The earlier ones are named `events`, for the conditions.
 */
const isNextOfSeries = (
  { now }: EventViewer,
  matches: readonly (SQL | false | null)[],
): SQL => sql`(series_id is null or not exists (
  select from (
    select earlier.* from events earlier where earlier.series_id = events.series_id and earlier.ends_at > ${now}::timestamptz
      and (earlier.starts_at, earlier.id) < (events.starts_at, events.id)
  ) events where ${allOf([sql`enabled and public_from <= ${now}::timestamptz`, ...matches])}))`

/**
 * Whether one of the family may take one of the categories, by age and membership. A scalar subquery, since a join
 * would be computed for all events before the first page is known.
 */
function fitsFamily({ family }: EventViewer, days: readonly MemberDays[]): SQL {
  const people = sql.param(JSON.stringify(family))
  const memberDays = sql.param(JSON.stringify(days))
  return sql`(
    select true
    from event_categories categories
    cross join jsonb_to_recordset(${people}::jsonb) person(id uuid, "dateOfBirth" date)
    where categories.event_id = events.id and categories.closed_at is null
      and (min_age is null and max_age is null
        or extract(year from age(${firstDay}, "dateOfBirth")) between coalesce(min_age, 0) and coalesce(max_age, 1000))
      and (not members_only and not (events.for_members and not events.guests_invited) or exists (
        select from jsonb_to_recordset(${memberDays}::jsonb) held("orgId" uuid, "memberId" uuid, series text, "from" date, "until" date)
        where held."memberId" = person.id and held."orgId" = events.org_id and ${firstDay} between held."from" and held."until"
          and (events.member_series is null or held.series = any(events.member_series))
      ))
    limit 1
  )`
}

export const ids = (all: readonly string[]): SQL => sql`${sql.param([...all])}::uuid[]`
