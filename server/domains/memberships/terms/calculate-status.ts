import type { Tx } from '#server/database/db.ts'
import { mayWithMember, relationshipsOf } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockMembershipsOf } from '../queries.ts'
import { recordStatuses } from './record-status.ts'

/** Derives the status of people anew and records changes. It takes ids only, and only of people for whom the caller may buy. */
export async function calculateStatus(tx: Tx, actor: MemberActor, { memberIds }: { memberIds: string[] }) {
  const people = await relationshipsOf(tx, actor, memberIds)
  const ids = people.filter(({ relationship }) => mayWithMember(relationship, 'buy')).map(({ member }) => member.id)
  if (ids.length !== new Set(memberIds).size) throw new Problem('not_found')
  if (ids.length === 0) return []
  await lockMembershipsOf(tx, ids)
  return recordStatuses(tx, { memberIds: ids }, tx.now)
}
