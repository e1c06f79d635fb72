import type { Tx } from '#server/database/db.ts'
import { recordAct } from '#server/domains/acting/index.ts'
import { fullName, showMember } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { requireRoom } from './add-participant.ts'
import { lockParent, lockParticipant, updateArchived } from './participant-queries.ts'

/**
 * Until when a member holds something that must not be lost from sight, such as a membership: a day, or null. Given by each
 * domain that sells.
 */
export type HoldsUntil = (tx: Tx, memberId: string) => Promise<string | null>

interface ById {
  readonly id: string
}

/** Puts a participant away: nobody chooses them any more. Whoever holds something stays until that ends. */
export async function archiveParticipant(holdsUntil: readonly HoldsUntil[], tx: Tx, actor: MemberActor, { id }: ById) {
  const child = await lockParticipant(tx, actor.memberId, id)
  if (!child) throw new Problem('not_found')
  let until: string | null = null
  for (const ask of holdsUntil) {
    const day = await ask(tx, id)
    if (day !== null && (until === null || day > until)) until = day
  }
  if (until) throw new Problem('participant_holds_membership', { data: { until } })
  if (!child.archivedAt) {
    await updateArchived(tx, id, true)
    await recordAct(tx, actor, { subjectId: id, name: 'participant_archived', data: { name: fullName(child) } })
  }
  return showMember(tx, actor, id)
}

/** Takes one back, if there is room among those looked after. */
export async function restoreParticipant(tx: Tx, actor: MemberActor, { id }: ById) {
  await lockParent(tx, actor.memberId)
  const child = await lockParticipant(tx, actor.memberId, id)
  if (!child) throw new Problem('not_found')
  if (child.archivedAt) {
    await requireRoom(tx, actor.memberId)
    await updateArchived(tx, id, false)
    await recordAct(tx, actor, { subjectId: id, name: 'participant_restored', data: { name: fullName(child) } })
  }
  return showMember(tx, actor, id)
}
