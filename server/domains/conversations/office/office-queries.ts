import { asc, inArray, sql } from 'drizzle-orm'
import type { Thread } from '#contract/conversation-answers.ts'
import type { Reader } from '#server/database/db.ts'
import { organisations } from '#server/database/schema/index.ts'

/** So many one answer holds. */
const MOST = 1000

/** Clubs by their keys, or all, with how many threads wait there. */
export const selectOffices = (
  db: Reader,
  keys: readonly string[] | null,
): Promise<{ club: Thread['club']; open: number }[]> =>
  db
    .select({
      club: { id: organisations.id, key: organisations.key, name: organisations.name, hue: organisations.hue },
      open: sql<number>`(select count(*)::int from threads where threads.org_id = organisations.id and state = 'open')`,
    })
    .from(organisations)
    .where(keys ? inArray(organisations.key, [...keys]) : undefined)
    .orderBy(asc(organisations.name), asc(organisations.id))
    .limit(MOST)
