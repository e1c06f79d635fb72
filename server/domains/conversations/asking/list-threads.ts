import type { AskedClub, Thread } from '#contract/conversation-answers.ts'
import { MOST_COUNTED } from '#contract/notifications.ts'
import type { Db } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { cursorOf, readCursor } from '../cursor.ts'
import { presentThread } from '../present.ts'
import type { ThreadRow } from '../queries.ts'
import { selectAskedClubs, selectThreadsOf } from './queries.ts'

const PAGE = 30

const endOf = ({ lastAt, id }: ThreadRow) => cursorOf({ at: lastAt, id })

export async function listThreads(
  db: Db,
  { memberId }: MemberActor,
  { orgId = null, before }: { orgId?: string | null | undefined; before?: string | undefined },
): Promise<{ threads: Thread[]; next: string | null; unread: number; clubs: AskedClub[] }> {
  const [rows, clubs] = await Promise.all([
    selectThreadsOf(db, memberId, { orgId, before: readCursor(before), limit: PAGE + 1 }),
    selectAskedClubs(db, memberId),
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
