import type { Acting } from '#contract/members/acting.ts'
import type { Db, Reader, Tx } from '#server/database/db.ts'
import { newId } from '#server/database/new-id.ts'
import { impersonations } from '#server/database/schema/index.ts'
import { eq, sql } from '#server/database/sql.ts'
import type { MemberActor } from '#server/http/actor.ts'
import { Problem } from '#server/http/problem.ts'
import { isSuperAdmin } from '#contract/token-roles.ts'
import { recordAuditEntry, recordAuditEntries } from './audit-log.ts'
import { endOfGrant, GRANT_MINUTES, wasSuperAdmin } from './find-caller.ts'
import { showMember } from './relationship.ts'

/** Starts impersonating a member and ends any other impersonation. Both people can read it in the audit log. */
export async function impersonate(tx: Tx, actor: MemberActor, { memberId }: { memberId: string }): Promise<Acting> {
  await lockImpersonator(tx, actor.actorId)
  const target = await selectOptionalTarget(tx, memberId)
  if (!target) throw new Problem('not_found')
  if (!mayImpersonate(actor, target)) throw new Problem('impersonation_refused')

  await endAll(tx, actor)
  const grant = await insertImpersonation(tx, actor.actorId, memberId)
  await recordAuditEntry(tx, actor, { subjectId: memberId, as: 'impersonator', name: 'impersonation_started' })
  const as = 'impersonator'
  const other: MemberActor = { ...actor, memberId, roles: [], acting: { memberId, as, impersonationId: grant.id } }
  return { member: await showMember(tx, other, memberId), as, until: endOfGrant(grant.usedAt).toISOString() }
}

/** Ends all impersonations of the signed-in person; it is no error if there are none. */
export async function endImpersonation(tx: Tx, actor: MemberActor): Promise<void> {
  await lockImpersonator(tx, actor.actorId)
  await endAll(tx, actor)
}

async function endAll(tx: Tx, actor: MemberActor) {
  const ended = await endImpersonations(tx, actor.actorId)
  await recordAuditEntries(
    tx,
    actor,
    ended.map((subjectId) => ({ subjectId, as: 'impersonator', name: 'impersonation_ended' })),
  )
}

/** The member for whom this call's header acts. */
export async function showActing(db: Db, actor: MemberActor): Promise<{ acting: Acting | null }> {
  if (!actor.acting) return { acting: null }
  const { memberId, as, impersonationId } = actor.acting
  const usedAt = impersonationId === undefined ? null : await selectGrantUsedAt(db, impersonationId)
  const until = usedAt && endOfGrant(usedAt).toISOString()
  return { acting: { member: await showMember(db, actor, memberId), as, until } }
}

/** The member to impersonate, with what decides whether that is allowed. */
async function selectOptionalTarget(
  db: Reader,
  id: string,
): Promise<{ id: string; enabled: boolean; superAdmin: boolean } | null> {
  const { rows } = await db.execute<{ id: string; enabled: boolean; superAdmin: boolean }>(sql`
    select id, enabled, ${wasSuperAdmin(sql`members.id`)} as "superAdmin" from members where id = ${id}`)
  return rows[0] ?? null
}

/** Serialises a super admin's impersonations, without blocking rows that refer to the member. */
const lockImpersonator = (tx: Tx, actorId: string) =>
  tx.execute(sql`select from members where id = ${actorId} for no key update`)

async function insertImpersonation(tx: Tx, actorId: string, memberId: string) {
  const [row] = await tx.insert(impersonations).values({ id: newId(), actorId, memberId }).returning()
  return row!
}

/** Ends open impersonations. @returns the members of those that had not expired */
async function endImpersonations(tx: Tx, actorId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ member_id: string; live: boolean }>(sql`
    update impersonations set ended_at = portal_now() where actor_id = ${actorId} and ended_at is null
    returning member_id, used_at > portal_now() - make_interval(mins => ${GRANT_MINUTES}) as live`)
  return rows.filter(({ live }) => live).map((row) => row.member_id)
}

async function selectGrantUsedAt(db: Reader, id: string): Promise<Date | null> {
  const [row] = await db.select({ usedAt: impersonations.usedAt }).from(impersonations).where(eq(impersonations.id, id))
  return row?.usedAt ?? null
}

/** A super admin of ALL may impersonate everybody except themselves, other super admins and disabled members. */
const mayImpersonate = (
  { roles, actorId }: Pick<MemberActor, 'roles' | 'actorId'>,
  member: { readonly id: string; readonly enabled: boolean; readonly superAdmin: boolean },
): boolean => isSuperAdmin(roles) && member.id !== actorId && member.enabled && !member.superAdmin
