import type { OfficeConversation, OfficeThread, ThreadState } from '#contract/conversation-answers.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { administeredOrganisation } from '#server/domains/organisations/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { cursorOf, readCursor } from '../cursor.ts'
import { markRead } from '../mark-read.ts'
import type { ThreadRow } from '../queries.ts'
import { countStates, selectInbox, selectOptionalInOffice, type InOffice } from './inbox-queries.ts'
import { presentInOffice, showOfficeConversation } from './present.ts'
import { wordsOf } from './search-queries.ts'

const PAGE = 30

/** Those that wait stand in the order of their waiting. */
const endOf = ({ waitingSince, lastAt, id }: ThreadRow, state: ThreadState | undefined) =>
  cursorOf({ at: state === 'open' ? waitingSince : lastAt, id })

interface Which {
  readonly orgId: string
  readonly state?: ThreadState | undefined
  readonly q?: string | undefined
  readonly after?: string | undefined
}

/** What was asked of a club, for its admins; the counts are of all its threads, whatever is looked for. */
export async function listInbox(
  db: Db,
  actor: MemberActor,
  { orgId, state, q = '', after }: Which,
): Promise<{ threads: OfficeThread[]; next: string | null; counts: Record<ThreadState, number> }> {
  await administeredOrganisation(db, actor, orgId)
  const [rows, counts] = await Promise.all([
    selectInbox(db, actor.memberId, { orgId, state, words: wordsOf(q), after: readCursor(after) }, PAGE + 1),
    countStates(db, orgId),
  ])
  const page = rows.slice(0, PAGE)
  return {
    threads: page.map((row) => presentInOffice(row, actor)),
    next: rows.length > PAGE ? endOf(page.at(-1)!.thread, state) : null,
    counts,
  }
}

/** A thread of another club is answered like none. */
export async function showInOffice(
  db: Db,
  actor: MemberActor,
  which: InOffice & { readonly before?: string | undefined },
): Promise<OfficeConversation> {
  await administeredOrganisation(db, actor, which.orgId)
  return showOfficeConversation(db, actor, which)
}

/** Each of the office reads for themselves. */
export async function markReadInOffice(
  tx: Tx,
  actor: MemberActor,
  { upTo, ...which }: InOffice & { readonly upTo: string },
): Promise<{ status: 'success' }> {
  await administeredOrganisation(tx, actor, which.orgId)
  if (!(await selectOptionalInOffice(tx, actor.memberId, which))) throw new Problem('thread_not_found')
  return markRead(tx, { threadId: which.threadId, memberId: actor.memberId, upTo })
}
