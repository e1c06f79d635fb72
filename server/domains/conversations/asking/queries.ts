import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { AskedClub, Thread } from '#contract/conversation-answers.ts'
import { MOST_COUNTED } from '#contract/notifications.ts'
import type { Reader } from '#server/database/db.ts'
import { organisations, threads } from '#server/database/schema/index.ts'
import type { Cursor } from '../cursor.ts'
import type { ThreadRow } from '../queries.ts'

/** A thread with its club, and how many messages of the club its asker has not read. */
export interface AskedThread {
  readonly thread: ThreadRow
  readonly club: Thread['club']
  readonly unread: number
}

const club = {
  id: organisations.id,
  key: organisations.key,
  name: organisations.name,
  hue: organisations.hue,
}

/** Messages of the club after the asker's mark, up to a number that says "many"; a visitor has none. */
const unread = sql<number>`(
  select count(*)::int from (select from thread_messages
  where thread_messages.thread_id = threads.id and sender = 'club' and threads.member_id is not null
    and created_at > coalesce((
      select read_at from thread_reads where thread_reads.thread_id = threads.id and thread_reads.member_id = threads.member_id
    ), '-infinity')
  limit ${MOST_COUNTED + 1}) counted
)`

const select = (db: Reader, where: SQL | undefined): Promise<AskedThread[]> =>
  db
    .select({ thread: getTableColumns(threads), club, unread })
    .from(threads)
    .innerJoin(organisations, eq(organisations.id, threads.orgId))
    .where(where)
    .orderBy(desc(threads.lastAt), desc(threads.id))

/** A member's threads, with one club or all, the one written in last first, those before where a page ended. */
export const selectThreadsOf = (
  db: Reader,
  memberId: string,
  { orgId, before, limit }: { orgId: string | null; before: Cursor | null; limit: number },
): Promise<AskedThread[]> =>
  select(
    db,
    sql`threads.id in (
      select id from threads page where member_id = ${memberId} and ${orgId ? sql`org_id = ${orgId}` : sql`true`} and ${
        before ? sql`(last_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql`true`
      } order by last_at desc, id desc limit ${limit}
    )`,
  )

/** A thread of this member's, or a visitor's when null. */
export async function selectOptionalAsked(
  db: Reader,
  threadId: string,
  memberId: string | null,
): Promise<AskedThread | null> {
  const [row] = await select(db, and(eq(threads.id, threadId), isOf(memberId)))
  return row ?? null
}

/** Whether a thread is this member's, or when null that of a visitor whom the portal has not forgotten. */
export const isOf = (memberId: string | null): SQL =>
  memberId === null ? sql`${threads.visitorEmail} <> ''` : eq(threads.memberId, memberId)

/** So many of somebody's threads, the newest, are looked through for what waits: the portal asks that of itself all the time. */
const LOOKED_THROUGH = 500

/** How a member's threads stand, by club; clubs where nothing waits are left out. */
export async function selectAskedClubs(db: Reader, memberId: string): Promise<AskedClub[]> {
  const { rows } = await db.execute<{ [Name in keyof AskedClub]: AskedClub[Name] }>(sql`
    select org_id as "orgId", (count(*) filter (where state = 'open'))::int as waiting, sum(unread)::int as unread,
      (array_agg(id order by last_at desc, id desc) filter (where unread > 0))[1] as answered
    from (
      select id, org_id, state, last_at, ${unread} as unread from threads
      where member_id = ${memberId} order by last_at desc, id desc limit ${LOOKED_THROUGH}
    ) looked_through
    where state = 'open' or unread > 0 group by org_id`)
  return rows
}
