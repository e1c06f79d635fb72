import type { ListedMember } from '#contract/members.ts'
import type { Db } from '#server/database/db.ts'
import { lookUp, lookAlong } from './search-queries.ts'

/** Members that a first look along the names goes by: what one in fifty has is found a thousand times among them. */
const LOOK = 50_000

/**
 * Members by first, then last name; with `search`, those whose first name, last name, full name or e-mail address contains
 * it. What is common is soon found along the names; what is not is rare enough to be looked up and sorted.
 */
export async function listMembers(
  db: Db,
  { size, search = '' }: { size: number; search?: string | undefined },
): Promise<ListedMember[]> {
  const text = search.replace(/\s+/g, ' ')
  if (text === '') return lookAlong(db, { text, size, among: size })
  const first = await lookAlong(db, { text, size, among: LOOK })
  return first.length === size ? first : lookUp(db, { text, size })
}
