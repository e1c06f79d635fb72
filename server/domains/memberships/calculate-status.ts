import type { Tx } from '#server/database/db.ts'
import { selectOwnPeople } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockMembershipsOf } from './queries.ts'
import { recordStatuses } from './record-status.ts'

/** Derives the status of people anew and records changes. It takes ids only, and only of the caller's own people. */
export async function calculateStatus(tx: Tx, actor: MemberActor, { memberIds }: { memberIds: string[] }) {
  const people = await selectOwnPeople(tx, actor.memberId, memberIds)
  if (people.length !== new Set(memberIds).size) throw new Problem('not_found')
  if (people.length === 0) return []
  const ids = people.map((person) => person.id)
  await lockMembershipsOf(tx, ids)
  return recordStatuses(tx, { memberIds: ids }, tx.now)
}
