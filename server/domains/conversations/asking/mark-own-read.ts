import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { markRead } from '../mark-read.ts'
import { selectOptionalAsked } from './queries.ts'

export async function markOwnRead(
  tx: Tx,
  { memberId }: MemberActor,
  { threadId, upTo }: { threadId: string; upTo: string },
): Promise<{ status: 'success' }> {
  if (!(await selectOptionalAsked(tx, threadId, memberId))) throw new Problem('thread_not_found')
  return markRead(tx, { threadId, memberId, upTo })
}
