import type { Thread, ThreadState } from '#contract/conversations/answers.ts'
import type { OfficeConversation, OfficeThread } from '#contract/conversations/office.ts'
import { searchWords } from '#contract/search-words.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { organisations, threads } from '#server/database/schema/index.ts'
import { containsWord } from '#server/database/search-sql.ts'
import { and, asc, desc, eq, or, sql, type SQL } from '#server/database/sql.ts'
import { requireMemberOf } from '#server/domains/members/index.ts'
import { clubColumns, presentClub } from '#server/domains/organisations/index.ts'
import type { MemberActor, OfficeCaller } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { clubsWith, hasScopeSql, type Scope } from '#server/identity/scopes.ts'
import { markRead } from '../read-marks.ts'
import { cursorOf, readCursor, visibleTo, type Cursor, type ThreadRow } from '../threads.ts'
import {
  presentInOffice,
  selectOfficeThreads,
  selectOptionalInOffice,
  showOfficeConversation,
  type InOffice,
  type OfficeThreadRow,
} from './office-thread.ts'

const PAGE = 30

/** Open threads are sorted by how long they wait. */
const endOf = ({ waitingSince, lastAt, id }: ThreadRow, state: ThreadState | undefined) =>
  cursorOf({ at: state === 'open' ? waitingSince : lastAt, id })

interface Which {
  readonly state?: ThreadState | undefined
  readonly q?: string | undefined
  readonly after?: string | undefined
}

/** A page of a club's threads. The counts are of all its threads, whatever the search. */
export async function listInbox(
  db: Db,
  caller: OfficeCaller,
  { state, q = '', after }: Which,
): Promise<{ threads: OfficeThread[]; next: string | null; counts: Record<ThreadState, number> }> {
  const [rows, counts] = await Promise.all([
    selectInbox(db, caller, { state, words: searchWords(q), after: readCursor(after) }, PAGE + 1),
    countStates(db, caller),
  ])
  const page = rows.slice(0, PAGE)
  return {
    threads: page.map((row) => presentInOffice(row, caller.actor)),
    next: rows.length > PAGE ? endOf(page.at(-1)!.thread, state) : null,
    counts,
  }
}

/** The newest threads of one of the club's members. */
export async function listThreadsOfMember(
  db: Db,
  caller: OfficeCaller,
  { memberId }: { readonly memberId: string },
): Promise<OfficeThread[]> {
  await requireMemberOf(db, caller.organisation.id, memberId)
  const rows = await selectOfficeThreads(
    db,
    caller.actor.memberId,
    and(visibleTo(caller), eq(threads.memberId, memberId)),
  )
    .orderBy(desc(threads.lastAt), desc(threads.id))
    .limit(PAGE)
  return rows.map((row) => presentInOffice(row, caller.actor))
}

/** A thread of another club is not found. */
export const showInOffice = (
  db: Db,
  caller: OfficeCaller,
  which: InOffice & { readonly before?: string | undefined },
): Promise<OfficeConversation> => showOfficeConversation(db, caller, which)

/** Each admin has read marks of their own. */
export async function markReadInOffice(
  tx: Tx,
  caller: OfficeCaller,
  { upTo, ...which }: InOffice & { readonly upTo: string },
): Promise<{ status: 'success' }> {
  if (!(await selectOptionalInOffice(tx, caller, which))) throw new Problem('thread_not_found')
  return markRead(tx, { threadId: which.threadId, memberId: caller.actor.memberId, upTo })
}

/** Matches all words: long ones anywhere, short ones at the beginning of a word near the thread's beginning. */
const mentions = (words: readonly string[]): SQL =>
  words.length === 0
    ? sql`true`
    : sql.join(
        words.map((word) => (Array.from(word).length < 3 ? begins(word) : containsWord(sql`search`, word))),
        sql` and `,
      )

/** Characters in which short words are searched, because no index helps there. */
const BEGINNING = 500

const begins = (word: string): SQL =>
  sql`left(search, ${BEGINNING}::int) ~ ${`(^|[^[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`

/** The most clubs in one response. */
const MOST_OFFICES = 1000

export interface Office {
  readonly club: Thread['club']
  readonly open: number
  readonly waitingSince: string | null
}

interface WhichOffices {
  readonly waiting?: 'true' | undefined
  /** One of these is enough. */
  readonly scopes?: readonly Scope[]
}

/**
 * The clubs whose inbox the caller reads, by name, with the number of open threads and how long the first waits. Those
 * of other scopes have no threads.
 */
export async function listOffices(
  db: Db,
  actor: MemberActor,
  { waiting, scopes = ['inbox'] }: WhichOffices = {},
): Promise<Office[]> {
  if (scopes.every((scope) => clubsWith(actor, scope).length === 0)) return []
  const may = (scope: Scope) => hasScopeSql(actor, scope, sql`organisations.key`)
  const ofClub = sql`from threads where threads.org_id = organisations.id and state = 'open' and ${may('inbox')}`
  const offices = await db
    .select({
      club: clubColumns,
      open: sql<number>`(select count(*)::int ${ofClub})`,
      since: sql<string | null>`(select min(waiting_since) ${ofClub})`,
    })
    .from(organisations)
    .where(and(or(...scopes.map(may)), waiting && sql`exists (select ${ofClub})`))
    .orderBy(sql`danish_order(${organisations.name})`, asc(organisations.id))
    .limit(MOST_OFFICES)
  return offices.map(({ since, club, open }) => ({
    club: presentClub(club),
    open,
    waitingSince: since && new Date(since).toISOString(),
  }))
}

/** How many of a club's threads wait for an answer, and since when. */
export async function countOpenThreads(db: Reader, orgId: string): Promise<Pick<Office, 'open' | 'waitingSince'>> {
  const { rows } = await db.execute<{ open: number; since: string | null }>(
    sql`select count(*)::int as open, min(waiting_since) as since from threads where org_id = ${orgId} and state = 'open'`,
  )
  const { open, since } = rows[0]!
  return { open, waitingSince: since && new Date(since).toISOString() }
}

interface InboxFilter {
  readonly state: ThreadState | undefined
  readonly words: readonly string[]
  /** The end of the previous page. */
  readonly after: Cursor | null
}

/** Open threads with the longest waiting first, others with the newest message first. */
function selectInbox(
  db: Reader,
  caller: OfficeCaller,
  { state, words, after }: InboxFilter,
  limit: number,
): Promise<OfficeThreadRow[]> {
  const waiting = state === 'open'
  const moment = waiting ? sql`waiting_since` : sql`last_at`
  const direction = waiting ? sql`asc` : sql`desc`
  const page = sql`
    select id from threads
    where ${visibleTo(caller)}
      and ${waiting ? sql`state = 'open'` : state ? sql`state = ${state}` : sql`true`}
      and ${mentions(words)}
      and ${after ? sql`(${moment}, id) ${waiting ? sql`>` : sql`<`} (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${moment} ${direction}, id ${direction} limit ${limit}`
  const rows = selectOfficeThreads(db, caller.actor.memberId, sql`threads.id in (${page})`)
  return waiting
    ? rows.orderBy(asc(threads.waitingSince), asc(threads.id))
    : rows.orderBy(desc(threads.lastAt), desc(threads.id))
}

async function countStates(db: Reader, caller: OfficeCaller): Promise<Record<ThreadState, number>> {
  const { rows } = await db.execute<{ state: ThreadState; count: number }>(
    sql`select state, count(*)::int as count from threads where ${visibleTo(caller)} group by state`,
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return { open: counts.get('open') ?? 0, answered: counts.get('answered') ?? 0, closed: counts.get('closed') ?? 0 }
}
