import type { ListedMember } from '#contract/members/members.ts'
import { searchWords } from '#contract/search-words.ts'
import type { Db } from '#server/database/db.ts'
import { containsWord } from '#server/database/search-sql.ts'
import { sql, type SQL } from '#server/database/sql.ts'

const MOST = 1000

/** Members by first, then last name; with `search`, those who have all its words in name, e-mail address and phone. */
export async function listMembers(
  db: Db,
  { size = MOST, search = '' }: { size?: number | undefined; search?: string | undefined },
): Promise<ListedMember[]> {
  const { rows } = await db.execute<ListedMember & Record<string, unknown>>(sql`
    select id, first_name as "firstName", last_name as "lastName", email from members
    where enabled and archived_at is null and ${matchesMember(search)}
    order by listed, id limit ${size}`)
  return rows
}

/**
 * Matches every word of a phrase. A word of three letters uses the trigram index; shorter ones use the index of letters and pairs of letters. They are
 * compared by `strpos` beside it, which is exact and, unlike `like`, makes no difference to how many PostgreSQL expects.
 */
export function matchesMember(phrase: string): SQL {
  const [long, short] = [[], []] as [string[], string[]]
  for (const word of searchWords(phrase)) (/[\p{L}\p{N}]{3}/u.test(word) ? long : short).push(word)
  const conditions = long.map((word) => containsWord(sql`folded`, word))
  conditions.push(...short.map((word) => sql`strpos(folded, ${word}) <> 0`))
  const letters = short.map((word) =>
    /^.{1,2}$/su.test(word) ? sql`array[${word}::text]` : sql`portal_pairs(${word})`,
  )
  if (letters.length > 0)
    conditions.push(sql`(portal_pairs(folded) || string_to_array(folded, null)) @> (${sql.join(letters, sql` || `)})`)
  return sql.join([sql`true`, ...conditions], sql` and `)
}
