import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { ThreadState } from '#contract/conversation-answers.ts'
import { MOST_COUNTED } from '#contract/notifications.ts'
import type { Reader } from '#server/database/db.ts'
import { members, threads } from '#server/database/schema/index.ts'
import type { Cursor } from '../cursor.ts'
import type { ThreadRow } from '../queries.ts'
import { mentions } from './search-queries.ts'

/** A thread under its club's name. */
export interface InOffice {
  readonly orgId: string
  readonly threadId: string
}

/** A thread as one of the club's people finds it. */
export interface OfficeThreadRow {
  readonly thread: ThreadRow
  /** Null: a visitor. */
  readonly member: { readonly firstName: string; readonly lastName: string; readonly email: string | null } | null
  readonly notes: number
  /** Messages of the asker that the reader has not read, up to a number that says "many". */
  readonly unread: number
}

export interface Wanted {
  readonly orgId: string
  readonly state: ThreadState | undefined
  readonly words: readonly string[]
  /** Where the page before ended. */
  readonly after: Cursor | null
}

const notes = sql<number>`(select count(*)::int from thread_notes where thread_notes.thread_id = threads.id)`

const unreadBy = (readerId: string) => sql<number>`(
  select count(*)::int from (select from thread_messages
  where thread_messages.thread_id = threads.id and sender = 'asker' and created_at > coalesce((
    select read_at from thread_reads where thread_reads.thread_id = threads.id and thread_reads.member_id = ${readerId}
  ), '-infinity') limit ${MOST_COUNTED + 1}) counted
)`

const select = (db: Reader, readerId: string, where: SQL | undefined) =>
  db
    .select({
      thread: getTableColumns(threads),
      member: { firstName: members.firstName, lastName: members.lastName, email: members.email },
      notes,
      unread: unreadBy(readerId),
    })
    .from(threads)
    .leftJoin(members, eq(members.id, threads.memberId))
    .where(where)

/** A page of a club's threads: of those that wait, the longest waiting first, else the one written in last. */
export function selectInbox(
  db: Reader,
  readerId: string,
  { orgId, state, words, after }: Wanted,
  limit: number,
): Promise<OfficeThreadRow[]> {
  const waiting = state === 'open'
  const moment = waiting ? sql`waiting_since` : sql`last_at`
  const direction = waiting ? sql`asc` : sql`desc`
  const page = sql`
    select id from threads page
    where org_id = ${orgId}
      and ${waiting ? sql`state = 'open'` : state ? sql`state = ${state}` : sql`true`}
      and ${mentions(words)}
      and ${after ? sql`(${moment}, id) ${waiting ? sql`>` : sql`<`} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${moment} ${direction}, id ${direction} limit ${limit}`
  const rows = select(db, readerId, sql`threads.id in (${page})`)
  return waiting
    ? rows.orderBy(asc(threads.waitingSince), asc(threads.id))
    : rows.orderBy(desc(threads.lastAt), desc(threads.id))
}

/** A thread of this club; null for any other. */
export async function selectOptionalInOffice(
  db: Reader,
  readerId: string,
  { orgId, threadId }: InOffice,
): Promise<OfficeThreadRow | null> {
  const [row] = await select(db, readerId, and(eq(threads.id, threadId), isOfClub(orgId)))
  return row ?? null
}

/** What must be true of a thread that this club's office works on. */
export const isOfClub = (orgId: string): SQL => eq(threads.orgId, orgId)

/** How many threads of a club are in each state. */
export async function countStates(db: Reader, orgId: string): Promise<Record<ThreadState, number>> {
  const { rows } = await db.execute<{ state: ThreadState; count: number }>(
    sql`select state, count(*)::int as count from threads where org_id = ${orgId} group by state`,
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return { open: counts.get('open') ?? 0, answered: counts.get('answered') ?? 0, closed: counts.get('closed') ?? 0 }
}
