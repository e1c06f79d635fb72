import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { columns, indexed, isOfClubs, isWanted, pivotOf } from './filter-queries.ts'
import { behind, goingOn, next, type Wanted } from './list-queries.ts'

/** So many of the next events tell how frequent a text is. */
const FIRST = 500
/** Further along than that, looking a text up by its letters takes less. */
const FAR = 5000

/**
 * The ids of a page of what has a text in its title, its kind or its place. What many events have is among the next ones and
 * found there; what few have is looked up by its words. Three statements at most, and none that costs more the more events
 * there are: a text that one in fifty has would be too many to look up, so that it is looked for further along.
 */
export async function selectFound(db: Db, wanted: Wanted, text: string): Promise<string[]> {
  const first = await scanByName(db, wanted, text, FIRST)
  if (first.complete) return first.ids
  const enough = Math.ceil((FIRST * wanted.limit * 1.3) / first.ids.length)
  if (enough > FAR) return searchIndex(db, wanted, text)
  const far = await scanByName(db, wanted, text, enough)
  return far.complete ? far.ids : searchIndex(db, wanted, text)
}

/** Those among the next events, of so many. @returns `complete` when there are no more on this page */
async function scanByName(db: Db, wanted: Wanted, text: string, among: number) {
  const { filters, perspective, limit } = wanted
  const pivot = pivotOf(filters, perspective.now)
  const condition = sql`position(lower(${text}) in search) > 0 and ${isWanted(filters, perspective)}`
  // Decided while it reads: to keep what it read would take longer than to read it.
  const judged = sql`id, starts_at, ${condition} as wanted`
  const { rows } = await db.execute<{ ids: string[]; all: boolean }>(sql`
    with begun as materialized (${goingOn(filters, pivot)}),
    along as materialized (${next(wanted, pivot, sql`true`, among, judged)}),
    found as (
      (select id, starts_at from begun events where ${condition} and ${behind(wanted)})
      union all
      (select id, starts_at from along where wanted)
      order by starts_at, id limit ${limit}
    )
    select (select coalesce(json_agg(id order by starts_at, id), '[]') from found) as ids,
      (select count(*) from along) < ${among} as all`)
  const { ids, all } = rows[0]!
  return { ids, complete: all || ids.length === limit }
}

/**
 * Three letters in a row are in one index, one letter, two, and what stands between words in another; `%`, `_` and `\` are
 * letters. What takes long to decide is asked in order, until the page is full.
 */
async function searchIndex(db: Db, { filters, perspective, ...page }: Wanted, text: string): Promise<string[]> {
  const contains = sql`search like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
  const letters = /^.{1,2}$/su.test(text) ? sql`array[lower(${text})]` : sql`portal_pairs(lower(${text}))`
  const inIndex = /[\p{L}\p{N}]{3}/u.test(text)
    ? contains
    : sql`(portal_pairs(search) || string_to_array(search, null)) @> ${letters}`
  const { rows } = await db.execute<{ id: string }>(sql`
    with named as materialized (select ${columns} from events where enabled and ${inIndex})
    select id from (
      select * from named
      where ${indexed(filters)} and ${isOfClubs(filters)} and ends_at > ${pivotOf(filters, perspective.now)}::timestamptz
        and ${behind(page)} and ${contains}
      order by starts_at, id offset 0
    ) events
    where ${isWanted(filters, perspective)}
    order by starts_at, id limit ${page.limit}`)
  return rows.map(({ id }) => id)
}
