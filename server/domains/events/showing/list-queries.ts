import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { columns, ids, indexed, isOfClubs, isShown, isWanted, pivotOf, span, type Filters } from './filter-queries.ts'
import type { Perspective } from './perspective-queries.ts'

/** A part of a list: so many events after one. */
export interface Page {
  readonly after: { readonly id: string; readonly startsAt: Date } | null
  readonly limit: number
}

export interface Wanted extends Page {
  readonly filters: Filters
  readonly perspective: Perspective
}

/** Events after the last one of the page before, by beginning and id. */
export const behind = ({ after }: Page): SQL =>
  after ? sql`(starts_at, id) > (${after.startsAt}::timestamptz, ${after.id}::uuid)` : sql`true`

/** What has begun by then and is not over: few, whatever there ever was. */
export const goingOn = (filters: Filters, pivot: Date): SQL =>
  sql`select ${columns} from events where ${indexed(filters)} and ${isOfClubs(filters)} and ${span} @> ${pivot}::timestamptz`

/**
 * The next events, read along the index in its order; of several clubs, so many of each. What is not wanted is passed over.
 * @param most so many at most, wanted or not
 * @param what is read of each
 */
export function next(wanted: Wanted, pivot: Date, condition: SQL, most: number, what: SQL = columns): SQL {
  const { filters } = wanted
  const along = (ofClub: SQL) => sql`
    select ${what} from events
    where ${indexed(filters)} and starts_at > ${pivot}::timestamptz and ${behind(wanted)} and ${ofClub} and ${condition}
    order by starts_at, id limit ${most}`
  return filters.orgIds
    ? sql`select events.* from unnest(${ids(filters.orgIds)}) club cross join lateral (${along(sql`org_id = club`)}) events`
    : along(sql`true`)
}

/** The ids of a page without a search, the next event first. */
export async function selectPage(db: Db, wanted: Wanted): Promise<string[]> {
  const { filters, perspective, limit } = wanted
  const pivot = pivotOf(filters, perspective.now)
  const condition = isWanted(filters, perspective)
  const { rows } = await db.execute<{ id: string }>(sql`
    with begun as materialized (${goingOn(filters, pivot)})
    select id from (
      (select id, starts_at from begun events where ${condition} and ${behind(wanted)} order by starts_at, id limit ${limit})
      union all
      (select id, starts_at from (${next(wanted, pivot, condition, limit)}) later)
    ) page
    order by starts_at, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Where the page before ended, when the caller may see that event. */
export async function selectEndOfPage(db: Db, perspective: Perspective, id: string): Promise<Page['after']> {
  const { rows } = await db.execute<{ starts_at: string }>(
    sql`select starts_at from events where id = ${id} and ${isShown(perspective)}`,
  )
  return rows[0] ? { id, startsAt: new Date(rows[0].starts_at) } : null
}

/** More than anybody looks through. */
const MOST_KINDS = 200

/** The kinds of events that are shown and not over, each looked up after the one before. */
export async function selectKinds(db: Db, perspective: Perspective, orgId: string | null): Promise<string[]> {
  const ofClub = orgId === null ? sql`enabled` : sql`enabled and org_id = ${orgId}`
  const isOpen = sql`${ofClub} and events.kind = kinds.kind and ${isShown(perspective)}`
  const now = sql`${perspective.now}::timestamptz`
  const { rows } = await db.execute<{ kind: string }>(sql`
    with recursive kinds as (
      (select kind from events where ${ofClub} order by kind limit 1)
      union all
      select (select kind from events where ${ofClub} and events.kind > kinds.kind order by kind limit 1)
      from kinds where kinds.kind is not null
    ), begun as materialized (select ${columns} from events where ${ofClub} and ${span} @> ${now})
    select kind from kinds
    where kind <> '' and ((select true from events where ${isOpen} and starts_at > ${now} order by starts_at limit 1)
      or (select true from begun events where ${isOpen} limit 1))
    order by kind limit ${MOST_KINDS}`)
  return rows.map(({ kind }) => kind)
}
