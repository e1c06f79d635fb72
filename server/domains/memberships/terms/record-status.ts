import { copenhagenDate } from '#server/database/clock.ts'
import type { Tx } from '#server/database/db.ts'
import { mayWithMember, relationshipsOf } from '#server/domains/members/index.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { lockMembershipsOf, selectMemberships, updateStatuses } from '../queries.ts'
import { statusOf } from './membership-status.ts'

interface Which {
  readonly ids?: readonly string[]
  readonly memberIds?: readonly string[]
}

/**
 * Derives the statuses of memberships and records those that changed, in a fixed number of statements. The memberships are
 * locked, so that what is read is still true when it is written.
 */
export async function recordStatuses(tx: Tx, which: Which, now: Date) {
  const derived = await deriveStatuses(tx, which, now)
  await updateStatuses(tx, derived, 'bought or looked at')
  return derived
}

/** Updates statuses after days have passed. @returns how many changed */
export const recordPassing = async (tx: Tx, ids: readonly string[]): Promise<number> =>
  updateStatuses(tx, await deriveStatuses(tx, { ids }, tx.now), 'days passed')

async function deriveStatuses(tx: Tx, which: Which, now: Date) {
  const today = copenhagenDate(now)
  const rows = await selectMemberships(tx, which)
  return rows.map(({ membership, graceDays, terms }) => ({
    id: membership.id,
    memberId: membership.memberId,
    orgId: membership.orgId,
    status: statusOf(terms, today, graceDays).status,
  }))
}

/** Recalculates the statuses of people for whom the caller may buy. Takes ids only, never a status. */
export async function calculateStatus(tx: Tx, actor: MemberActor, { memberIds }: { memberIds: string[] }) {
  const people = await relationshipsOf(tx, actor, memberIds)
  const ids = people.filter(({ relationship }) => mayWithMember(relationship, 'buy')).map(({ member }) => member.id)
  if (ids.length !== new Set(memberIds).size) throw new Problem('not_found')
  if (ids.length === 0) return []
  await lockMembershipsOf(tx, ids)
  return recordStatuses(tx, { memberIds: ids }, tx.now)
}
