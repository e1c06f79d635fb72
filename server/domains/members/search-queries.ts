import { sql, type SQL } from 'drizzle-orm'
import type { ListedMember } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'

interface Search {
  readonly text: string
  readonly size: number
}

/** The text wherever it stands in names and address; `%`, `_` and `\` are letters like others. */
const contains = (text: string): SQL => sql`search like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`

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

/** Where a word has three letters, three letters in a row find it; shorter texts are found by one letter or two. */
const found = (text: string): SQL =>
  /[\p{L}\p{N}]{3}/u.test(text)
    ? sql`true`
    : sql`portal_letters(search, 1) @> portal_letters(lower(${text}), least(length(${text}), 2))`

/** All of them, looked up by their letters, then sorted. */
export async function lookUp(db: Db, { text, size }: Search): Promise<ListedMember[]> {
  const { rows } = await db.execute<ListedMember & Record<string, unknown>>(sql`
    with found as materialized (
      select id, first_name, last_name, email from members
      where ${found(text)} and ${contains(text)} and enabled and archived_at is null
    )
    select id, first_name as "firstName", last_name as "lastName", email from found
    order by first_name, last_name, id limit ${size}`)
  return rows
}
