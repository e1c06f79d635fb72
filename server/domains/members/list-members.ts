import type { ListedMember } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'
import { sql, type SQL } from '#server/database/sql.ts'

const MOST = 1000

/** Members by first, then last name; with `search`, those whose name or e-mail address contains it. */
export async function listMembers(
  db: Db,
  { size = MOST, search = '' }: { size?: number | undefined; search?: string | undefined },
): Promise<ListedMember[]> {
  const { rows } = await db.execute<ListedMember & Record<string, unknown>>(sql`
    select id, first_name as "firstName", last_name as "lastName", email from members
    where enabled and archived_at is null and ${matchesMember(search.replace(/\s+/g, ' '))}
    order by first_name, last_name, id limit ${size}`)
  return rows
}

/**
 * Matches the text anywhere; `%`, `_` and `\` are literal. A word of three letters uses the trigram index; a shorter
 * text uses the index of letters and pairs of letters, which finds candidates only.
 */
export function matchesMember(text: string): SQL {
  if (text === '') return sql`true`
  const like = sql`search like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
  if (/[\p{L}\p{N}]{3}/u.test(text)) return like
  const letters = /^.{1,2}$/su.test(text) ? sql`array[lower(${text})]` : sql`portal_pairs(lower(${text}))`
  return sql`${like} and (portal_pairs(search) || string_to_array(search, null)) @> ${letters}`
}
