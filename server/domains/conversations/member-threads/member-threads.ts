import type { AskedClub, Conversation, Thread } from '#contract/conversations/answers.ts'
import { MOST_COUNTED } from '#contract/notifications/notifications.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { organisations, threads } from '#server/database/schema/index.ts'
import { and, desc, eq, getTableColumns, sql, type SQL } from '#server/database/sql.ts'
import { clubColumns, type ClubRow } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { markRead } from '../read-marks.ts'
import {
  type Cursor,
  cursorOf,
  presentThread,
  readCursor,
  showMessages,
  type ThreadReader,
  type ThreadRow,
  visibleTo,
} from '../threads.ts'

const PAGE = 30

const endOf = ({ lastAt, id }: ThreadRow) => cursorOf({ at: lastAt, id })

export async function listThreads(
  db: Db,
  actor: MemberActor,
  { orgId = null, before }: { orgId?: string | null | undefined; before?: string | undefined },
): Promise<{ threads: Thread[]; next: string | null; unread: number; clubs: AskedClub[] }> {
  const [rows, clubs] = await Promise.all([
    selectThreadsOf(db, actor, { orgId, before: readCursor(before), limit: PAGE + 1 }),
    selectAskedClubs(db, actor),
  ])
  const shown = rows.slice(0, PAGE)
  return {
    threads: shown.map(({ thread, ...about }) => presentThread(thread, about)),
    next: rows.length > PAGE ? endOf(shown.at(-1)!.thread) : null,
    // Up to a number that says "many".
    unread: Math.min(
      MOST_COUNTED + 1,
      clubs.reduce((sum, { unread }) => sum + unread, 0),
    ),
    clubs,
  }
}

/** A thread of somebody else is not found. */
export async function showThread(
  db: Reader,
  actor: MemberActor,
  which: { threadId: string; before?: string | undefined },
): Promise<Conversation> {
  const found = await showConversation(db, actor, which)
  if (!found) throw new Problem('thread_not_found')
  return found
}

/** A thread as its asker sees it. */
export async function showConversation(
  db: Reader,
  asker: Asker,
  { threadId, before }: { threadId: string; before?: string | undefined },
): Promise<Conversation | null> {
  const asked = await selectOptionalAsked(db, threadId, asker)
  if (!asked) return null
  const { thread, ...about } = asked
  return { thread: presentThread(thread, about), ...(await showMessages(db, threadId, before)) }
}

export async function markOwnRead(
  tx: Tx,
  actor: MemberActor,
  { threadId, upTo }: { threadId: string; upTo: string },
): Promise<{ status: 'success' }> {
  if (!(await selectOptionalAsked(tx, threadId, actor))) throw new Problem('thread_not_found')
  return markRead(tx, { threadId, memberId: actor.memberId, upTo })
}

/** A thread with its club, and how many messages of the club its asker has not read. */
interface AskedThread {
  readonly thread: ThreadRow
  readonly club: ClubRow
  readonly unread: number
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

const select = (db: Reader, where: SQL | undefined) =>
  db
    .select({ thread: getTableColumns(threads), club: clubColumns, unread })
    .from(threads)
    .innerJoin(organisations, eq(organisations.id, threads.orgId))
    .where(where)
    .orderBy(desc(threads.lastAt), desc(threads.id))

/** A page of a member's threads with one club or all, newest message first. */
const selectThreadsOf = (
  db: Reader,
  asker: Asker,
  { orgId, before, limit }: { orgId: string | null; before: Cursor | null; limit: number },
): Promise<AskedThread[]> =>
  select(
    db,
    sql`threads.id in (
      select id from threads where ${visibleTo(asker)} and ${orgId ? sql`org_id = ${orgId}` : sql`true`} and ${
        before ? sql`(last_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql`true`
      } order by last_at desc, id desc limit ${limit}
    )`,
  )

/** A member or visitor who asks clubs. */
type Asker = Exclude<ThreadReader, OfficeCaller>

export async function selectOptionalAsked(db: Reader, threadId: string, asker: Asker): Promise<AskedThread | null> {
  const [row] = await select(db, and(eq(threads.id, threadId), visibleTo(asker)))
  return row ?? null
}

/** Only the newest threads are counted, because every page requests this. */
const LOOKED_THROUGH = 500

/** Waiting and unread threads per club; clubs without any are left out. */
async function selectAskedClubs(db: Reader, asker: Asker): Promise<AskedClub[]> {
  const { rows } = await db.execute<{ [Name in keyof AskedClub]: AskedClub[Name] }>(sql`
    select org_id as "orgId", (count(*) filter (where state = 'open'))::int as waiting, sum(unread)::int as unread,
      (array_agg(id order by last_at desc, id desc) filter (where unread > 0))[1] as answered
    from (
      select id, org_id, state, last_at, ${unread} as unread from threads
      where ${visibleTo(asker)} order by last_at desc, id desc limit ${LOOKED_THROUGH}
    ) looked_through
    where state = 'open' or unread > 0 group by org_id`)
  return rows
}
