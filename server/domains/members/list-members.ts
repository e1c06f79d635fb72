import type { ListedMember } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'
import { estimate, lookAlong, lookUp } from './search-queries.ts'

const MOST = 1000

/** Matches from which on it takes less to look along all names than to look each one up and sort them. */
const MANY = 10_000

/** Members that a look along the names goes by before it is given up: matches can be many and late in the alphabet. */
const FAR = 100_000

/**
 * Members by first, then last name; with `search`, those whose first name, last name, full name or e-mail address contains
 * it. Both ways find the same; which one is tried first is only a matter of time.
 */
export async function listMembers(
  db: Db,
  { size = MOST, search = '' }: { size?: number | undefined; search?: string | undefined },
): Promise<ListedMember[]> {
  const text = search.replace(/\s+/g, ' ')
  if (text === '') return lookAlong(db, { text, size, among: size })
  if ((await estimate(db, text)) >= MANY) {
    const met = await lookAlong(db, { text, size, among: FAR })
    if (met.length === size) return met
  }
  return lookUp(db, { text, size })
}
