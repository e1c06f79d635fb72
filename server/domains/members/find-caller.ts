import type { ActingAs } from '#contract/members/acting.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/database/db.ts'
import { executePrepared, prepared } from '#server/database/prepared.ts'
import { wroteAtOf } from '#server/database/replica.ts'
import { memberIdentities, members } from '#server/database/schema/index.ts'
import { and, eq, sql, type SQL } from '#server/database/sql.ts'
import type { FoundCaller, Wish } from '#server/http/authenticate.ts'
import type { Identity } from '#server/identity/identity.ts'
import { isSuperAdmin } from '#contract/token-roles.ts'
import { type Grant, grantsOf } from '#server/identity/scopes.ts'

/** An impersonation ends this many minutes after its last use. */
export const GRANT_MINUTES = 30

/** Whether a member was super admin of ALL at their last sign-in. */
export const wasSuperAdmin = (memberId: SQL): SQL =>
  sql`exists (select from member_identities seen where seen.member_id = ${memberId} and seen.roles_seen @> '["org:ALL|role:SUPER_ADMIN"]')`

const grantLife = sql.raw(`interval '${GRANT_MINUTES} minutes'`)

/** When a grant last used at a moment ends. */
export const endOfGrant = (usedAt: Date): Date => new Date(usedAt.getTime() + GRANT_MINUTES * 60_000)

/**
 * Finds the member of a sign-in and whether they may act for the member they named: as family, or by an
 * impersonation, which is extended at most once a minute. An invalid id counts as none.
 */
export async function findCaller(db: Db, identity: Identity, wish: Wish | null): Promise<FoundCaller | null> {
  const wished = Id.safeParse(wish?.memberId)
  return wish && wished.success ? findActing(db, identity, { ...wish, memberId: wished.data }) : findAlone(db, identity)
}

const alone = prepared('acting.caller', (db) =>
  db
    .select({ id: members.id, enabled: members.enabled, grants: grantsOf(members.id), wroteAt: wroteAtOf })
    .from(memberIdentities)
    .innerJoin(members, eq(members.id, memberIdentities.memberId))
    .where(
      and(
        eq(memberIdentities.issuer, sql.placeholder('issuer')),
        eq(memberIdentities.subject, sql.placeholder('subject')),
      ),
    ),
)

async function findAlone(db: Db, { issuer, subject }: Identity): Promise<FoundCaller | null> {
  const [row] = await alone(db).execute({ issuer, subject })
  return row ? { ...row, acting: null, impersonationOver: false } : null
}

interface ActingRow extends Record<string, unknown> {
  id: string
  enabled: boolean
  acting_as: ActingAs | null
  grant_id: string | null
  live: boolean | null
  grants: Grant[]
  wrote_at: number | null
}

async function findActing(db: Db, { issuer, subject, roles }: Identity, wish: Wish): Promise<FoundCaller | null> {
  const { memberId } = wish
  const { rows } = await executePrepared<ActingRow>(
    db,
    'acting.caller-for',
    sql`
    with caller as (
      select members.id, members.enabled, ${wroteAtOf} as wrote_at
      from member_identities join members on members.id = member_identities.member_id
      where member_identities.issuer = ${issuer} and member_identities.subject = ${subject}
    ), latest as (
      select impersonations.id, ${isSuperAdmin(roles)}::boolean and caller.enabled and target.enabled
        and impersonations.ended_at is null and impersonations.used_at > portal_now() - ${grantLife}
        and not ${wasSuperAdmin(sql`target.id`)} as live
      from caller
      join impersonations on impersonations.actor_id = caller.id and impersonations.member_id = ${memberId}
      join members target on target.id = impersonations.member_id
      -- Of several begun at once the open one, whichever of them began last.
      order by impersonations.ended_at is null desc, impersonations.started_at desc, impersonations.id desc limit 1
    ), prolonged as (
      update impersonations set used_at = portal_now() from latest
      where impersonations.id = latest.id and latest.live and ${wish.isUse}::boolean
        and impersonations.ended_at is null and impersonations.used_at < portal_now() - interval '1 minute'
    )
    select caller.id, caller.enabled, caller.wrote_at, ${grantsOf(sql`caller.id`)} as grants, latest.id as grant_id, latest.live, (
      select acting_as from people_in_reach delegates
      where delegates.actor_id = caller.id and delegates.member_id = ${memberId} and not delegates.archived
      order by acting_as limit 1
    ) as acting_as
    from caller left join latest on true`,
  )
  const [row] = rows
  if (!row) return null
  const { id, enabled, grants, wrote_at: wroteAt, acting_as: as, grant_id: grantId, live } = row
  const acting = as
    ? { memberId, as }
    : grantId && live
      ? { memberId, as: 'impersonator' as const, impersonationId: grantId }
      : null
  return { id, enabled, grants, wroteAt, acting, impersonationOver: grantId !== null && !live }
}
