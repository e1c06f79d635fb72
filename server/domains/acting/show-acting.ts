import type { Acting } from '#contract/acting.ts'
import type { Member } from '#contract/members.ts'
import type { Db, Reader } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { endOfGrant } from './caller-queries.ts'
import { selectGrantUsedAt } from './queries.ts'

/** Somebody as the caller may see them. Given by the members domain. */
export type ShowMember = (db: Reader, actor: MemberActor, memberId: string) => Promise<Member>

/** For whom the caller acts by this call's header. */
export async function showActing(
  showMember: ShowMember,
  db: Db,
  actor: MemberActor,
): Promise<{ acting: Acting | null }> {
  if (!actor.acting) return { acting: null }
  const { memberId, as, impersonationId } = actor.acting
  const usedAt = impersonationId === undefined ? null : await selectGrantUsedAt(db, impersonationId)
  const until = usedAt && endOfGrant(usedAt).toISOString()
  return { acting: { member: await showMember(db, actor, memberId), as, until } }
}
