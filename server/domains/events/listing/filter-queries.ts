import { sql, type SQL } from '#server/database/sql.ts'
import type { EventViewer } from './event-viewer.ts'

/** What the caller wants to see of all open events. */
export interface Filters {
  /** Only of these clubs; null: of all. */
  readonly orgIds: readonly string[] | null
  /** Not of these. */
  readonly notOrgIds: readonly string[]
  readonly kind: string | null
  /** Days where the event is, both included. */
  readonly from: string | null
  readonly until: string | null
  /** What one of the family may take, on these days of membership; null: whatever there is. */
  readonly fits: readonly MemberDays[] | null
}

/** Days on which somebody is a member, both included. */
interface MemberDays {
  readonly orgId: string
  readonly memberId: string
  readonly from: string
  readonly until: string
}

export const span = sql`tstzrange(starts_at, greatest(starts_at, ends_at))`

const firstDay = sql`(starts_at at time zone time_zone)::date`
/** What ends at midnight does not reach into the day after. */
const lastDay = sql`(greatest(starts_at, ends_at - interval '1 millisecond') at time zone time_zone)::date`

/** No place on earth is further from UTC, in milliseconds. */
const FURTHEST = 14 * 3_600_000
const DAY = 86_400_000

/** Before that nothing is looked at: what is over by then is not wanted. */
export const pivotOf = ({ from }: Filters, now: Date): Date =>
  new Date(Math.max(now.getTime(), from === null ? 0 : Date.parse(from) - FURTHEST))

/** What an index answers beside the order: of one kind, not after the last day. */
export const indexed = ({ kind, until }: Filters): SQL => sql`enabled
  ${kind === null ? sql`` : sql`and kind = ${kind}`}
  ${until === null ? sql`` : sql`and starts_at < ${new Date(Date.parse(until) + DAY + FURTHEST)}`}`

/**
 * What the caller may see, of clubs that are open; the one place that says so of many events. The moment is given: the clock
 * would be asked for every event.
 */
export const isShown = ({ now, closed, early }: EventViewer): SQL => sql`enabled
  and (public_from <= ${now}::timestamptz ${early.length === 0 ? sql`` : sql`or org_id = any(${ids(early)})`})
  ${closed.length === 0 ? sql`` : sql`and org_id <> all(${ids(closed)})`}`

/** What conditions are about: of descriptions nothing is read. */
export const columns = sql`id, org_id, kind, search, starts_at, ends_at, time_zone, public_from, enabled, for_members, guests_invited`

/** Of these clubs. Where it reads club by club, it is not said twice: the database would expect fewer than there are. */
export const isOfClubs = ({ orgIds }: Filters): SQL => (orgIds ? sql`org_id = any(${ids(orgIds)})` : sql`true`)

/** What is wanted of what is shown, whichever club it is of. */
export const isWanted = (filters: Filters, viewer: EventViewer): SQL => {
  const { notOrgIds, from, until, fits } = filters
  const conditions = [
    isShown(viewer),
    notOrgIds.length > 0 && sql`org_id <> all(${ids(notOrgIds)})`,
    from !== null && sql`${lastDay} >= ${from}::date`,
    until !== null && sql`${firstDay} <= ${until}::date`,
    fits && fitsFamily(viewer, fits),
  ]
  return sql.join(
    conditions.filter((one) => one !== false && one !== null),
    sql` and `,
  )
}

/**
 * Whether one of the family may take one of the categories, by age and membership. A subquery of one value, because a join
 * would have to be made for all events before the first page of them is known.
 */
function fitsFamily({ family }: EventViewer, days: readonly MemberDays[]): SQL {
  const people = sql.param(JSON.stringify(family))
  const memberDays = sql.param(JSON.stringify(days))
  return sql`(
    select true
    from event_categories categories
    cross join jsonb_to_recordset(${people}::jsonb) person(id uuid, "dateOfBirth" date)
    where categories.event_id = events.id
      and (min_age is null and max_age is null
        or extract(year from age(${firstDay}, "dateOfBirth")) between coalesce(min_age, 0) and coalesce(max_age, 1000))
      and (not members_only and not (events.for_members and not events.guests_invited) or exists (
        select from jsonb_to_recordset(${memberDays}::jsonb) held("orgId" uuid, "memberId" uuid, "from" date, "until" date)
        where held."memberId" = person.id and held."orgId" = events.org_id and ${firstDay} between held."from" and held."until"
      ))
    limit 1
  )`
}

export const ids = (all: readonly string[]): SQL => sql`${sql.param([...all])}::uuid[]`
