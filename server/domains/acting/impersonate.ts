import type { Acting } from '#contract/acting.ts'
import type { Tx } from '#server/database/db.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { endOfGrant } from './caller-queries.ts'
import { mayImpersonate } from './policy.ts'
import * as queries from './queries.ts'
import { recordAct, recordActs } from './record-act.ts'
import type { ShowMember } from './show-acting.ts'

/** A super admin begins to act as a member. Whoever they acted as until now is let go; both can read of it. */
export async function impersonate(
  showMember: ShowMember,
  tx: Tx,
  actor: MemberActor,
  { memberId }: { memberId: string },
): Promise<Acting> {
  await queries.lockImpersonator(tx, actor.signedInId)
  const target = await queries.selectOptionalTarget(tx, memberId)
  if (!target) throw new Problem('not_found')
  if (!mayImpersonate(actor, target)) throw new Problem('impersonation_refused')

  await endAll(tx, actor)
  const grant = await queries.insertImpersonation(tx, actor.signedInId, memberId)
  await recordAct(tx, actor, { subjectId: memberId, as: 'impersonator', name: 'impersonation_started' })
  const as = 'impersonator'
  const other: MemberActor = { ...actor, memberId, roles: [], acting: { memberId, as, impersonationId: grant.id } }
  return { member: await showMember(tx, other, memberId), as, until: endOfGrant(grant.usedAt).toISOString() }
}

/** Ends every grant of whoever is signed in; none is no error. */
export async function endImpersonation(tx: Tx, actor: MemberActor): Promise<void> {
  await queries.lockImpersonator(tx, actor.signedInId)
  await endAll(tx, actor)
}

async function endAll(tx: Tx, actor: MemberActor) {
  const ended = await queries.endImpersonations(tx, actor.signedInId)
  await recordActs(
    tx,
    actor,
    ended.map((subjectId) => ({ subjectId, as: 'impersonator', name: 'impersonation_ended' })),
  )
}
