import { sql, type SQL } from 'drizzle-orm'
import type { ListedMember } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'

interface Search {
  readonly text: string
  readonly size: number
}

/** The text wherever it stands in names and address; `%`, `_` and `\` are letters like others. */
const contains = (text: string): SQL => sql`search like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`

const lettersOf = (text: string): SQL =>
  /^.{1,2}$/su.test(text) ? sql`array[lower(${text})]` : sql`portal_pairs(lower(${text}))`

const hasWord = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/** Three letters in a row find what has a word that long; what has none is found by its pairs, or its one letter. */
const found = (text: string): SQL =>
  sql`enabled and archived_at is null and ${
    hasWord(text) ? contains(text) : sql`(portal_pairs(search) || string_to_array(search, null)) @> ${lettersOf(text)}`
  }`

/** About how many there are, as the database would guess for a plan of its own; nothing is read. */
export async function estimate(db: Db, text: string): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from members where ${found(text)}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** Those among the first `among` members by name. Read from the index alone, and no further than needed. */
export async function lookAlong(db: Db, { text, size, among }: Search & { among: number }): Promise<ListedMember[]> {
  const { rows } = await db.execute<ListedMember & Record<string, unknown>>(sql`
    select id, first_name as "firstName", last_name as "lastName", email from (
      select id, first_name, last_name, email, search from members
      where enabled and archived_at is null
      order by first_name, last_name, id limit ${among}
    ) along where ${text === '' ? sql`true` : contains(text)} limit ${size}`)
  return rows
}

/** All of them, looked up by their letters, then sorted. Pairs of letters may stand apart: they are only candidates. */
export async function lookUp(db: Db, { text, size }: Search): Promise<ListedMember[]> {
  const candidates = hasWord(text)
    ? { more: sql``, where: sql`` }
    : { more: sql`, search`, where: sql`where ${contains(text)}` }
  const { rows } = await db.execute<ListedMember & Record<string, unknown>>(sql`
    with found as materialized (
      select id, first_name, last_name, email ${candidates.more} from members where ${found(text)}
    )
    select id, first_name as "firstName", last_name as "lastName", email from found
    ${candidates.where} order by first_name, last_name, id limit ${size}`)
  return rows
}
